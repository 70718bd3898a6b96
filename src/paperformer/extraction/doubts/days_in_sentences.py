"""Days in a sentence that speaks of no payment are not due: "Our crews resume Dec 2, 2024"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.other_dates import speaks_of_payment

_DEBITED = re.compile(
    r"lastschrift|abbuch|abgebucht|einzug|einzieh|eingezogen|debit|pr[eé]l[eè]v|domicil|incass|addebit|cargo"
    r"|autogiro|avtalegiro|trekkes|betrag|amount|balance|montant|solde|importe|importo|bedrag|bel[oø]b|belopp"
    r"|summa|kwot|částk",
    re.IGNORECASE,
)
_AFTER_ALL = 0.1  # how often such a day is the due date after all, by judgement
_LABELLED = 0.5  # probability from which a rule read a day at its label
_SENTENCE = 6  # words of a line that is one, beside the day
_AROUND = 24  # words on either side in which a line is looked for


def weigh_days_in_sentences(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for the due date; where a label names one, days in other sentences count less.

    Args:
        candidates: Of ``due_date``.
        words: Of the document.
    """
    labelled = {one.value for one in candidates if one.source == "rule" and one.probability >= _LABELLED}
    heirs = [one.value in labelled for one in candidates]
    against = [
        one.source == "model" and one.value not in labelled and _is_told(one, words) for one in candidates
    ]
    return doubted(candidates, against, _AFTER_ALL, heirs) if labelled and any(against) else list(candidates)


def _is_told(one: Scored, words: Sequence[Word]) -> bool:
    """Whether a day stands in a sentence in which nobody pays."""
    if not one.words:
        return False
    first = words[one.words[0]]
    near = words[max(0, one.words[0] - _AROUND) : one.words[-1] + 1 + _AROUND]
    line = [word.text for word in near if (word.page, word.line) == (first.page, first.line)]
    others = [text for text in line if any(map(str.isalpha, text))]
    text = " ".join(line)
    is_of_payment = speaks_of_payment(text) or _DEBITED.search(text) is not None
    return len(others) - len(one.words) >= _SENTENCE and not is_of_payment

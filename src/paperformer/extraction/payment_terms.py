"""Due dates that only the terms of payment say: "Net 30", "zahlbar innerhalb von 14 Tagen"."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, MutableMapping, Sequence
from typing import NamedTuple

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema

_DATE, _DUE = "document_date", "due_date"
_KNOWN = 0.25  # probability of a printed due date from which the terms are not asked
_SURE = 0.5  # probability of the document's date from which days are counted on from it
_TRUST = 0.5  # in a date so counted, of that in the document's date, by judgement
_ABOVE = 2.5  # heights of a line within which the heading of a cell stands above it
_FROM_ROW_ABOVE = 4  # words of the row above that a sentence may go on from
_BEGINS = 24  # characters of a row within which it still does

_DAYS = (
    r"(?:days?|tagen?|jours?|jrs?|d[ií]as?|giorni|gg|dagen|dagar|dgr|dage|dager|pv|p[aä]iv[aä][aä]?"
    r"|dn[ií]|p[aä]eva|dien[uųao]s?)"
)
# "30 days", "(14) Tagen", "30-day", "10 (ten) days".
_TERM = re.compile(
    rf"(?<![\w.,%-])\(?([1-9][0-9]{{0,2}})\)?(?: \([^()]{{1,20}}\))?[ -]?{_DAYS}(?!\w)", re.IGNORECASE
)
# "Net 30" says days without the word; "Net 35.00", "Net 30 %" and "Net 15 000" do not.
_NET = re.compile(
    rf"\bnet(?:to)? ?(?:pr\.? ?)?(7|8|10|14|15|20|21|28|30|45|60|90)(?: ?{_DAYS})?"
    r"(?![\w%€$£]|[.,/-][0-9]| [0-9%€$£])",
    re.IGNORECASE,
)
_PAYS = re.compile(
    r"\b(?:pay(?:able|ments?)?|paid|settle\w*|terms|due|net|netto|nets|zahl\w+|begleich\w*|überweis\w*|fällig\w*"
    r"|paiement|r[eè]glement|payable|r[eé]gler|échéance|pagos?|pagar\w*|vencimiento|abonar|pagament[oi]|scadenza"
    r"|bonifico|rimessa|betal\w+|voldo\w+|maks\w+|p[lł]at\w+|zap[lł]at\w+|splatn\w+|uhra\w+|tasu\w*|apmok\w+|prazo"
    r"|przelew\w*|p[rř]evod\w*|transferencia|(?:fecha|data|da) fa(?:c)?tt?ur[ae]|invoice date)(?!\w)",
    re.IGNORECASE,
)
# Days for something else, or that count from another day than the document's.
_ELSE = re.compile(
    r"\b(?:interest|late|overdue|past|penalt\w*|returns?|returned|refund\w*|claims?|complain\w*|disput\w*|cancel\w*"
    r"|notice|deliver\w*|warranty|valid\w*|trial|previous|goods|month|eom|verzug\w*|mahn\w*|r[uü]ckgabe|widerruf\w*"
    r"|reklamation\w*|storn\w*|liefer\w*|g[uü]ltig\w*|waren?|monat\w*|retard|p[eé]nalit\w*|litige|livraison"
    r"|r[eé]clam\w*|validit[eé]|marchandises?|mois|mora|devoluci\w*|entrega|garant\w*|reclam\w*|mercanc[ií]as?|mes"
    r"|ritardo|reso|consegna|mese|f\.? ?m|rente|levering\w*|retour\w*|goederen|maand|dr[oö]jsm\w*|r[aä]nta"
    r"|leverans\w*|m[aå]nad\w*|m[aå]ned\w*|lb|morarente|forsink\w*|viiv\w*|huomautus\w*|odset\w*|reklamac\w*"
    r"|dostaw\w*|zwrot\w*|[uú]rok\w*|pen[aá]le|delspaud\w*|juros|m[eê]s)(?!\w)",
    re.IGNORECASE,
)
_DISCOUNT = re.compile(
    r"%|\b(?:skonto|discount|escompte|sconto|desc(?:ue|o)nto|rabatt)\b", re.IGNORECASE
)  # for paying early
_CLAUSE = re.compile(r"[,;](?= )|\.(?= |$)| (?:oder|or|ou|eller) ", re.IGNORECASE)


class _Row(NamedTuple):
    """The words of a row, from ``first``, and their texts joined by spaces."""

    first: int
    texts: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def words(self, start: int, end: int) -> tuple[int, ...]:
        """The words that print the characters from ``start`` to ``end``."""
        found, at = [], 0
        for index, text in enumerate(self.texts, self.first):
            if at < end and start < at + len(text):
                found.append(index)
            at += len(text) + 1
        return tuple(found)


class _Term(NamedTuple):
    """A number of days to pay in, and the words that print it."""

    days: int
    words: tuple[int, ...]


def add_due_date(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], schema: Schema) -> None:
    """Add the due date that follows from the document's date and its terms, where no other is likely.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        schema: The fields that there are.
    """
    dates, known = proposed.get(_DATE), proposed.get(_DUE, [])
    if _DUE not in schema or not dates or any(one.probability >= _KNOWN for one in known):
        return
    date = max(dates, key=lambda one: one.probability)
    if date.probability < _SURE:
        return
    terms = list(_terms(words))
    if len({term.days for term in terms}) != 1:
        return
    due = datetime.date.fromisoformat(date.value) + datetime.timedelta(days=terms[0].days)
    text = " ".join(words[at].text for at in terms[0].words)
    probability = _TRUST * date.probability
    implied = Scored(_DUE, due.isoformat(), text, terms[0].words, probability, "rule")
    proposed[_DUE] = [*known, implied]


def _terms(words: Sequence[Word]) -> Iterator[_Term]:
    """The terms of payment that a document prints, discounts left out."""
    above: _Row | None = None
    for row in _rows(words):
        text = row.text
        for found in _NET.finditer(text):
            if not _is_elsewhere(text, found):
                yield _Term(int(found[1]), row.words(*found.span()))
        for found in _TERM.finditer(text):
            said = text[: found.end()] if found.start() > _BEGINS or above is None else _with(above, text)
            own = row.words(*found.span())
            is_payment = _PAYS.search(said) or _PAYS.search(_clause(text, found)) or _is_headed(words, own[0])
            if is_payment and not _is_elsewhere(text, found):
                yield _Term(int(found[1]), own)
        above = row


def _with(above: _Row, text: str) -> str:
    """``text`` with the end of the row above, whose sentence it may go on with."""
    return " ".join((*above.texts[-_FROM_ROW_ABOVE:], text))


def _rows(words: Sequence[Word]) -> Iterator[_Row]:
    first = 0
    for at in range(1, len(words) + 1):
        ends = at == len(words) or words[at].page != words[at - 1].page
        if ends or not on_row(words[at].box, words[at - 1].box):
            yield _Row(first, tuple(word.text for word in words[first:at]))
            first = at


def _clause(text: str, found: re.Match[str]) -> str:
    """The part of a sentence in which ``found`` stands."""
    starts = [cut.end() for cut in _CLAUSE.finditer(text, 0, found.start())]
    end = _CLAUSE.search(text, found.end())
    return text[starts[-1] if starts else 0 : end.start() if end else len(text)]


def _is_elsewhere(text: str, found: re.Match[str]) -> bool:
    """Whether the days are those of a discount, or for something else than to pay."""
    clause = _clause(text, found)
    return _ELSE.search(clause) is not None or _DISCOUNT.search(clause) is not None


def _is_headed(words: Sequence[Word], at: int) -> bool:
    """Whether a heading right above the word speaks of payment."""
    box, page = words[at].box, words[at].page
    above = (
        word.text
        for word in words
        if word.page == page
        and 0.5 * box.height < box.center[1] - word.box.center[1] < _ABOVE * box.height
        and word.box.x0 < box.x1 + 4 * box.height
        and box.x0 - 4 * box.height < word.box.x1
    )
    return _PAYS.search(" ".join(above)) is not None

"""Due dates that only the terms of payment say: "Net 30", "zahlbar innerhalb von 14 Tagen"."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from itertools import islice
from typing import NamedTuple

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema

_DATE, _DUE, _TYPE = "document_date", "due_date", "document_type"
_NOT_DUE = frozenset({"credit_note", "receipt", "order", "quote"})
_KNOWN = 0.25  # probability of a printed due date from which the terms are not asked
_SURE = 0.5  # probability of the document's date from which days are counted on from it; of its type
_TRUST = 0.5  # in a date so counted, of that in the document's date, by judgement
_LONGEST = 240  # characters of a stretch of text that is looked at
_MOST = 40  # numbers of days alone whose labels are looked for
_APART = 3.0  # heights of a line between two cells of one row
_ABOVE = 2.5  # heights of a line within which the label of a cell stands above it

_DAYS = (
    r"(?:days?|tagen?|jours?|jrs?|d[ií]as?|giorni|gg|dagen|dagar|dgr|dage|dager|pv|p[aä]iv[aä][aä]?"
    r"|dn[ií]|p[aä]eva|dien[uųao]s?)"
)
# "30 days", "(14) Tagen", "30-day", "10 (ten) days"; not "30/60/90 gg".
_TERM = rf"(?<![\w.,%/–-])\(?([1-9][0-9]{{0,2}})\)?(?: \([^()]{{1,20}}\))?[ -]?{_DAYS}(?!\w)"
_NET = (
    rf"\bnet(?:to)? ?(?:pr\.? ?)?([1-9][0-9]{{0,2}}) ?{_DAYS}(?!\w)",  # "Netto 8 dage"
    rf"{_TERM} ?,? ?(?:strictly )?net(?:to|s)?\b",  # "30 Tage netto"
    # "Net 30" says days without the word where no unit and no sum follows.
    r"\bnet ?(7|10|14|15|20|21|28|30|45|60|90)(?=[.,;)]? ?$|[.,;)] |\ (?:from|after|of invoice)\b)",
)
_PAYS = re.compile(
    r"\b(?:pay(?:able|ments?)?|settle\w*|terms|due (?:in|within)|zahl(?:bar|ung|ungen|en|ungs\w+)|begleich\w*"
    r"|überweis\w*|fällig\w*|paiement|r[eè]glement|r[eé]gler|échéance|pagos?|pagar\w*|vencimiento|abonar"
    r"|pagament[oi]|scadenza|bonifico|rimessa|betal\w+|voldo\w+|maks\w+|p[lł]at\w+|zap[lł]at\w+|splatn\w+"
    r"|uhra\w+"
    r"|tasu\w*|apmok\w+|prazo|przelew\w*|p[rř]evod\w*|(?:fecha|data|da) fa(?:c)?tt?ur[ae]"
    r"|invoice date)(?!\w)",
    re.IGNORECASE,
)
# What labels terms of payment, and nothing else, in a cell of its own.
_LABEL = re.compile(
    r"(?:payment |our |credit |mode ?/ ?)?terms?(?: of payment)?|payment(?: conditions)?"
    r"|zahlungs(?:bedingung(?:en)?|ziel|frist|kondition(?:en)?|art|weise)"
    r"|(?:conditions?|modalités?|d[eé]lai) de (?:paiement|r[eè]glement)"
    r"|(?:condiciones|forma|plazo|forma y plazo) de pago|(?:condizioni|modalit[aà]|termini)(?: di)? pagamento"
    r"|pagamento|(?:betalings?|bet\. ?)(?:termijn|condities?|voorwaarden|betingelser|vilk[aå]r|villkor)?"
    r"|betalningsvillkor|maksueh(?:to|dot)|(?:termin|warunki) p[lł]atno[sś]ci|splatnost"
    r"|platebn[ií] podm[ií]nky"
    r"|maksetingimus(?:ed)?|tasumistingimused|makset[aä]htaeg|(?:ap)?mok[eė]jimo (?:terminas|s[aą]lygos)"
    r"|(?:condi[cç][oõ]es|prazo|cond\.)(?: de)? ?(?:pagamento)?",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:within|in|innerhalb(?: von)?|binnen|innert|sous|à|en|entro|a|em|inom|w ciągu|do|per|von) *$",
    re.IGNORECASE,
)
# Days for something else, or that count from another day than the document's.
_ELSE = re.compile(
    r"\b(?:interest|late|overdue|past|penalt\w*|returns?|returned|refund\w*|exchange\w*|claims?"
    r"|complain\w*|disput\w*"
    r"|cancel\w*|notice|deliver\w*|warranty|valid\w*|trial|previous|goods|months?|eom|last|ago|up to"
    r"|takes?|ignore"
    r"|disregard|clear\w*|process\w*|appear\w*|verzug\w*|mahn\w*|r[uü]ckgabe|umtausch\w*|widerruf\w*"
    r"|reklamation\w*"
    r"|storn\w*|liefer\w*|g[uü]ltig\w*|waren?|monat\w*|retard|p[eé]nalit\w*|litige|livraison|[eé]chang\w*"
    r"|r[eé]clam\w*|validit[eé]|marchandises?|mois|mora|cambios?|devoluci\w*|entrega|garant\w*|reclam\w*"
    r"|mercanc[ií]as?|mes|ritardo|reso|cambio|consegna|mese|d?\.?f\.?f?\.? ?m|rente|levering\w*|retour\w*"
    r"|ruil\w*"
    r"|bedenktijd|goederen|maand\w*|dr[oö]jsm\w*|r[aä]nta|leverans\w*|m[aå]nad\w*|m[aå]ned\w*|lb"
    r"|morarente|forsink\w*"
    r"|bytte\w*|viiv\w*|huomautus\w*|vaihto\w*|odset\w*|reklamac\w*|dostaw\w*|zwrot\w*|[uú]rok\w*"
    r"|pen[aá]le|delspaud\w*"
    r"|juros|trocas?|m[eê]s)(?!\w)",
    re.IGNORECASE,
)
_DISCOUNT = re.compile(r"%|\b(?:skonto|discount|escompte|sconto|desc(?:ue|o)nto|rabatt)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;](?= )|\.(?= |$)| (?:oder|or|ou|eller) ", re.IGNORECASE)
_TERMS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (*_NET, _TERM))
_ALONE = re.compile(
    rf"(?:(?:within|innerhalb(?: von)?|binnen|[aà]|per|pr\.|in|inom) )?(?:{_TERM})[.,;]?", re.IGNORECASE
)


class _Cell(NamedTuple):
    """Words side by side: the first's index, and their texts joined by spaces."""

    first: int
    texts: tuple[str, ...]
    text: str

    def words(self, start: int, end: int) -> tuple[int, ...]:
        """The words that print the characters from ``start`` to ``end``."""
        found, at = [], 0
        for index, text in enumerate(self.texts, self.first):
            if at < end and start < at + len(text):
                found.append(index)
            at += len(text) + 1
        return tuple(found)


class _Days(NamedTuple):
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
    date = _best(proposed.get(_DATE, ()))
    known = proposed.get(_DUE, [])
    if _DUE not in schema or date is None or date.probability < _SURE:
        return
    if any(_is_told(one, date.value) for one in known):
        return
    if is_never_due(proposed):
        return
    terms = list(islice(_different(_terms(words)), 2))
    if len(terms) == 1:  # several contradict each other
        due = datetime.date.fromisoformat(date.value) + datetime.timedelta(days=terms[0].days)
        text = " ".join(words[at].text for at in terms[0].words)
        probability = _TRUST * date.probability
        printed = [one for one in known if one.source != "model"]  # the terms say what the model only guesses
        proposed[_DUE] = [*printed, Scored(_DUE, due.isoformat(), text, terms[0].words, probability, "rule")]


def _is_told(one: Scored, issued: str) -> bool:
    """Whether a candidate is likely printed; a day up to the document's is due where a rule says so only."""
    return one.probability >= _KNOWN and (one.source != "model" or one.value > issued)


def is_never_due(proposed: Mapping[str, Sequence[Scored]]) -> bool:
    """Whether the document is likely of a type that asks for no payment, as a receipt or a quote."""
    kind = _best(proposed.get(_TYPE, ()))
    return kind is not None and kind.value in _NOT_DUE and kind.probability >= _SURE


def _best(candidates: Sequence[Scored]) -> Scored | None:
    return max(candidates, key=lambda one: one.probability, default=None)


def _different(terms: Iterator[_Days]) -> Iterator[_Days]:
    """``terms`` whose number of days none before them had."""
    seen: set[int] = set()
    for term in terms:
        if term.days not in seen:
            seen.add(term.days)
            yield term


def _terms(words: Sequence[Word]) -> Iterator[_Days]:
    """The terms of payment that a document prints, discounts left out."""
    cells = list(_cells(words))
    alone = 0
    for at, cell in enumerate(cells):
        if len(cell.text) > _LONGEST:
            continue
        found = next((match for term in _TERMS if (match := term.search(cell.text))), None)
        if found is None:
            continue
        if _ALONE.fullmatch(cell.text.lstrip(" :")):
            alone += 1
            is_term = alone <= _MOST and _is_labelled(at, cells, words)
        else:
            is_term = _says_terms(cell.text, _ends_above(at, cells, words))
        for match in _all(cell.text) if is_term else ():
            yield _Days(int(match[1]), cell.words(*match.span()))


def _all(text: str) -> Iterator[re.Match[str]]:
    """Numbers of days in ``text`` in which to pay, without a discount."""
    for term in _TERMS:
        for found in term.finditer(text):
            clause = _clause(text, found)
            if not (_ELSE.search(clause) or _DISCOUNT.search(clause)):
                yield found


def _says_terms(text: str, above: str) -> bool:
    """Whether ``text``, or the sentence that goes on from ``above``, speaks of payment."""
    return any(term.search(text) for term in _TERMS[:-1]) or _PAYS.search(f"{above} {text}") is not None


def _cells(words: Sequence[Word]) -> Iterator[_Cell]:
    first = 0
    for at in range(1, len(words) + 1):
        if at < len(words) and _goes_on(words[at - 1], words[at]):
            continue
        texts = tuple(one.text for one in words[first:at])
        yield _Cell(first, texts, " ".join(texts))
        first = at


def _goes_on(word: Word, following: Word) -> bool:
    """Whether ``following`` stands beside ``word`` in one cell."""
    gap = following.box.x0 - word.box.x1
    is_near = -word.box.height <= gap <= _APART * word.box.height
    return is_near and word.page == following.page and on_row(word.box, following.box)


def _clause(text: str, found: re.Match[str]) -> str:
    """The part of a sentence in which ``found`` stands."""
    starts = [cut.end() for cut in _CLAUSE.finditer(text, 0, found.start())]
    end = _CLAUSE.search(text, found.end())
    return text[starts[-1] if starts else 0 : end.start() if end else len(text)]


def _ends_above(at: int, cells: Sequence[_Cell], words: Sequence[Word]) -> str:
    """The cell above, where its sentence goes on in the cell ``at``: "Zahlung innerhalb von"."""
    if not at or not _OPENS.search(cells[at - 1].text):
        return ""
    above, own = words[cells[at - 1].first], words[cells[at].first]
    is_next = above.page == own.page and 0 < own.box.y0 - above.box.y0 <= _ABOVE * own.box.height
    return cells[at - 1].text[-_LONGEST:] if is_next else ""


def _is_labelled(at: int, cells: Sequence[_Cell], words: Sequence[Word]) -> bool:
    """Whether the cell left of the one at ``at``, or right above it, is a label of terms of payment."""
    own = words[cells[at].first]
    labels = (cell for cell in cells if _LABEL.fullmatch(cell.text.rstrip(" .:")))
    for cell in labels:
        box = words[cell.first].box
        if words[cell.first].page != own.page:
            continue
        is_left = cell.first == cells[at - 1].first and at > 0 and on_row(box, own.box)
        down = own.box.center[1] - box.center[1]
        is_above = 0.5 * box.height < down < _ABOVE * box.height and abs(box.x0 - own.box.x0) < 4 * box.height
        if is_left or is_above:
            return True
    return False

"""Our readers of values, written apart from synthesis, read what is printed as the truth says."""

from __future__ import annotations

from collections import Counter

from paperformer.errors import ValueUnreadable
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ValueContext, parse_value
from paperformer.synthesis.corpus import SyntheticDocument
from paperformer.synthesis.ink import Line, Text

_TYPES = frozenset(
    {"amount", "date", "iban", "bic", "tax_id", "organisation_number", "bank_account", "reference"}
)


def _context(document: SyntheticDocument) -> ValueContext:
    locale = document.locale
    return ValueContext(
        decimal_mark="," if locale.decimal_mark == "," else ".",
        date_order={"US": "MDY", "SE": "YMD"}.get(locale.country, "DMY"),  # type: ignore[arg-type]
        currency=document.fields["currency"][0],
        country=locale.country,
        language=locale.language,
    )


def _prints(document: SyntheticDocument) -> list[tuple[str, str]]:
    """Field and text of every whole print of a field within one line."""
    found = []
    for sheet in document.sheets:
        for _, _, mark in sheet.walk():
            if isinstance(mark, Text):
                found += _prints_in(mark.line)
    return found


def _prints_in(line: Line) -> list[tuple[str, str]]:
    runs: list[tuple[str, str]] = []
    before = ""
    for piece in line:
        name = piece.fields[0] if piece.fields else ""
        if name and name == before:
            runs[-1] = (name, runs[-1][1] + piece.text)
        elif name:
            runs.append((name, piece.text))
        before = name
    return runs


def test_readers_of_values_agree_with_the_truth(corpus: list[SyntheticDocument]) -> None:
    types = {field.name: field.type for field in load_schema().fields}
    right: Counter[str] = Counter()
    wrong: dict[str, list[tuple[str, str, str]]] = {}
    for document in corpus:
        context = _context(document)
        for name, text in _prints(document):
            if types[name] not in _TYPES or (types[name] in ("iban", "date") and len(text) < 6):
                continue  # an IBAN or a date that is broken over two lines
            if types[name] == "reference" and len(document.fields[name][0]) > 20 and len(text) < 20:
                continue  # so is a Swiss reference
            if document.fields[name][0].endswith("MWST") and not ("CHE" in text and "MWST" in text):
                continue  # and a Swiss VAT number
            if types[name] == "tax_id" and sum(map(str.isalnum, text)) < 8:
                continue  # and any VAT number in a narrow column
            try:
                value = parse_value(types[name], text, context).value
            except ValueUnreadable:
                value = ""
            if value == document.fields[name][0]:
                right[types[name]] += 1
            else:
                wrong.setdefault(types[name], []).append((text, value, document.fields[name][0]))
    assert right.keys() == _TYPES
    for kind in _TYPES:
        missed = wrong.get(kind, [])
        assert len(missed) <= 0.02 * (right[kind] + len(missed)), (kind, missed[:5])

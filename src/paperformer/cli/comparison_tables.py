"""Two versions side by side, as tables for people."""

from __future__ import annotations

from collections.abc import Iterator

from paperformer.cli.failure import printable
from paperformer.cli.tables import aligned
from paperformer.comparison.answers import Value
from paperformer.comparison.comparison import ComparedDocument, Comparison, SideReport
from paperformer.comparison.differences import Difference

KINDS = ("changed", "only a", "only b", "confidence")
VERDICTS = ("gained", "lost")
_LONGEST = 40  # characters of a value; JSON and HTML have all of it


def comparison_tables(comparison: Comparison) -> Iterator[str]:
    """The sides with their costs, the counts by field, and every difference."""
    yield aligned([("", "version", "model", "seconds", "median", "peak MB", ""), *_sides(comparison)])
    count, differing = len(comparison.documents), len(comparison.differing)
    documents = "1 document" if count == 1 else f"{count} documents"
    yield f"{documents}, {differing} with differences\n"
    counts = comparison.by_field()
    if counts:
        headings = ("field", *KINDS, *(VERDICTS if comparison.is_labelled else ()))
        rows = [
            (printable(name), *(str(by[kind] or "") for kind in headings[1:])) for name, by in counts.items()
        ]
        yield aligned([headings, *rows])
    for document in comparison.differing:
        yield _document(document, comparison.is_labelled)


def _sides(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    for letter, side in (("A", comparison.a), ("B", comparison.b)):
        yield (letter, *_costs(side), printable(side.title))


def _costs(side: SideReport) -> tuple[str, ...]:
    values = side.to_dict()
    figures = (
        values["seconds"] if side.seconds else None,
        values["median_seconds"],
        values["peak_megabytes"],
    )
    texts = (
        "" if figure is None else f"{figure:,.{places}f}"
        for figure, places in zip(figures, (1, 2, 0), strict=True)
    )
    return (side.version or "", side.model or "", *texts)


def _document(document: ComparedDocument, labelled: bool) -> str:
    errors = "".join(
        f"  {side} cannot read it: {printable(error)}\n"
        for side, error in (("A", document.error_a), ("B", document.error_b))
        if error is not None
    )
    rows = [_row(difference, labelled) for difference in document.differences]
    headings = ("field", "A", "", "B", "", *(("labels",) if labelled else ()))
    return f"{printable(document.name)}\n{errors}" + (aligned([headings, *rows]) if rows else "")


def _row(difference: Difference, labelled: bool) -> tuple[str, ...]:
    cells = (printable(difference.field), *_value(difference.a), *_value(difference.b))
    return (*cells, difference.verdict or "") if labelled else cells


def _value(value: Value | None) -> tuple[str, str]:
    if value is None:
        return "-", ""
    text = printable(value.text)
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    confidence = "" if value.confidence is None else f"{int(100 * value.confidence + 1e-9) / 100:.2f}"
    return shown, confidence

"""From scored readings to the candidates that people see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from paperformer.documents.model import Word, union
from paperformer.extraction.calibration import Calibration
from paperformer.extraction.levels import LIKELY
from paperformer.extraction.result import Candidate, PageBox, Row, level_of
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.fields.values.value_types import types_where

# What is left to the first reading where neither the document nor its country settles which one is meant
# (03/04/2024): a figure people would give, for no labelled set says how often the second one is right.
FIRST_READING = 0.75

_SINGLE = types_where(lambda value_type: value_type.is_single)

Shown = TypeVar("Shown", Candidate, Row)


def answers_from(
    proposed: Mapping[str, Sequence[Scored]],
    words: Sequence[Word],
    calibration: Calibration,
    schema: Schema,
    relevance: float | None = None,
) -> dict[str, list[Candidate]]:
    """Every field's candidates with calibrated confidences, best first, one for each value.

    Args:
        proposed: What model and rules found, chosen jointly.
        words: Of the document.
        calibration: Of the model.
        schema: The types of the fields.
        relevance: The probability that the document is an invoice or receipt, where it is known already.
    """
    relevance = calibration.of_document(words, proposed) if relevance is None else relevance
    fields: dict[str, list[Candidate]] = {}
    for name, scored in proposed.items():
        if name not in schema:  # rules reason with fields that a schema of one's own may lack
            continue
        ranked = ranked_by(calibration, name, schema[name].type, scored)
        is_single = schema[name].type in _SINGLE or name == "document_number"
        shares = calibration.of_answers([chance for _, chance in ranked], one_is_right=is_single)
        # Who is likelier was settled by all that is known of each: what OCR misread becomes less probable as
        # an answer, and does not make way for another one.
        read = [calibration.of_reading(candidate, words) for candidate, _ in ranked]
        candidates = [
            candidate
            for (scored_candidate, _), share, legible in zip(ranked, shares, read, strict=True)
            for candidate in candidates_from(
                scored_candidate, words, relevance * share * min(legible, read[0])
            )
        ]
        candidates.sort(key=lambda candidate: -candidate.confidence)
        best: dict[str, Candidate] = {}
        for candidate in candidates:  # the second reading of one print may be what another print says
            best.setdefault(candidate.value, candidate)
        fields[name] = list(best.values())
    return fields


def ranked_by(
    calibration: Calibration, name: str, type_: str, scored: Sequence[Scored]
) -> list[tuple[Scored, float]]:
    """The candidates of a field, each with the probability that its curve gives it, best first.

    Model and rules have curves of their own, so calibration may change who comes first.
    """
    weighed = [
        (candidate, calibration.curve(candidate.source, name, type_)(candidate.probability))
        for candidate in scored
    ]
    return sorted(weighed, key=lambda pair: -pair[1])


def selected(
    found: Mapping[str, Sequence[Shown]], wanted: Iterable[str], least: float, most: int | None = None
) -> dict[str, list[Shown]]:
    """What is shown: the wanted fields in their order, with what is sure enough; no field without any.

    Args:
        found: Candidates or rows of every field, in their order.
        wanted: Names of fields.
        least: What is less confident is left out.
        most: Of one field; None is all.
    """
    enough = {
        name: [item for item in found.get(name, ()) if item.confidence >= least][:most] for name in wanted
    }
    return {name: some for name, some in enough.items() if some}


def gaps(found: Mapping[str, Sequence[Row]], shown: Mapping[str, Sequence[Row]], least: float) -> list[str]:
    """A warning for each table of which only some rows are shown: it is not whole."""
    return [
        f"{name}: {len(found[name]) - len(rows)} of {len(found[name])} rows are less sure than {least:g} and "
        "left out"
        for name, rows in shown.items()
        if len(rows) < len(found[name])
    ]


def candidates_from(scored: Scored, words: Sequence[Word], confidence: float) -> Iterable[Candidate]:
    """The candidate; where its print allows other readings (03/04/2024), these too, sharing it."""
    if not scored.alternatives:
        yield candidate_of(scored, words, confidence)
        return
    yield candidate_of(scored, words, FIRST_READING * confidence)
    share = (1.0 - FIRST_READING) / len(scored.alternatives)
    for value in scored.alternatives:
        yield candidate_of(scored._replace(value=value), words, share * confidence)


def candidate_of(scored: Scored, words: Sequence[Word], confidence: float) -> Candidate:
    """The candidate, with the box around its words on the page where it begins."""
    printed = [words[i] for i in scored.words]
    page = printed[0].page if printed else None
    box = union(word.box for word in printed if word.page == page) if printed else None
    return Candidate(
        value=scored.value,
        text=scored.text,
        box=PageBox(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1) if box else None,
        page=page,
        confidence=round(confidence, 4),
        level=level_of(round(confidence, 4)),
        source=scored.source,
        scheme=scored.scheme,
        ambiguous=bool(scored.alternatives),
        checked=scored.checked,
        words=list(scored.words),
    ).with_contributions(dict(scored.evidence))


def failed_checks(fields: Mapping[str, Sequence[Candidate]]) -> list[str]:
    """A warning for each field whose likeliest value has check digits that do not hold.

    Its confidence says how surely it was read; a wrong digit may as well be on the page itself.
    """
    return [
        f"{name} {best.value}: its check digits do not hold"
        + ("; compare it with the page" if best.page is not None else "")
        for name, (best, *_) in fields.items()
        if best.checked is False and best.confidence >= LIKELY
    ]

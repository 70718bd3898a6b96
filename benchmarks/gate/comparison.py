"""Two runs of ``development.py``, side by side: what each set and field lost or gained, value by value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from gate.judging import Outcome

Run = Mapping[str, Any]
LOST = 0.005  # F1 that a single set may lose
LOST_IN_ALL = 0.002


def compare(before: Run, after: Run) -> Iterator[str]:
    """The lines of a report."""
    shared = [name for name in before["sets"] if name in after["sets"]]
    yield f"{'set':22}{'F1':>16}{'right':>13}{'ECE':>14}{'coverage':>14}{'ms':>12}"
    for name in (*shared, "all"):
        yield _side_by_side(name, _figures(before, name), _figures(after, name))
    for name in sorted({*before["sets"], *after["sets"]} - set(shared)):
        yield f"{name}: in one of the runs only"
    threshold = after["threshold"]
    for name in shared:
        yield from _values(name, before["sets"][name], after["sets"][name], threshold)


def _figures(run: Run, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = run["all"] if name == "all" else run["sets"][name]["figures"]
    return found


def _side_by_side(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    change = after["f1"] - before["f1"]
    allowed = LOST_IN_ALL if name == "all" else LOST
    mark = "  LOST" if change < -allowed else ""
    cells = [
        f"{name:22}{before['f1']:8.4f} {change:+.4f}",
        f"{before['right']:6} {after['right'] - before['right']:+4}",
        f"{before['ece']:7.3f} {after['ece']:.3f}",
        f"{before['coverage']:7.3f} {after['coverage']:.3f}",
        f"{before['milliseconds']:6.1f} {after['milliseconds']:5.1f}",
    ]
    return "  ".join(cells) + mark


def _values(name: str, before: Run, after: Run, threshold: float) -> Iterator[str]:
    """Which values changed between good and bad; of a sealed set nothing but sums is kept."""
    old, new = _by_place(before), _by_place(after)
    lost = [place for place in old if place in new and _went(old[place], new[place], threshold)]
    gained = [place for place in old if place in new and _went(new[place], old[place], threshold)]
    if not lost and not gained:
        return
    yield f"\n{name}: {len(lost)} lost, {len(gained)} gained"
    fields = Counter(field for _, field in lost), Counter(field for _, field in gained)
    for field in dict.fromkeys([*fields[0], *fields[1]]):
        yield f"  {field:30} -{fields[0][field]} +{fields[1][field]}"
    for title, places in (("lost", lost), ("gained", gained)):
        for place in sorted(places, key=lambda place: (place[1], place[0])):
            yield f"  {title:6} {place[1]:28} {_told(old[place])} -> {_told(new[place])}"
            yield f"         {place[0]}: {' | '.join(new[place].truths) or 'nothing'}"


def _went(old: Outcome, new: Outcome, threshold: float) -> bool:
    return old.good(threshold) and not new.good(threshold)


def _told(outcome: Outcome) -> str:
    return f"{outcome.answer} ({outcome.confidence:.2f})" if outcome.answer is not None else "nothing"


def _by_place(run: Run) -> dict[tuple[str, str], Outcome]:
    outcomes = (Outcome(**{**one, "truths": tuple(one["truths"])}) for one in run["outcomes"])
    return {(one.document, one.field): one for one in outcomes}

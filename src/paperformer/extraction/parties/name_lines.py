"""Where a name begins and ends that the model has seen in part: the lines around it, the label before it.

And where it has seen it twice (the advertiser's name again as that of the product), or a person below it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from paperformer.extraction.compare import content
from paperformer.extraction.flow import Flow, label_length
from paperformer.extraction.parties.contacts import is_addressed_person
from paperformer.fields.blocks import (
    continues_form,
    continues_name,
    ends_company,
    goes_on_below,
    is_form_alone,
    is_person,
    says_former,
)

_FORMER_LINES = 3  # above "formerly known as" in which the name of today is looked for
_NAME_LETTERS = 4
_ONLINE = re.compile(r"[\w.+-]{1,64}@\S+$|(?:https?://|www\.)\S+$", re.IGNORECASE)
_FORM_WORDS = 4  # most words of a legal form: "Sp. z o. o."


def whole_name(parts: list[range], texts: Sequence[str], flow: Flow) -> list[range]:
    """A name's lines, mended by what stands before them; where they say the name again, they end.

    One that begins with what only ends names ("SDN BHD", "& Sons Ltd") has the line above it too; one that
    the line above calls a former name gives way to the name above that line; a label is no part of it; its
    legal form right behind it or alone on the line below is.

    Args:
        parts: Of the name, a range of places in ``flow`` for each line.
        texts: Of the words.
        flow: The document's columns.
    """
    segments = flow.segments

    def printed(part: range) -> str:
        return " ".join(texts[i] for i in flow.order[part.start : part.stop])

    if len(parts) > 1 and printed(parts[0]).endswith(":"):
        parts = parts[1:]
    parts = _without_contacts(parts, [printed(part) for part in parts])
    first = bisect_right(segments, parts[0].start, key=lambda segment: segment.start) - 1
    parts = _said_once(parts, [printed(part) for part in parts])
    parts = _without_person(parts, [printed(part) for part in parts])
    last = bisect_right(segments, parts[-1].start, key=lambda segment: segment.start) - 1
    parts = _with_form(parts, segments[last], printed)
    if segments[last].stop == parts[-1].stop and last + 1 in flow.stacked:
        name, below = " ".join(map(printed, parts)), segments[last + 1]
        parts = [*parts, below] if goes_on_below(name, printed(below)) else parts
    if segments[first].start != parts[0].start:
        return parts
    if continues_name(printed(parts[0])):
        has_above = first > 0 and not printed(segments[first - 1]).endswith(":")
        return [segments[first - 1], *parts] if has_above else parts
    if first > 0 and says_former(printed(segments[first - 1])):
        above = reversed(segments[max(0, first - 1 - _FORMER_LINES) : first - 1])
        return [next((line for line in above if _has_name(printed(line))), parts[0])]
    return _behind_label(parts, [texts[i] for i in flow.order[parts[0].start : parts[0].stop]])


def _with_form(parts: list[range], line: range, printed: Callable[[range], str]) -> list[range]:
    """``parts`` with the legal form that stands behind them on their last line."""
    end = parts[-1].stop
    own = printed(parts[-1])
    if ends_company(own):
        stops = range(end + 1, min(line.stop, end + _FORM_WORDS) + 1)
        longer = (stop for stop in stops if continues_form(own, printed(range(end, stop))))
        return [*parts[:-1], range(parts[-1].start, max(longer, default=end))]
    ends = range(min(line.stop, end + _FORM_WORDS), end, -1)
    stop = next((stop for stop in ends if is_form_alone(printed(range(end, stop)))), end)
    return [*parts[:-1], range(parts[-1].start, stop)]


def _said_once(parts: list[range], lines: Sequence[str]) -> list[range]:
    """``parts`` up to the line with which the name begins again."""
    again = (i for i in range(1, len(lines)) if _repeats(lines[i], " ".join(lines[:i])))
    return parts[: next(again, len(parts))]


def _without_person(parts: list[range], lines: Sequence[str]) -> list[range]:
    """``parts`` up to a legal form below which a person stands: who the letter is for, at the company."""
    persons = (i for i in range(1, len(lines)) if ends_company(lines[i - 1]) and is_person(lines[i]))
    return parts[: next(persons, len(parts))]


def _without_contacts(parts: list[range], lines: Sequence[str]) -> list[range]:
    """``parts`` without an e-mail address or site of the next column, and who is addressed at a company."""
    names = [part for part, line in zip(parts, lines, strict=True) if not _ONLINE.match(line)]
    kept = [line for line in lines if not _ONLINE.match(line)]
    if len(kept) > 1 and is_addressed_person(kept[0]) and ends_company(kept[-1]):
        names = names[1:]
    return names or parts


def _repeats(line: str, name: str) -> bool:
    """Whether ``line`` is ``name`` again, word for word.

    Its last words may be missing (a legal form), and one first name may be short: Mike for Michael.
    """
    again, words = ([content(word) for word in text.split() if content(word)] for text in (line, name))
    other = [(one, word) for one, word in zip(again, words, strict=False) if one != word]
    return 1 < len(again) <= len(words) and len(other) <= 1 and all(one[0] == word[0] for one, word in other)


def _behind_label(parts: list[range], texts: Sequence[str]) -> list[range]:
    """``parts`` from behind a word of the first that ends with a colon ("Owner: Banh Mi Cafe Sdn Bhd")."""
    behind = label_length(texts)
    return [range(parts[0].start + behind, parts[0].stop), *parts[1:]] if behind else parts


def _has_name(text: str) -> bool:
    """Whether there is more to a line than a number in brackets: four letters or more."""
    return sum(character.isalpha() for character in text) >= _NAME_LETTERS

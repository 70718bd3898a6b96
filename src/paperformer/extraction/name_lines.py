"""Where a name begins and ends that the model has seen in part: the line above it, the label before it.

And where it has seen it twice: the advertiser's name again as that of the product.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from paperformer.extraction.compare import content
from paperformer.extraction.flow import Flow
from paperformer.fields.blocks import continues_name, says_former

_FORMER_LINES = 3  # above "formerly known as" in which the name of today is looked for
_NAME_LETTERS = 4
_LABEL_WORDS = 3  # most words of a label before a name


def whole_name(parts: list[range], texts: Sequence[str], flow: Flow) -> list[range]:
    """A name's lines, mended by what stands before them; a line that says the first one again is left out.

    One that begins with what only ends names ("SDN BHD", "& Sons Ltd") has the line above it too; one that
    the line above calls a former name gives way to the name above that line; a label is no part of it.

    Args:
        parts: Of the name, a range of places in ``flow`` for each line.
        texts: Of the words.
        flow: The document's columns.
    """
    segments = flow.segments
    first = bisect_right(segments, parts[0].start, key=lambda segment: segment.start) - 1

    def printed(part: range) -> str:
        return " ".join(texts[i] for i in flow.order[part.start : part.stop])

    parts = [parts[0], *(part for part in parts[1:] if not _repeats(printed(part), printed(parts[0])))]
    if segments[first].start != parts[0].start:
        return parts
    if continues_name(printed(parts[0])):
        return [segments[first - 1], *parts] if first > 0 else parts
    if first > 0 and says_former(printed(segments[first - 1])):
        above = reversed(segments[max(0, first - 1 - _FORMER_LINES) : first - 1])
        return [next((line for line in above if _has_name(printed(line))), parts[0])]
    return _behind_label(parts, [texts[i] for i in flow.order[parts[0].start : parts[0].stop]])


def _repeats(line: str, name: str) -> bool:
    """Whether ``line`` is ``name`` again: of two words or more, at most a third are new."""
    known = {content(word) for word in name.split()}
    words = [content(word) for word in line.split()]
    return len(words) > 1 and 3 * sum(word not in known for word in words) <= len(words)


def _behind_label(parts: list[range], texts: Sequence[str]) -> list[range]:
    """``parts`` from behind a word of the first that ends with a colon ("Owner: Banh Mi Cafe Sdn Bhd")."""
    behind = next((i + 1 for i, text in enumerate(texts[:_LABEL_WORDS]) if text.endswith(":")), 0)
    if not 0 < behind < len(texts):
        return parts
    return [range(parts[0].start + behind, parts[0].stop), *parts[1:]]


def _has_name(text: str) -> bool:
    """Whether there is more to a line than a number in brackets: four letters or more."""
    return sum(character.isalpha() for character in text) >= _NAME_LETTERS

"""Elements of a parsed e-invoice: found by the paths that rules give, and named for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml.etree import _Element

_STEP: Final = re.compile(r"(?:\*:|[\w.-]+:)?([\w.-]+)(?:\[namespace-uri\(\)='([^']*)'\])?(?:\[(\d+)\])?$")


def element_at(root: _Element, location: str) -> _Element:
    """The element that an SVRL location names; the nearest one above it where there is no such element."""
    found = root
    for step in _steps(location)[1:]:
        match = _STEP.match(step)
        if match is None:
            break
        name, namespace, number = match[1], match[2], int(match[3] or 1)
        alike = [child for child in found if _is_called(child, name, namespace)]
        if len(alike) < number:
            break
        found = alike[number - 1]
    return found


def path_of(element: _Element) -> str:
    """Where an element is, as an XPath with the prefixes of the file."""
    parent = element.getparent()
    name = _local(element)
    step = f"/{element.prefix}:{name}" if element.prefix else f"/{name}"
    if parent is None:
        return step
    alike = [child for child in parent if child.tag == element.tag]
    return path_of(parent) + step + (f"[{alike.index(element) + 1}]" if len(alike) > 1 else "")


def _steps(location: str) -> list[str]:
    """The steps of a location. Namespaces have slashes too, inside brackets."""
    return re.findall(r"/((?:[^/\[]|\[[^\]]*\])+)", location)


def _local(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_called(element: _Element, name: str, namespace: str | None) -> bool:
    if not isinstance(element.tag, str):  # a comment
        return False
    own = element.tag.rpartition("}")[0].lstrip("{")
    return _local(element) == name and namespace in (None, own)

"""Parts a file that holds several invoices (FatturaPA, Facturae) into files of one invoice each.

The bytes of the other invoices are cut out, so that each part is what its sender wrote, in its encoding.
"""

from __future__ import annotations

import codecs
from contextlib import suppress
from xml.parsers import expat

from paperformer.documents.einvoice.tree import MAX_BYTES
from paperformer.documents.invoice_roots import root_of


class _StopError(Exception):
    """Stops the parser: nothing here can be parted."""


def find_bodies(xml: bytes) -> list[tuple[int, int]]:
    """Where each invoice begins and ends, from the first byte of its start tag to behind its end tag.

    Empty where the file holds none that can be parted, or is damaged: its reader says so.
    """
    if len(xml) > MAX_BYTES:
        return []
    finder = _Finder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler = lambda tag, _attributes: finder.start(tag, parser.CurrentByteIndex)
    parser.EndElementHandler = lambda _tag: finder.end(parser.CurrentByteIndex)
    parser.StartDoctypeDeclHandler = _refuse
    with suppress(_StopError, expat.ExpatError, LookupError, ValueError):
        parser.Parse(xml, True)
        # the parser tells where the end tag begins: the element ends behind the next ``>``
        close = ">".encode(_encoding_of_marks(xml))
        return [(begin, xml.index(close, end) + len(close)) for begin, end in finder.spans]
    return []


def only_body(xml: bytes, bodies: list[tuple[int, int]], index: int) -> bytes:
    """The file with one of the invoices that ``find_bodies`` found, the others cut out."""
    begin, end = bodies[index]
    return xml[: bodies[0][0]] + xml[begin:end] + xml[bodies[-1][1] :]


def _encoding_of_marks(xml: bytes) -> str:
    if xml.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    return "utf-16-be" if xml.startswith(codecs.BOM_UTF16_BE) else "ascii"


def _refuse(*_declaration: object) -> None:
    raise _StopError


class _Finder:
    def __init__(self) -> None:
        self.spans: list[tuple[int, int]] = []
        self._path: list[str] = []
        self._bodies: list[str] = []
        self._begin = 0

    def start(self, tag: str, at: int) -> None:
        namespace, _, name = tag.rpartition("}")
        if not self._bodies:
            root = root_of(namespace, name)
            if root is None or not root.bodies:
                raise _StopError
            self._bodies = [name, *root.bodies.split("/")]
        self._path.append(name)
        if self._path == self._bodies:
            self._begin = at

    def end(self, at: int) -> None:
        if self._path == self._bodies:
            self.spans.append((self._begin, at))
        self._path.pop()

"""What a container holds, gathered within bounds: files to be read, and why others are not."""

from __future__ import annotations

from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.model import ContainedFile, PassedOver
from paperformer.documents.sniff import sniff
from paperformer.errors import DocumentTooLarge, UnreadableDocument

LONGEST_NAME = 120


class Gathering:
    """Takes the files of one container, one after the other.

    Args:
        name: The container's name.
        limits: ``contained_files`` and ``file_bytes`` bound what it may hold, all files together.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self._files: list[ContainedFile] = []
        self._passed_over: list[PassedOver] = []
        self._names: set[str] = set()
        self._bytes = 0
        self.text = ""
        """What a mail says that may be a bill itself."""

    @property
    def files(self) -> tuple[ContainedFile, ...]:
        """Those of a kind that is read."""
        return tuple(self._files)

    @property
    def passed_over(self) -> tuple[PassedOver, ...]:
        """The others."""
        return tuple(self._passed_over)

    @property
    def bytes_left(self) -> int:
        """How many more bytes the container may hold."""
        return self.limits.file_bytes - self._bytes

    @property
    def is_full(self) -> bool:
        """Whether it has as many files as it may have."""
        return len(self._files) + len(self._passed_over) >= self.limits.contained_files

    def add(self, name: str, data: bytes) -> None:
        """Take a file, if it is of a kind that is read.

        Raises:
            DocumentTooLarge: when the container holds more than its bounds allow.
        """
        self._count_one()
        if len(data) > self.bytes_left:
            raise self.too_large()
        self._bytes += len(data)
        name = self._unique(plain_name(name))
        try:
            sniff(data, name)
        except UnreadableDocument as error:
            self._passed_over.append(PassedOver(name, reason_of(error, name)))
        else:
            self._files.append(ContainedFile(name, data))

    def pass_over(self, name: str, reason: str) -> None:
        """Note a file that cannot be taken out.

        Raises:
            DocumentTooLarge: when the container holds more files than its bounds allow.
        """
        self._count_one()
        self._passed_over.append(PassedOver(self._unique(plain_name(name)), reason))

    def too_large(self) -> DocumentTooLarge:
        """The error of a container whose files have more bytes than its bounds allow."""
        return DocumentTooLarge(
            f"the files in {self.name} have more than {self.limits.file_bytes:,} bytes",
            f"unpack it ({allow_more('file_bytes')})",
        )

    def _count_one(self) -> None:
        if self.is_full:
            raise DocumentTooLarge(
                f"{self.name} holds more than {self.limits.contained_files:,} files",
                f"unpack it ({allow_more('contained_files')})",
            )

    def _unique(self, name: str) -> str:
        found, number = name, 1
        while found.casefold() in self._names:
            number += 1
            found = f"{name} ({number})"
        self._names.add(found.casefold())
        return found


def plain_name(name: str) -> str:
    """A file's name as it may be printed: no control characters, no way up or out, not endless."""
    text = "".join(c if c.isprintable() else " " for c in name.replace("\\", "/"))
    parts = [" ".join(part.split()) for part in text.split("/")]
    plain = "/".join(part for part in parts if part not in ("", ".", ".."))
    return plain[-LONGEST_NAME:] or "unnamed"


def reason_of(error: UnreadableDocument | DocumentTooLarge, name: str) -> str:
    """What an error says of a file, without its name."""
    return error.message.removeprefix(name).strip(" :") or error.message

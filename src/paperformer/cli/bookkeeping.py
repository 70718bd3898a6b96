"""Answers as bookings: one file for all documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, get_args

from paperformer.cli.failure import Misuse
from paperformer.errors import InvalidConfig, InvoiceRefused
from paperformer.extraction.bookkeeping.format_name import FormatName

if TYPE_CHECKING:
    from paperformer.extraction.bookkeeping.template import BookTemplate
    from paperformer.extraction.result import Extraction

BOOKS: Final = frozenset(get_args(FormatName))


class Books:
    """Writes a booking of each answer. The file is written at the end: its head names the days in it.

    Args:
        stream: Where to.
        template: How entries are written.
        force: Whether what is doubtful is booked, with a mark.
        known: Terms that the user knows, by number.
    """

    def __init__(
        self, stream: IO[bytes], template: BookTemplate, *, force: bool, known: Mapping[str, str]
    ) -> None:
        self._stream, self._template, self._force, self._known = stream, template, force, known
        self._entries: list[str] = []
        self._days: list[date] = []

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        """Keep the entry of one answer.

        Raises:
            InvoiceRefused: a value is missing or doubtful, a sum fails, or there is no account for it.
            PaperformerError: the template cannot be used.
        """
        from paperformer.extraction.bookkeeping.booking import booking_of

        booking = booking_of(extraction, force=self._force, known=self._known)
        self._check_year(booking.day)
        self._entries.append(self._template.render_entry(booking))
        self._days.append(booking.day)

    def finish(self) -> None:
        """Write the file, where anything was booked."""
        if self._entries:
            head = self._template.render_head(self._days, datetime.now(UTC))
            self._stream.write(self._template.format.encode(head + "".join(self._entries)))
            self._stream.flush()

    def _check_year(self, day: date) -> None:
        """Raise InvoiceRefused where a day is in another fiscal year than the days before."""
        from paperformer.extraction.bookkeeping.template import year_of

        begins = self._template.accounts.year_begins
        if begins is not None and self._days and year_of(day, begins) != year_of(self._days[0], begins):
            raise InvoiceRefused(
                f"document_date (BT-2) is {day}: not in the fiscal year of {self._days[0]}, and a file holds "
                "one. Write it into another file"
            )


def load_template(format: FormatName, folder: Path | None) -> BookTemplate:
    """The template to write with, before any document is read.

    Raises:
        Misuse: it cannot be used.
    """
    from paperformer.extraction.bookkeeping import template

    try:
        return template.load_template(format, folder)
    except InvalidConfig as error:
        raise Misuse(str(error)) from error

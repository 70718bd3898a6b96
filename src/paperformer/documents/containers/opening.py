"""Taking a container apart, importing only what its kind needs."""

from __future__ import annotations

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.limits import Limits
from paperformer.documents.sniff import Container
from paperformer.errors import UnreadableDocument

_WHAT = {"zip": "a ZIP archive", "mail": "a mail", "outlook": "an Outlook message"}
_NAMED = 3


def open_container(data: bytes, kind: Container, name: str, limits: Limits) -> Gathering:
    """The files of a container; of a mail that has none to read, its text.

    Raises:
        UnreadableDocument: when it is damaged, or holds nothing that can be read.
        DocumentTooLarge: when it holds more than its bounds allow.
    """
    held = Gathering(name, limits)
    if kind == "zip":
        from paperformer.documents.containers.archive import open_archive

        open_archive(data, held)
    elif kind == "mail":
        from paperformer.documents.containers.mail import open_mail

        open_mail(data, held)
    else:
        from paperformer.documents.containers.outlook import open_outlook

        open_outlook(data, held)
    if not held.files and not held.text:
        what = "; ".join(f"{entry.name} {entry.reason}" for entry in held.passed_over[:_NAMED])
        more = " ..." if len(held.passed_over) > _NAMED else ""
        raise UnreadableDocument(
            f"{name} is {_WHAT[kind]} without a file that can be read", what and f"In it: {what}{more}"
        )
    return held

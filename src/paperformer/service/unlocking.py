"""Taking the password off a PDF: a copy without it is read and shown from then on."""

from __future__ import annotations

from paperformer.documents.reader import DocumentReader
from paperformer.errors import EncryptedDocument, PaperformerError
from paperformer.service.database import Row
from paperformer.service.problems import Problem, no_room, problem_of
from paperformer.service.sentences import sentence
from paperformer.service.service import Service


def unlocked_file(service: Service, row: Row, password: str) -> str:
    """Keep a copy of a document's file that asks for no password; its id.

    The password is kept nowhere: the copy says no more than the words of the document, which are kept, too.

    Raises:
        Problem: the password is another one, the file is no PDF, or the disk is full.
    """
    path = service.files.path(row["posted_file"] or row["file"])
    if not service.disk.has_room(row["size"]):
        raise no_room()
    try:
        with DocumentReader(service.config.limits) as reader:
            data = reader.unlock(path, password, name=row["name"])
    except EncryptedDocument as error:
        raise Problem(422, sentence("wrong_password", name=row["name"]), title="Wrong password") from error
    except PaperformerError as error:
        raise problem_of(error, row["id"]) from error
    return service.files.keep_bytes(data)

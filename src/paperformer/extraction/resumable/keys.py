"""Keys of answers: the document's bytes, the model, and the options that change answers."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

from paperformer.extraction.model_folder import CALIBRATION, GRAPH, MANIFEST, SCHEMA, VOCABULARY
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.options import ReadingOptions
from paperformer.extraction.proposers.registry import installed

# A password opens a document or does not: it changes no answer, and is nobody's to keep.
_WITHOUT_EFFECT = {"password", "label_confidence", "model", "known_parties", "memory"}
_DIGITS = 16


def content_hash(data: bytes) -> str:
    """SHA-256 of a document's bytes."""
    return hashlib.sha256(data).hexdigest()


def key_of(content: str, settings: str) -> str:
    """The key of an answer: which content, read how."""
    return f"{content}-{settings}"


def settings_hash(options: ReadingOptions) -> str:
    """A short hash of the model's files, of installed proposers and of every option that changes answers."""
    folder = Path(options.model) if options.model is not None else default_model_path()
    digest = hashlib.sha256()
    for name in (MANIFEST, VOCABULARY, GRAPH, CALIBRATION, SCHEMA):
        digest.update(f"{name}:{_file_hash(folder / name)}\n".encode())
    digest.update(f"evidence:{_file_hash(evidence_of(folder))}\n".encode())
    for field in dataclasses.fields(options):
        if field.name not in _WITHOUT_EFFECT:
            value = getattr(options, field.name)
            value = sorted(value) if field.name == "fields" and value is not None else value
            digest.update(f"{field.name}={value!r}\n".encode())
    parties = options.known_parties
    digest.update((_file_hash(Path(parties)) if isinstance(parties, str | Path) else repr(parties)).encode())
    if options.memory is not None:
        digest.update(f"memory:{_file_hash(Path(options.memory))}\n".encode())
    for proposer in installed():
        if proposer.name not in options.without:
            digest.update(f"proposer:{proposer.name} {proposer.package}\n".encode())
    return digest.hexdigest()[:_DIGITS]


def _file_hash(path: Path) -> str:
    """SHA-256 of a file; empty where there is none."""
    if not path.is_file():
        return ""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

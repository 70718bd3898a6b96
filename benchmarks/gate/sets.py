"""The development sets: real documents that no training saw, and generated ones. Never a test split."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import pickle
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from issuers import unseen

from gate.annotations import annotated, read_annotations
from gate.labelled_pages import kept_name, labelled_documents
from paperformer.extraction.model_path import default_model_path
from paperformer.labelled.documents import LabelledDocument, load_corpus, load_jsonl
from paperformer.labelled.folder import answered_documents, read_answer
from paperformer.labelled.record import stream_lines

BENCHMARKS = Path(__file__).parents[1]
PLACES = BENCHMARKS.parent / "recipes" / "labels" / "receipts-world.jsonl"
PICTURES = BENCHMARKS / "receipts_world"
LABELS = BENCHMARKS / "labels"
GENERATED, SEED = 200, 424242  # documents that no training, calibration or fit may draw
CASES = "cases.jsonl"
COUNTRY = re.compile(r" (États Unis|Etats Unis|France)$")
OF_PICTURES = {
    "total": "total_incl_vat", "date": "document_date", "supplier_name": "supplier_name",
    "currency": "currency",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sources:
    """Where documents come from.

    Args:
        data: The folder of ``PAPERFORMER_DATA``.
        cache: Where generated documents, and the words of opened files, are kept between runs.
        added: Further sets by name: a JSONL file, a folder of documents with answers beside them, or a folder
            with ``cases.jsonl`` (``cases.py``).
    """

    data: Path
    cache: Path
    added: Mapping[str, Path]


def sources_at(cache: Path) -> Sources:
    """The documents of ``PAPERFORMER_DATA``; a benchmark that lacks them says so and ends."""
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    if not (data / "receipts-sroie").is_dir():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-sroie, orders-deepform ...")
    return Sources(data, cache, {})


class Missing(Exception):
    """A set that is not here; the message says what it needs."""


Loader = Callable[[Sources], list[LabelledDocument]]


def load_sets(
    sources: Sources, wanted: Sequence[str], sealed: bool, skipped: Callable[[str], None]
) -> dict[str, list[LabelledDocument]]:
    """All sets that are here, by name.

    Args:
        sources: Where from.
        wanted: Only these; none is all.
        sealed: Whether the sealed annotations are measured too, as sets of their own.
        skipped: Called with a line on each set that is missing.
    """
    loaders: dict[str, Loader] = {**LOADERS, **(SEALED_LOADERS if sealed else {})}
    for name, path in sources.added.items():
        loaders[name] = partial(_added, path)
    sets: dict[str, list[LabelledDocument]] = {}
    for name, load in loaders.items():
        if wanted and name not in wanted:
            continue
        try:
            documents = load(sources)
        except Missing as missing:
            skipped(f"{name}: skipped, {missing}")
            continue
        sets[name] = [one for one in documents if one.known]
        for suffix, kind in (("+", ""), ("+sealed", ".sealed")) if sealed else (("+", ""),):
            labels = read_annotations(LABELS / f"{name}{kind}.jsonl")
            if found := annotated(documents, labels):
                sets[name + suffix] = found
    return {name: documents for name, documents in sets.items() if documents}


def _file(data: Path, *parts: str) -> Path:
    path = data.joinpath(*parts)
    if not path.is_file():
        raise Missing(f"set PAPERFORMER_DATA to a folder that holds {'/'.join(parts)}")
    return path


def _held_out(name: str) -> frozenset[str]:
    """The documents that the default model's training did not see (another model's must be the same)."""
    return frozenset(json.loads((default_model_path() / "held_out.json").read_text("utf-8"))[name])


def _chosen(path: Path, keys: frozenset[str] | None, cache: Path) -> Path:
    """The lines of a file that are of the documents ``keys``, of those with a picture for None.

    Most sets are large and few of their documents are needed, so the lines are kept.
    """
    state = path.stat()
    mark = repr((str(path), state.st_size, state.st_mtime_ns, sorted(keys or ())))
    kept = cache / f"{path.parent.name}-{hashlib.sha256(mark.encode()).hexdigest()[:16]}.jsonl"
    if not kept.is_file():
        every = (record for _, record in stream_lines(path))
        wanted = (one for one in every if (one["file"] if keys is None else one["id"] in keys))
        cache.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(json.dumps(one) + "\n" for one in wanted), encoding="utf-8")
    return kept


def _sroie(sources: Sources) -> list[LabelledDocument]:
    path = _file(sources.data, "receipts-sroie", "train.jsonl")
    return load_jsonl(_chosen(path, _held_out("receipts-sroie"), sources.cache))


def _orders(sources: Sources) -> list[LabelledDocument]:
    path = _file(sources.data, "orders-deepform", "train.jsonl.gz")
    return load_jsonl(_chosen(path, _held_out("orders-deepform"), sources.cache))


def _orders_valid(sources: Sources) -> list[LabelledDocument]:
    return load_jsonl(_file(sources.data, "orders-deepform", "valid.jsonl.gz"))


def _world(sources: Sources) -> list[LabelledDocument]:
    keys = _held_out("receipts-world")
    path = _file(sources.data, "receipts-world", "train.jsonl.gz")
    documents, places = (_chosen(one, keys, sources.cache) for one in (path, PLACES))
    return load_corpus(documents, standoff=places)


def _world_pictures(sources: Sources) -> list[LabelledDocument]:
    """The ``dev`` half of the receipts that were read from their pictures."""
    truths: dict[str, dict[str, tuple[str, ...]]] = {}
    for path in sorted(PICTURES.glob("labels-*.jsonl")):
        for record in map(json.loads, path.read_text("utf-8").splitlines()):
            if record["split"] == "dev":
                values = {ours: record[name] for name, ours in OF_PICTURES.items() if record[name]}
                truths[record["id"]] = {
                    name: (value,) if isinstance(value, str) else tuple(value)
                    for name, value in values.items()
                }
    path = _file(sources.data, "receipts-world", "train.jsonl.gz")
    return [
        replace(one, fields=truths[one.key], known=frozenset(truths[one.key]))
        for one in load_jsonl(_chosen(path, frozenset(truths), sources.cache))
    ]


def _zugferd(sources: Sources) -> list[LabelledDocument]:
    """E-invoices of issuers that no training saw; the page is read, the XML is the truth."""
    documents = load_jsonl(_file(sources.data, "invoices-zugferd", "train.jsonl"))
    keys = frozenset(unseen(documents))
    names = {"order_number": "receiver_order_number"}  # BT-13
    renamed = [
        replace(one, fields={names.get(name, name): values for name, values in one.fields.items()})
        for one in documents
        if one.key in keys
    ]
    # What the XML does not say may well be printed, in a remark: it is not judged.
    return [replace(one, known=frozenset(one.fields)) for one in renamed]


def _templates(sources: Sources) -> list[LabelledDocument]:
    """The eight of each template that have a picture: more of the same would drown the other sets."""
    path = _file(sources.data, "invoices-templates", "train.jsonl.gz")
    return [_template(one) for one in load_jsonl(_chosen(path, None, sources.cache))]


def _template(one: LabelledDocument) -> LabelledDocument:
    """What its words hold ("FA02" is often read "FAQ2"); an address is right without its country too.

    Not every template is labelled in every field that some are: what is not labelled is not judged.
    """
    seen: Mapping[str, bool] = one.flags.get("visible", {})
    fields = {
        name: (*values, *(COUNTRY.sub("", value) for value in values if name.endswith("_address")))
        for name, values in one.fields.items()
        if seen.get(name, True) or name.endswith("_address")
    }
    return replace(one, fields=fields, known=frozenset(fields))


def _generated(sources: Sources) -> list[LabelledDocument]:
    path = sources.cache / f"generated-{SEED}-{GENERATED}.jsonl"
    if not path.is_file():
        if importlib.util.find_spec("reportlab") is None:
            raise Missing("install the extra [synthesis]")
        from paperformer.synthesis.corpus import write_corpus

        sources.cache.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"unfinished-{path.name}")
        write_corpus(unfinished, GENERATED, SEED).rename(path)
    return load_jsonl(path)


def _pages(sources: Sources) -> list[LabelledDocument]:
    """Invoices and receipts of many issuers in 40 languages, labelled by eye."""
    return labelled_documents(_file(sources.data, "invoices-world", "labels-dev.jsonl"), sources.cache)


def _drawn(part: str, sources: Sources) -> list[LabelledDocument]:
    """Documents in the manner of real firms (``drawn/draw.py``), drawn anew: their truth may grow."""
    if importlib.util.find_spec("drawn") is None or importlib.util.find_spec("reportlab") is None:
        raise Missing("it needs benchmarks/drawn and the extra [synthesis]")
    draw_part = importlib.import_module("drawn.draw").draw_part
    with TemporaryDirectory() as folder:
        drawn = sorted(draw_part(part, Path(folder)))
        pairs = [(path, read_answer(path.with_suffix(".json"))) for path in drawn]
        return _opened(Path(folder), pairs, sources.cache)


LOADERS: Mapping[str, Loader] = {
    "sroie": _sroie,
    "orders": _orders,
    "orders-valid": _orders_valid,
    "world": _world,
    "world-pictures": _world_pictures,
    "zugferd": _zugferd,
    "templates": _templates,
    "generated": _generated,
    "drawn": partial(_drawn, "open"),
    "pages": _pages,
}
SEALED_LOADERS: Mapping[str, Loader] = {"drawn+sealed": partial(_drawn, "sealed")}


def _added(path: Path, sources: Sources) -> list[LabelledDocument]:
    if path.is_file():
        return load_jsonl(path)
    if (path / CASES).is_file():
        lines = map(json.loads, (path / CASES).read_text("utf-8").splitlines())
        pairs = [(path / case["file"], case["fields"]) for case in lines if case["fields"]]
    elif path.is_dir():
        pairs = answered_documents(path)
    else:
        raise Missing(f"there is no {path}")
    return _opened(path, pairs, sources.cache)


def _opened(
    folder: Path, pairs: Sequence[tuple[Path, Mapping[str, Sequence[str]]]], cache: Path
) -> list[LabelledDocument]:
    """Documents of files; their words are read once for each content of a file."""
    from paperformer.documents import DocumentReader

    cache.mkdir(parents=True, exist_ok=True)
    documents = []
    with DocumentReader() as reader:
        for path, fields in pairs:
            kept = cache / kept_name(path.read_bytes())
            if not kept.is_file():
                kept.write_bytes(pickle.dumps(reader.read(path)))
            documents.append(
                LabelledDocument(
                    document=pickle.loads(kept.read_bytes()),  # noqa: S301 - written by the line above
                    fields={name: tuple(values) for name, values in fields.items() if values},
                    known=frozenset(fields),
                    labels=None,
                    raw={},
                    key=str(path.relative_to(folder)),
                    file=path,
                )
            )
    return documents

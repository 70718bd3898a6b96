"""What crosses between the reading process and its owner comes out as it went in."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer import errors
from paperformer.documents import wire
from paperformer.documents.limits import Limits
from paperformer.documents.model import Box, Document, Page, Word
from paperformer.documents.reading import ReadOptions

texts = st.text(st.characters(), min_size=1, max_size=8)  # lone surrogates included
parts = st.floats(0, 1)
words = st.builds(
    Word,
    texts,
    st.builds(Box, parts, parts, parts, parts),
    st.just(2),
    st.integers(0, 99),
    parts,
    st.booleans(),
    st.none() | st.floats(0, 99),
)
sizes = st.floats(1, 1e6)
pages = st.builds(
    Page,
    st.just(2),
    sizes,
    sizes,
    st.lists(words, max_size=4).map(tuple),
    st.sampled_from(["text_layer", "scanner_layer", "ocr", "both", "none"]),
    st.sampled_from([0, 90, 180, 270]),
    st.floats(-10, 10),
)
documents = st.builds(
    Document,
    texts,
    st.lists(pages, max_size=3).map(tuple),
    st.none() | st.binary(max_size=30),
    st.lists(texts, max_size=2).map(tuple),
    is_message=st.booleans(),
)


@given(documents)
def test_documents_cross_whole(document: Document) -> None:
    pipe = io.BytesIO()
    wire.send(pipe, *wire.document_to_message(document))
    pipe.seek(0)
    assert wire.document_from_message(*wire.receive(pipe)) == document


def test_options_cross_whole() -> None:
    options = ReadOptions(
        name="a", ocr="never", ocr_engine="fast", limits=Limits(pages=7, seconds_per_page=0.25)
    )
    assert wire.read_options_from_json(wire.read_options_to_json(options)) == options


@pytest.mark.parametrize("kind", [errors.UnreadableDocument, errors.EncryptedDocument, errors.OcrUnavailable])
def test_errors_cross_as_themselves_with_their_cause(kind: type[errors.PaperformerError]) -> None:
    error = wire.error_from_json(wire.error_to_json(kind("a.pdf is odd", "mend it"), "Traceback: here"))
    assert type(error) is kind
    assert (error.message, error.remedy) == ("a.pdf is odd", "mend it")
    assert error.__notes__ == ["Traceback: here"]


@pytest.mark.parametrize("name", ["SystemExit", "Literal", "annotations", "NoSuchError"])
def test_a_process_gone_bad_cannot_name_other_classes(name: str) -> None:
    error = wire.error_from_json({"error": name, "message": "m", "remedy": "r", "trace": ""})
    assert type(error) is errors.PaperformerError


@pytest.mark.parametrize("kept", [0, 5, 16, 20, 30])
def test_a_pipe_that_ends_early_is_noticed(kept: int) -> None:
    pipe = io.BytesIO()
    wire.send(pipe, {"page": 1}, b"0123456789")
    with pytest.raises(EOFError):
        wire.receive(io.BytesIO(pipe.getvalue()[:kept]))

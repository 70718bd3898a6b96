"""Whatever a reader that is not ours raises on damaged bytes, the file is refused in one line."""

from __future__ import annotations

import builtins
import email.message
import io
import zipfile
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from PIL import Image

import paperformer.documents.image
from paperformer.documents.damage import refusing_damage
from paperformer.documents.einvoice import read_einvoice
from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge, UnreadableDocument

REFUSAL = UnreadableDocument("a.zip is damaged", "fetch it again")
UNFORESEEN = [NotImplementedError, AttributeError, AssertionError, StopIteration, RecursionError, OSError]
UBL = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'


def raisable() -> list[type[Exception]]:
    """Every exception of the language itself that a library may raise, and two of the libraries' own."""
    found = [kind for kind in vars(builtins).values() if isinstance(kind, type)]
    errors = [
        kind for kind in found if issubclass(kind, Exception) and not issubclass(kind, MemoryError | Warning)
    ]
    plain = [kind for kind in errors if not issubclass(kind, UnicodeError | BaseExceptionGroup)]
    return [*dict.fromkeys(plain), zipfile.BadZipFile, zipfile.LargeZipFile]


def failing(kind: type[Exception]) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> object:
        raise kind("made up")

    return fail


def read(data: bytes) -> Document:
    return InProcessReader().read(data, ReadOptions(name="outer", ocr="never", limits=Limits()))


def png() -> bytes:
    file = io.BytesIO()
    Image.new("L", (4, 4)).save(file, "PNG")
    return file.getvalue()


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        written.writestr("a.png", png())
        written.writestr("b.png", png())
    return file.getvalue()


def mail() -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.com", "Invoice"
    message.set_content("attached")
    message.add_attachment(png(), maintype="image", subtype="png", filename="a.png")
    return message.as_bytes()


@pytest.mark.parametrize("kind", raisable(), ids=lambda kind: kind.__name__)
def test_an_exception_of_a_foreign_reader_becomes_the_refusal(kind: type[Exception]) -> None:
    with pytest.raises(UnreadableDocument) as caught, refusing_damage(REFUSAL):
        failing(kind)()
    assert caught.value is REFUSAL
    assert isinstance(caught.value.__cause__, kind)


@pytest.mark.parametrize("kind", [DocumentTooLarge, MemoryError, KeyboardInterrupt])
def test_limits_and_errors_of_ours_keep_their_own_words(kind: type[BaseException]) -> None:
    with pytest.raises(kind, match="own words"), refusing_damage(REFUSAL):
        raise kind("own words")


def test_an_archive_of_a_later_version_of_zip_is_refused() -> None:
    """Version 6.4 in the directory: ``zipfile`` knows 6.3 and raises ``NotImplementedError``."""
    data = bytearray(archive())
    data[data.index(b"PK\x01\x02") + 6] = 64
    with pytest.raises(UnreadableDocument, match="outer is a damaged or truncated ZIP archive") as caught:
        read(bytes(data))
    assert isinstance(caught.value.__cause__, NotImplementedError)


def test_an_entry_that_is_packed_in_an_unknown_way_is_passed_over_and_the_other_is_read() -> None:
    data = bytearray(archive())
    data[data.index(b"PK\x01\x02") + 10] = 97  # WavPack, which zipfile does not unpack
    document = read(bytes(data))
    assert [file.name for file in document.contained] == ["b.png"]
    assert document.passed_over == (("a.png", "cannot be unpacked"),)


@pytest.mark.parametrize("kind", UNFORESEEN)
@pytest.mark.parametrize(
    ("owner", "method", "data", "said"),
    [
        (zipfile.ZipFile, "infolist", archive(), "damaged or truncated ZIP archive"),
        (zipfile.ZipFile, "open", archive(), "a.png cannot be unpacked; b.png cannot be unpacked"),
        (email.message.Message, "walk", mail(), "damaged mail|nested too deeply"),
        (email.message.Message, "get_payload", mail(), "damaged mail|nested too deeply"),
        (paperformer.documents.image.Image, "open", png(), "damaged or truncated picture"),
    ],
)
def test_each_kind_of_file_is_refused_by_whatever_its_reader_raises(
    kind: type[Exception],
    owner: object,
    method: str,
    data: bytes,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(owner, method, failing(kind))
    with pytest.raises(UnreadableDocument, match=said) as caught:
        read(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", UNFORESEEN)
def test_an_e_invoice_is_refused_by_whatever_the_parser_raises(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    from defusedxml.ElementTree import DefusedXMLParser

    monkeypatch.setattr(DefusedXMLParser, "feed", failing(kind))
    with pytest.raises(UnreadableDocument, match=r"e-invoice XML (cannot be parsed|is not well formed)"):
        read_einvoice(UBL)


def test_property_tests_draw_the_same_examples_each_time_unless_they_are_asked_for_others() -> None:
    from hypothesis import settings

    chosen = settings.get_current_profile_name()
    assert chosen in ("paperformer", "random")
    assert settings.get_profile("paperformer").derandomize
    assert not settings.get_profile("random").derandomize
    assert settings().derandomize == (chosen == "paperformer")

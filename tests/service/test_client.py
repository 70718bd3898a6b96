"""The client of the service: written from the OpenAPI document, and used against a service."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from datetime import UTC
from pathlib import Path

import pytest
from fake_reader import pdf
from running_service import Running

from paperformer.client import ApiError, Client, File, Unset, is_signed, models
from paperformer.client.values import decode, encode
from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.service import client_writer
from paperformer.service.api_texts import descriptions
from paperformer.service.app import api_description
from paperformer.service.webhook import sign

PAGE = Path(__file__).parents[2] / "docs" / "client.md"
FIELDS = '{"supplier_name": ["Acme Ltd"], "total_incl_vat": ["12.00"], "currency": ["EUR"]}'


@pytest.fixture(scope="module")
def client(fake: Running) -> Client:
    return Client(fake.url, fake.key)


def test_the_client_is_what_the_description_says_today() -> None:
    """Else run ``python -m paperformer.service.client_writer``."""
    for name, text in client_writer.render(api_description()).items():
        assert text == (client_writer.TARGET / name).read_text(encoding="utf-8"), name


def test_every_operation_is_a_method(fake: Running) -> None:
    paths = fake.client.get("/v1/openapi.json").json()["paths"]
    names = {operation["operationId"] for methods in paths.values() for operation in methods.values()}
    assert names <= set(dir(Client))


BLOCKED = """
import sys

THEIRS = {"fastapi", "starlette", "sqlalchemy", "alembic", "uvicorn", "pydantic", "numpy", "httpx", "yaml"}

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in THEIRS:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Block())
import paperformer.client
print(sorted(name for name in sys.modules if name.startswith("paperformer.s")))
"""


def test_the_client_imports_without_what_the_service_needs() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr


def test_the_example_of_its_page_works(
    fake: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("invoice.pdf").write_bytes(pdf("Total 12.00", FIELDS))
    exec(example, {"url": fake.url, "key": fake.key, "data": pdf("sleep 0.1")})
    read, listed, state = capsys.readouterr().out.splitlines()
    assert read == "Acme Ltd 12.00 EUR"
    assert listed == "invoice.pdf ['march'] {'project': 'bridge-7'}"
    assert state in ("queued", "working", "done")


def test_answers_are_typed(client: Client) -> None:
    document = client.post_documents([File('a "b".pdf', pdf("Total", FIELDS))], external_id="e 1")
    assert isinstance(document, models.Document)
    assert (document.name, document.external_id) == ('a "b".pdf', "e 1")
    assert document.created.tzinfo == UTC
    assert document.extraction is not None
    candidate = document.extraction.fields["total_incl_vat"][0]
    assert isinstance(candidate, models.Candidate)
    assert (candidate.value, candidate.level) == ("12.00", "high")
    assert client.get_document(document.id) == document
    assert client.get_file(document.id) == pdf("Total", FIELDS)
    batch = client.post_documents([File("1.pdf", pdf("x")), File("2.pdf", pdf("y"))], split=False)
    assert isinstance(batch, models.DocumentBatch)
    assert [one.name for one in batch.items] == ["1.pdf", "2.pdf"]
    assert isinstance(client.list_fields()[0], models.FieldInfo)
    client.delete_document(document.id)


def test_corrections_are_sent_and_come_back(client: Client) -> None:
    id = client.post_documents([File("a.pdf", pdf("Total", FIELDS))]).id  # type: ignore[union-attr]
    body = models.Feedback(fields={"total_incl_vat": [models.FieldValue(value="13.00")]}, confirmed=True)
    kept = client.put_fields(id, body)
    assert kept == client.get_fields(id) == body
    assert client.get_document(id).total_incl_vat == "13.00"


def test_a_patch_sends_only_what_is_set(client: Client) -> None:
    assert encode(models.DocumentPatch(external_id=None)) == {"external_id": None}
    assert encode(models.DocumentPatch(metadata={"a": None})) == {"metadata": {"a": None}}
    assert models.DocumentPatch().tags is Unset.UNSET
    id = client.post_documents([File("a.pdf", pdf("x"))], tags="one", external_id="e").id  # type: ignore[union-attr]
    changed = client.patch_document(id, models.DocumentPatch(external_id=None))
    assert (changed.tags, changed.external_id) == (["one"], None)


def test_all_changes_are_followed_over_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *later = (client.post_documents([File("a.pdf", pdf(str(n)))]) for n in range(4))
    assert isinstance(first, models.Document)
    monkeypatch.setattr("paperformer.client.client._PIECE", 2)
    followed = [one.id for one in client.changes(first.updated)]
    assert followed == [one.id for one in later if isinstance(one, models.Document)]
    assert len(followed) == 3


def test_a_refusal_is_one_sentence_with_its_status(client: Client, fake: Running) -> None:
    with pytest.raises(ApiError, match="no such document") as refused:
        client.get_document("0" * 24)
    assert (refused.value.status, refused.value.document) == (404, None)
    with pytest.raises(ApiError) as failed:
        client.post_documents([File("a.pdf", pdf("fail"))])
    assert failed.value.status == 422
    assert failed.value.document is not None
    with pytest.raises(ApiError, match="key is not valid"):
        Client(fake.url, "pf_wrong").list_documents()
    with pytest.raises(ApiError, match=r"127\.0\.0\.1:9 cannot be reached") as gone:
        Client("http://127.0.0.1:9").healthz()
    assert gone.value.status is None


@pytest.mark.parametrize("url", ["localhost:8000", "file:///etc/passwd", "http://", ""])
def test_what_is_no_url_of_a_service_is_refused(url: str) -> None:
    with pytest.raises(InvalidConfig, match="is no URL of a service"):
        Client(url)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.pdf", "{} does not exist. Check the path"),
        ("", "{} is a folder. Give the path of a file"),
        ("a.pdf/b.pdf", "'{}' cannot be read: Not a directory. Check the path and disk"),
        ("a\0b", "'{}' cannot be read: embedded null byte. Check the path and disk"),
    ],
)
def test_a_wrong_path_is_one_sentence_before_anything_is_sent(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"x")
    with pytest.raises(UnreadableDocument) as raised:
        Client("http://127.0.0.1:9").read(tmp_path / name)
    assert str(raised.value) == said.format(str(tmp_path / name).replace("\0", "\\x00"))


def test_examples_of_the_description_go_through_the_models_unchanged() -> None:
    for name, example in descriptions()["examples"].items():
        decoded = decode(getattr(models, name), example)
        sent = encode(decoded)
        assert example.items() <= _like(sent, example).items(), name


def _like(sent: object, example: object) -> dict[str, object]:
    """What was sent, with times as the service writes them."""
    if isinstance(sent, dict):
        return {key: _value(value) for key, value in sent.items()}
    raise AssertionError(f"{sent!r} is not like {example!r}")


def _value(value: object) -> object:
    if isinstance(value, dict):
        return {key: _value(one) for key, one in value.items()}
    return value.replace("+00:00", "Z") if isinstance(value, str) else value


def test_what_a_newer_service_adds_is_left_out() -> None:
    told = {"id": "a", "reason": "b", "since": "tomorrow"}
    assert decode(models.Skipped, told) == models.Skipped(id="a", reason="b")


def test_a_webhook_is_known_by_its_signature() -> None:
    now = int(time.time())
    signature = sign(b"secret", b"body", now)
    assert is_signed(b"body", signature, b"secret")
    assert not is_signed(b"body!", signature, b"secret")
    assert not is_signed(b"body", signature, b"other")
    assert not is_signed(b"body", sign(b"secret", b"body", now - 301), b"secret")
    for wrong in ("", "t=,v1=", "t=\u0661,v1=x", "v1=x", signature.replace("t=", "t=-")):
        assert not is_signed(b"body", wrong, b"secret")

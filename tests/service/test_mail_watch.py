"""A watched mailbox: each mail is read once, whatever the connection does; nothing is sent in the clear."""

import datetime
import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from imap_server import PASSWORD, USER, ImapServer, running

from paperformer.cli import main
from paperformer.errors import InvalidConfig, MailboxUnavailable, OcrUnavailable, UnreadableDocument
from paperformer.extraction.batch import Answered, Outcome, Task
from paperformer.extraction.result import Extraction, ModelInfo
from paperformer.service.mail_watch import LONGEST_PAUSE, MailWatchConfig, watch_mailbox
from paperformer.service.mailbox import quoted
from paperformer.service.mailbox_address import parse_address
from paperformer.service.watch import Report
from toy_einvoice import ubl

MODEL = ModelInfo(name="m", version="1")
Serve = Callable[..., ImapServer]


def mail(text: str = "good") -> bytes:
    message = EmailMessage()
    message["Subject"] = text
    message.set_content("The invoice is attached.")
    return message.as_bytes()


class Reader:
    """Answers with the subject; a mail with the subject ``bad`` fails."""

    def __init__(self) -> None:
        self.read_names: list[str] = []

    def __call__(self, task: Task) -> Outcome:
        assert isinstance(task.source, bytes)
        subject = task.source.splitlines()[0].decode().removeprefix("Subject: ")
        self.read_names.append(task.name)
        if subject == "bad":
            return Outcome(task.name, error=UnreadableDocument(f"{task.name} is damaged", "fetch it again"))
        return Outcome(
            task.name,
            [Answered(Extraction(file=task.name, pages=[], fields={}, warnings=[subject], model=MODEL))],
        )


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers; settings are those of ``ImapServer``."""
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(running(ImapServer(**settings)))


def config(server: ImapServer, folder: Path, **changes: Any) -> MailWatchConfig:
    url = f"imap://bills%40example.com@127.0.0.1:{server.port}/INBOX"
    address = parse_address(url, PASSWORD, encrypted=False)
    settings = {"address": address, "answers": folder / "out", "failed": folder / "out/failed", "once": True}
    return MailWatchConfig(**{**settings, **changes})


def run(server: ImapServer, folder: Path, reader: Reader | None = None, **changes: Any) -> list[Report]:
    return list(watch_mailbox(config(server, folder, **changes), reader or Reader(), sleep=lambda _: None))


def test_an_answer_lies_under_account_mailbox_and_number_and_the_mail_is_marked(
    serve: Serve, tmp_path: Path
) -> None:
    server = serve()
    server.deliver(mail("one"), mail("two"))
    reports = run(server, tmp_path)
    names = [f"bills@example.com@127.0.0.1/INBOX/7-{uid}.eml" for uid in (1, 2)]
    names = (
        [f"bills%40example.com@127.0.0.1/INBOX/7-{uid}.eml" for uid in (1, 2)]
        if "%" in reports[0].name
        else names
    )
    assert [(report.name, report.error) for report in reports] == [(name, None) for name in names]
    answer = json.loads((tmp_path / "out" / f"{names[1]}.json").read_text())
    assert answer["warnings"] == ["two"]
    assert server.flags() == [{r"\Seen"}, {r"\Seen"}]


def test_a_mail_that_cannot_be_read_is_flagged_with_its_reason_kept(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    server.deliver(mail("bad"))
    (report,) = run(server, tmp_path)
    assert server.flags() == [{r"\Seen", r"\Flagged"}]
    reason = json.loads((tmp_path / "out/failed" / f"{report.name}.reason.json").read_text())
    assert reason["error"] == f"{report.name} is damaged"


@pytest.mark.parametrize("can", [("MOVE",), ("UIDPLUS",)])
def test_mails_are_moved_by_what_became_of_them(serve: Serve, tmp_path: Path, can: tuple[str, ...]) -> None:
    server = serve(can=can, boxes={"INBOX": {}, "Read": {}, "Not read": {}})
    server.deliver(mail("one"), mail("bad"))
    run(server, tmp_path, move_to="Read", move_failed_to="Not read")
    assert server.flags() == []
    assert [[m.data for m in server.boxes[name].values()] for name in ("Read", "Not read")] == [
        [mail("one")], [mail("bad")]
    ]  # fmt: skip


def test_without_move_and_uidplus_others_deleted_mails_stay(serve: Serve, tmp_path: Path) -> None:
    server = serve(can=(), boxes={"INBOX": {}, "Read": {}})
    server.deliver(mail("one"))
    for _ in range(2):
        run(server, tmp_path, move_to="Read")
    assert server.flags() == [{r"\Seen", r"\Deleted"}]
    assert len(server.boxes["Read"]) == 1
    assert server.count("EXPUNGE") == 0


def test_a_mail_is_read_once_also_by_the_next_run_and_when_somebody_marks_it_unread(
    serve: Serve, tmp_path: Path
) -> None:
    server, reader = serve(), Reader()
    server.deliver(mail("one"))
    run(server, tmp_path, reader)
    server.boxes["INBOX"][1].flags.clear()
    server.deliver(mail("two"))
    run(server, tmp_path, reader)
    assert [name[-7:] for name in reader.read_names] == ["7-1.eml", "7-2.eml"]
    assert server.flags() == [{r"\Seen"}, {r"\Seen"}]


def test_a_mailbox_that_is_numbered_anew_has_no_mail_read_twice(serve: Serve, tmp_path: Path) -> None:
    server, reader = serve(), Reader()
    server.deliver(mail("one"))
    run(server, tmp_path, reader)
    server.validity = 8
    server.boxes["INBOX"][1].flags.clear()
    run(server, tmp_path, reader)
    assert len(reader.read_names) == 1
    assert server.flags() == [{r"\Seen"}]


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "SEARCH", "FETCH", "STORE", "MOVE"])
def test_a_lost_connection_costs_no_mail_and_reads_none_twice(
    serve: Serve, tmp_path: Path, command: str
) -> None:
    server, reader = serve(boxes={"INBOX": {}, "Read": {}}), Reader()
    server.deliver(mail("one"), mail("two"))
    pauses: list[float] = []
    setup = config(server, tmp_path, once=False, move_to="Read", poll_seconds=0.1)

    def cut(seconds: float) -> None:  # while it waits for mail, the connection is cut at the next command
        pauses.append(seconds)
        if len(pauses) == 1:
            server.drop_before += ["SEARCH", command]
            server.deliver(mail("three"))

    ending = lambda: len(server.boxes["Read"]) == 3  # noqa: E731
    reports = list(watch_mailbox(setup, reader, ending, cut))
    assert len(reader.read_names) == len(set(reader.read_names)) == 3
    assert [type(report.error) for report in reports if report.error] != []
    assert sorted(m.data for m in server.boxes["Read"].values()) == sorted(map(mail, ("one", "two", "three")))


class Killed(BaseException):
    """What a SIGKILL is to the code under test: nothing after it runs."""


@pytest.mark.parametrize("death", range(1, 7))
def test_killed_at_any_write_it_answers_each_mail_once(serve: Serve, tmp_path: Path, death: int) -> None:
    server = serve(boxes={"INBOX": {}, "Read": {}})
    server.deliver(mail("one"), mail("bad"))
    left = [death]

    def counted(change: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                raise Killed
            return change(*arguments)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", counted(os.fsync))
        patch.setattr(Path, "replace", counted(Path.replace))
        with suppress(Killed):
            run(server, tmp_path, move_to="Read")
    assert (left[0] > 0) == (death == 6)  # the fifth change is the last
    run(server, tmp_path, move_to="Read")
    answers = [path.name for path in (tmp_path / "out").rglob("*.json") if path.name.endswith(".eml.json")]
    assert answers == ["7-1.eml.json"]
    assert [path.name for path in (tmp_path / "out/failed").rglob("*.json")] == ["7-2.eml.reason.json"]
    assert [m.data for m in server.boxes["Read"].values()] == [mail("one")]
    assert server.flags() == [{r"\Seen", r"\Flagged"}]


def test_pauses_grow_to_five_minutes_and_the_error_says_how_long(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    pauses: list[float] = []

    def refuse(seconds: float) -> None:
        server.refuse = ("LOGIN",)
        server.drop_before = ["SEARCH"]
        pauses.append(seconds)

    said: list[str] = []
    setup = config(server, tmp_path, once=False, poll_seconds=0.1)
    for report in watch_mailbox(setup, Reader(), lambda: len(said) == 11, refuse):
        assert report.error is not None
        said.append(report.error.remedy)
    tried = [float(text.removeprefix("It is tried again in ").removesuffix(" s")) for text in said]
    assert tried == [*(2.0**n for n in range(9)), LONGEST_PAUSE, LONGEST_PAUSE]
    assert max(pauses) <= 0.2  # so that Ctrl-C is heard


def test_a_large_mail_is_refused_before_it_is_fetched(serve: Serve, tmp_path: Path) -> None:
    server, reader = serve(), Reader()
    server.deliver(mail("x" * 5000))
    for _ in range(2):
        reports = run(server, tmp_path, reader, most_bytes=1000)
    assert reports == []  # the second run knows it
    assert (server.count("BODY"), reader.read_names) == (0, [])
    assert server.flags() == [{r"\Seen", r"\Flagged"}]


def test_a_server_that_sends_more_than_it_said_is_cut_off(serve: Serve, tmp_path: Path) -> None:
    server = serve(claimed_size=10)
    server.deliver(b"x" * 2_000_000)
    with pytest.raises(MailboxUnavailable, match=r"sends 2,000,000 bytes at once"):
        run(server, tmp_path, most_bytes=1000)


def test_without_its_ocr_engine_it_stops_and_marks_nothing(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    server.deliver(mail())
    with pytest.raises(OcrUnavailable):
        list(
            watch_mailbox(
                config(server, tmp_path),
                lambda task: Outcome(task.name, error=OcrUnavailable("no engine", "install it")),
            )
        )
    assert server.flags() == [set()]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"move_to": "None"}, "has no mailbox None"),
        ({"address": "imap://bills%40example.com@127.0.0.1:{port}/Nowhere"}, "has no mailbox Nowhere"),
        ({"address": "imap://other@127.0.0.1:{port}"}, "does not let other in"),
    ],
)
def test_what_the_server_does_not_have_ends_it_at_the_start(
    serve: Serve, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    server = serve()
    if "address" in changes:
        url = changes["address"].format(port=server.port)
        changes = {"address": parse_address(url, PASSWORD, encrypted=False)}
    with pytest.raises(InvalidConfig, match=message):
        run(server, tmp_path, once=False, **changes)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of 127.0.0.1 and its key, signed by itself."""
    from ipaddress import ip_address

    x509 = pytest.importorskip("cryptography.x509", reason="needs pip install 'paperformer[mcp]'")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail")])
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "mail.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.mark.parametrize("scheme", ["imaps", "imap"])
def test_mails_are_fetched_over_tls(serve: Serve, tmp_path: Path, certificate: Path, scheme: str) -> None:
    server = serve(certificate=certificate, tls=scheme == "imaps", can=("STARTTLS",))
    server.deliver(mail())
    url = f"{scheme}://bills%40example.com@127.0.0.1:{server.port}"
    address = parse_address(url, PASSWORD, ca_file=certificate)
    assert [report.error for report in run(server, tmp_path, address=address)] == [None]
    assert server.count("STARTTLS") == (scheme == "imap")


@pytest.mark.parametrize("scheme", ["imaps", "imap"])
def test_a_certificate_that_is_not_trusted_ends_it_before_the_password(
    serve: Serve, tmp_path: Path, certificate: Path, scheme: str
) -> None:
    server = serve(certificate=certificate, tls=scheme == "imaps", can=("STARTTLS",))
    address = parse_address(f"{scheme}://bills%40example.com@127.0.0.1:{server.port}", PASSWORD)
    with pytest.raises(InvalidConfig, match=r"certificate that is not trusted .* --ca-file"):
        run(server, tmp_path, address=address)
    assert server.count("LOGIN") == 0


def test_a_server_without_encryption_is_not_told_the_password(serve: Serve, tmp_path: Path) -> None:
    server = serve(can=())
    address = parse_address(f"imap://bills%40example.com@127.0.0.1:{server.port}", PASSWORD)
    with pytest.raises(InvalidConfig, match="does not offer encryption"):
        run(server, tmp_path, address=address)
    assert server.count("LOGIN") == 0


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("imaps://me:secret@host/INBOX", "holds a password"),
        ("imaps://host/INBOX", "lacks its user"),
        ("imaps://me@/INBOX", "lacks its user or its server"),
        ("imaps://me@host:port/", "is no URL"),
        ("imaps://me@host/A%0d%0aB", "control characters"),
        ("imaps://m%00e@host", "control characters"),
    ],
)
def test_an_address_that_cannot_be_is_refused(url: str, message: str) -> None:
    with pytest.raises(InvalidConfig, match=message) as caught:
        parse_address(url, "x")
    assert "secret" not in str(caught.value)


def test_an_address_hides_its_password_and_takes_a_mail_address_as_user() -> None:
    address = parse_address("imaps://me@example.com@mail.example.com/Bills%2F2026", "secret")
    assert (address.user, address.host, address.port) == ("me@example.com", "mail.example.com", 993)
    assert address.mailbox == "Bills/2026"
    assert address.name == "me@example.com@mail.example.com/Bills%2F2026"
    assert "secret" not in repr(address)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("INBOX", '"INBOX"'),
        ("Büro & Co", '"B&APw-ro &- Co"'),
        ("~peter/mail/台北/日本語", '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'),  # RFC 3501, 5.1.3
        ('a"b\\c', '"a\\"b\\\\c"'),
    ],
)
def test_names_of_mailboxes_are_written_in_modified_utf7(name: str, written: str) -> None:
    assert quoted(name) == written


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20))
def test_a_name_stays_on_its_line_and_between_its_quotes(name: str) -> None:
    written = quoted(name)
    assert written.isascii()
    assert written.isprintable()
    inner = written[1:-1].replace(r"\\", "").replace(r"\"", "")
    assert '"' not in inner
    assert "\\" not in inner


def command(*arguments: str, **environment: str) -> Result:
    return CliRunner(env={"PAPERFORMER_IMAP_PASSWORD": "", **environment}).invoke(main, ["watch", *arguments])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["imaps://me@host", "out"], "the password of the mailbox is missing"),
        (["imaps://me:pw@host", "out", "--imap-password-file", "FILE"], "holds a password"),
        (["imaps://me@host", "out", "--imap-password-file", "FILE", "--no-tls"], "imaps:// is encrypted"),
        ([".", "out", "--move-to", "Read"], "are for mailboxes"),
        (["nowhere", "out"], "nowhere is no folder, nor the address of a mailbox"),
    ],
)
def test_misuse_is_one_line_and_shows_no_password(tmp_path: Path, arguments: list[str], message: str) -> None:
    secret = tmp_path / "password"
    secret.write_text("hidden\n")
    done = command(*[str(secret) if word == "FILE" else word for word in arguments])
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert message in line
    assert "pw@" not in line
    assert "hidden" not in line


def test_the_command_reads_what_is_attached_to_a_mail(serve: Serve, tmp_path: Path) -> None:
    message = EmailMessage()
    message.set_content("Our invoice")
    message.add_attachment(ubl(7).encode(), maintype="application", subtype="xml", filename="invoice.xml")
    server = serve()
    empty = EmailMessage()
    empty.set_content("\n")
    server.deliver(message.as_bytes(), empty.as_bytes())
    password = tmp_path / "password"
    password.write_text(PASSWORD + "\n")
    url = f"imap://{USER}@127.0.0.1:{server.port}"
    done = command(
        url, str(tmp_path / "out"), "--no-tls", "--once",
        "--imap-password-file", str(password),
    )  # fmt: skip
    assert done.exit_code == 1
    read, failed = done.stderr.splitlines()
    assert read.endswith("/INBOX/7-1.eml: read")
    assert "7-2.eml: is a mail without attached files and without text" in failed
    (path,) = (tmp_path / "out").rglob("7-1.eml.json")
    assert json.loads(path.read_text())["fields"]["document_number"][0]["value"] == "N-7"
    assert server.flags() == [{r"\Seen"}, {r"\Seen", r"\Flagged"}]

"""Behind a proxy: whose address counts, and by which name the service is called."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from running_service import Running

from paperformer.cli import main
from paperformer.service.proxies import TrustedProxies, proxy_networks

Start = Callable[..., Running]
TRUSTED = ("127.0.0.1", "10.0.0.0/8", "2001:db8::/64")


def asking(peer: str, *forwarded: str, trusted: tuple[str, ...] = TRUSTED) -> str:
    """The client that the application sees."""
    seen: list[str] = []

    async def app(scope: dict[str, tuple[str, int]], _receive: object, _send: object) -> None:
        seen.append(scope["client"][0])

    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    scope = {"type": "http", "client": (peer, 5), "headers": headers}
    asyncio.run(TrustedProxies(app, proxy_networks(trusted))(scope, None, None))  # type: ignore[arg-type]
    return seen[0]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("127.0.0.1", ("203.0.113.7",), "203.0.113.7"),
        ("127.0.0.1", ("6.6.6.6, 203.0.113.7",), "203.0.113.7"),  # the client made up the first one
        ("127.0.0.1", ("6.6.6.6", "203.0.113.7"), "203.0.113.7"),
        ("127.0.0.1", ("203.0.113.7, 10.1.2.3",), "203.0.113.7"),  # two proxies
        ("127.0.0.1", ("10.1.2.3",), "10.1.2.3"),
        ("127.0.0.1", ("203.0.113.7:4711",), "203.0.113.7"),
        ("127.0.0.1", ("[2a00::7]:4711",), "2a00::7"),
        ("127.0.0.1", ("2A00:0::7",), "2a00::7"),
        ("::ffff:127.0.0.1", ("::ffff:203.0.113.7",), "203.0.113.7"),
        ("2001:db8::1", ("203.0.113.7",), "203.0.113.7"),
        ("127.0.0.1", ("6.6.6.6, unknown",), "127.0.0.1"),
        ("127.0.0.1", ("",), "127.0.0.1"),
        ("127.0.0.1", (), "127.0.0.1"),
        ("192.0.2.1", ("203.0.113.7",), "192.0.2.1"),  # no proxy of ours
    ],
)
def test_the_client_is_the_last_address_that_no_trusted_proxy_has(
    peer: str, forwarded: tuple[str, ...], address: str
) -> None:
    assert asking(peer, *forwarded) == address


@given(st.text(alphabet="0123456789.:, []abcf", max_size=60))
def test_what_the_client_writes_never_counts(made_up: str) -> None:
    assert asking("127.0.0.1", f"{made_up},203.0.113.7") == "203.0.113.7"
    assert asking("203.0.113.7", made_up) == "203.0.113.7"
    assert asking("127.0.0.1", made_up, trusted=()) == "127.0.0.1"


def test_one_client_behind_the_proxy_is_slowed_down_and_another_is_not(start_fake: Start) -> None:
    running = start_fake(trusted_proxies=("127.0.0.1",))

    def sign_in(address: str) -> int:
        headers = {"X-Forwarded-For": f"6.6.6.6, {address}"}
        return running.anonymous.post("/v1/session", json={"key": "pf_x"}, headers=headers).status_code

    assert [sign_in("203.0.113.7") for _ in range(12)][-1] == 429
    assert sign_in("203.0.113.8") == 401
    (entry, *_) = running.client.get("/v1/audit").json()["items"]
    assert entry["address"] == "203.0.113.8"


def test_without_a_trusted_proxy_the_header_changes_nothing(start_fake: Start) -> None:
    running = start_fake()
    codes = [
        running.anonymous.post(
            "/v1/session", json={"key": "pf_x"}, headers={"X-Forwarded-For": f"203.0.113.{number}"}
        ).status_code
        for number in range(12)
    ]
    assert codes[-1] == 429


def test_what_is_no_address_is_refused_in_one_line(tmp_path: pytest.TempPathFactory) -> None:
    for options in (["--check"], ["--port", "0"]):
        done = CliRunner().invoke(
            main, ["serve", "--data", str(tmp_path), "--trusted-proxy", "nginx", *options]
        )
        assert done.exit_code == 1
        assert done.stderr.startswith("paperformer: nginx is no address of a trusted proxy. Write it as")


def status_of(running: Running, *lines: str, method: str = "GET") -> int:
    """The status of a request with exactly these lines in its head."""
    place = urlsplit(running.url)
    with socket.create_connection((place.hostname, place.port or 0), timeout=10) as connection:
        head = [f"{method} /healthz HTTP/1.1", *lines, "Connection: close"]
        connection.sendall(("\r\n".join(head) + "\r\n\r\n").encode("latin-1"))
        return int(connection.makefile("rb").readline().split()[1])


HEADS: dict[tuple[str, ...], int] = {
    ("Host: localhost",): 200,
    ("Host: LOCALHOST:8000",): 200,
    ("Host: [::1]:8000",): 200,
    ("Host: localhost", "Host: evil.example"): 400,
    ("Host: evil.example", "Host: localhost"): 400,
    ("Host: localhost", "Host: localhost"): 400,
    ("Host: evil@localhost",): 400,
    ("Host: evil.example:80@localhost",): 400,
    ("Host: localhost/evil",): 400,
    ("Host: localhost#evil",): 400,
    ("Host: localhost?evil",): 400,
    ("Host: localhost, evil.example",): 400,
    ("Host: localhost\\evil",): 400,
    ("Host: loc\xe4lhost",): 400,
    ("Host: [::1",): 400,
    ("Host: evil.example",): 421,
    ("Host: localhost.evil.example",): 421,
}


@pytest.mark.parametrize("lines", HEADS)
def test_the_name_of_the_service_is_there_once_and_is_a_name(lines: tuple[str, ...], fake: Running) -> None:
    assert status_of(fake, *lines) == HEADS[lines]


def test_where_every_name_is_allowed_it_must_be_one_all_the_same(start_fake: Start) -> None:
    running = start_fake(host="0.0.0.0")
    assert {lines: status_of(running, *lines) for lines in HEADS} == {
        lines: 200 if status == 421 else status for lines, status in HEADS.items()
    }


def test_an_origin_that_is_no_url_is_refused(fake: Running) -> None:
    assert status_of(fake, "Host: localhost", "Origin: http://[", method="POST") == 403

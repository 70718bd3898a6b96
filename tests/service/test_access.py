"""Who may do what, and what a browser is kept from."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from fake_reader import pdf
from hypothesis import given
from hypothesis import strategies as st
from running_service import Running

from paperformer.errors import InvalidConfig
from paperformer.service.config import ServiceConfig
from paperformer.service.limits import RateLimit

Start = Callable[..., Running]
UNKNOWN = "0" * 24
READING = [
    ("GET", "/v1/documents"),
    ("GET", f"/v1/documents/{UNKNOWN}"),
    ("GET", f"/v1/documents/{UNKNOWN}/extraction"),
    ("GET", f"/v1/documents/{UNKNOWN}/file"),
    ("GET", f"/v1/documents/{UNKNOWN}/pages/1.png"),
    ("GET", f"/v1/documents/{UNKNOWN}/pages/1/words"),
    ("GET", f"/v1/documents/{UNKNOWN}/fields"),
    ("GET", f"/v1/documents/{UNKNOWN}/evidence/iban"),
    ("GET", f"/v1/documents/{UNKNOWN}/review"),
    ("GET", "/v1/export"),
    ("POST", f"/v1/documents/{UNKNOWN}/checks"),
    ("GET", "/v1/assignees"),
    ("GET", "/v1/reading"),
    ("GET", "/v1/fields"),
    ("GET", "/v1/metrics/fields"),
    ("GET", "/metrics"),
]
WRITING = [
    ("POST", "/v1/documents"),
    ("DELETE", "/v1/documents?tag=none"),
    ("DELETE", f"/v1/documents/{UNKNOWN}"),
    ("POST", f"/v1/documents/{UNKNOWN}/retry"),
    ("POST", f"/v1/documents/{UNKNOWN}/contents"),
    ("PATCH", f"/v1/documents/{UNKNOWN}"),
    ("PUT", f"/v1/documents/{UNKNOWN}/fields"),
    ("POST", "/v1/review/confirm"),
    ("POST", "/v1/review/tag"),
    ("POST", "/v1/review/assign"),
    ("POST", "/v1/review/delete"),
    ("POST", "/v1/review/retry"),
    ("POST", "/v1/review/join"),
]
ADMINISTERING = [
    ("GET", "/v1/audit"),
    ("GET", "/v1/improvement"),
    ("POST", "/v1/improvement"),
    ("POST", "/v1/improvement/promote"),
]


def ask(running: Running, method: str, path: str, key: str | None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    body = {} if method in ("PUT", "PATCH") or path.endswith("checks") else None
    return running.anonymous.request(method, path, headers=headers, json=body)


def keys_of(running: Running) -> dict[str, str]:
    return {scope: running.service.keys.create(scope, scope)[1] for scope in ("read", "write", "admin")}  # type: ignore[arg-type]


def test_nothing_is_open_to_who_has_no_key(fake: Running) -> None:
    for method, path in READING + WRITING + ADMINISTERING:
        for key in (None, "pf_nonsense", "pf_" + "0" * 12 + "_" + "a" * 43):
            answer = ask(fake, method, path, key)
            assert answer.status_code == 401, (method, path)
            assert answer.headers["www-authenticate"].startswith("Bearer")


def test_every_route_of_the_description_is_tried_here(fake: Running) -> None:
    described = fake.client.get("/v1/openapi.json").json()["paths"]
    routes = {(method.upper(), path) for path, methods in described.items() for method in methods}
    tried = {
        (
            method,
            path.partition("?")[0]
            .replace(UNKNOWN, "{id}")
            .replace("/1", "/{number}")
            .replace("iban", "{field}"),
        )
        for method, path in READING + WRITING + ADMINISTERING
    }
    without_key = {("GET", "/healthz"), ("GET", "/readyz")}
    session = {(method, "/v1/session") for method in ("GET", "POST", "DELETE")}
    assert routes == tried | without_key | session


def test_a_key_may_do_what_its_scope_says(fake: Running) -> None:
    keys = keys_of(fake)
    for needed, routes in (("read", READING), ("write", WRITING), ("admin", ADMINISTERING)):
        for scope, key in keys.items():
            allowed = list(keys).index(scope) >= list(keys).index(needed)
            for method, path in routes:
                status = ask(fake, method, path, key).status_code
                assert (status != 403) == allowed, (scope, method, path, status)
                assert status not in (401, 500)


@contextmanager
def browser(running: Running) -> Iterator[tuple[httpx.Client, str]]:
    """A client that has signed in, and its token."""
    with httpx.Client(base_url=running.url) as client:
        answer = client.post("/v1/session", json={"key": running.key})
        assert answer.status_code == 200
        yield client, answer.json()["csrf_token"]


def test_a_browser_signs_in_with_a_key_and_out_again(fake: Running) -> None:
    with browser(fake) as (client, token):
        assert client.get("/v1/documents").status_code == 200
        told = client.get("/v1/session").json()
        assert told["signed_in"]
        assert told["csrf_token"] == token
        assert client.delete("/v1/session", headers={"X-CSRF-Token": token}).status_code == 204
        assert client.get("/v1/documents").status_code == 401
        assert client.get("/v1/session").json()["signed_in"] is False


def test_the_cookie_of_a_session_is_out_of_reach_of_scripts_and_other_sites(fake: Running) -> None:
    answer = httpx.post(f"{fake.url}/v1/session", json={"key": fake.key})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert fake.key not in cookie


def test_over_https_the_cookie_is_secure(start_fake: Start) -> None:
    running = start_fake(secure_cookies=True)
    answer = httpx.post(f"{running.url}/v1/session", json={"key": running.key})
    assert "Secure" in answer.headers["set-cookie"]


def test_a_cookie_alone_changes_nothing(fake: Running) -> None:
    id = fake.post(pdf("x")).json()["id"]
    with browser(fake) as (client, token):
        for headers in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": "wrong"}):
            assert client.delete(f"/v1/documents/{id}", headers=headers).status_code == 403
            assert client.post("/v1/documents", content=pdf("x"), headers=headers).status_code == 403
        assert client.delete(f"/v1/documents/{id}", headers={"X-CSRF-Token": token}).status_code == 204


def test_a_page_of_another_site_changes_nothing_even_where_no_key_is_asked_for(start_fake: Start) -> None:
    running = start_fake(require_key=False)

    def status(headers: dict[str, str]) -> int:
        return running.anonymous.post("/v1/documents", content=pdf("x"), headers=headers).status_code

    assert status({}) == 201
    assert status({"Origin": running.url}) == 201
    for origin in ("http://evil.example", "null", running.url.replace("127.0.0.1", "localhost")):
        assert status({"Origin": origin}) == 403


def test_a_name_that_leads_here_from_elsewhere_is_refused(fake: Running, start_fake: Start) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "[::1"):
        answer = fake.client.get("/healthz", headers={"Host": host})
        assert answer.status_code in (400, 421), host
    for host in ("localhost:65536", "localhost:99999", "[::1]:70000"):  # no port
        assert fake.client.get("/healthz", headers={"Host": host}).status_code == 400, host
    assert fake.client.get("/healthz", headers={"Host": "localhost:65535"}).status_code == 200
    port = fake.url.rpartition(":")[2]
    for host in (f"127.0.0.1:{port}", "localhost", "[::1]:80", "LOCALHOST"):
        assert fake.client.get("/healthz", headers={"Host": host}).status_code == 200
    named = start_fake(allowed_hosts=("bills.example",))
    assert named.client.get("/healthz", headers={"Host": "bills.example"}).status_code == 200


def test_every_answer_has_the_headers_that_keep_browsers_safe(fake: Running) -> None:
    for path in ("/", "/healthz", "/v1/documents", "/v1/nowhere", "/web/nowhere"):
        headers = fake.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers or "uvicorn" in headers["server"]


def test_who_tries_many_keys_is_slowed_down(start_fake: Start) -> None:
    running = start_fake()
    codes = [running.anonymous.post("/v1/session", json={"key": f"pf_{n}"}).status_code for n in range(15)]
    assert codes[:10] == [401] * 10
    assert 429 in codes[10:]


def test_a_key_that_asks_too_often_is_told_when_to_come_again(start_fake: Start) -> None:
    running = start_fake(requests_per_second=0.1, burst=5)
    other = running.service.keys.create("other", "read")[1]
    answers = [running.client.get("/v1/fields") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
    assert ask(running, "GET", "/v1/fields", other).status_code == 200


@given(st.floats(0.1, 100), st.integers(1, 20), st.lists(st.floats(0, 5), max_size=60))
def test_no_caller_gets_more_than_burst_and_rate_allow(
    per_second: float, burst: int, pauses: list[float]
) -> None:
    now = 0.0
    limit = RateLimit(per_second, burst, clock=lambda: now)
    allowed = 0
    for pause in pauses:
        now += pause
        wait = limit.wait("a")
        allowed += wait == 0.0
        assert 0.0 <= wait <= 1.0 / per_second + 1e-6
        assert allowed <= burst + now * per_second + 1e-6
    assert limit.wait("somebody else") == 0.0


def test_what_was_done_stands_in_the_audit_log(fake: Running) -> None:
    id = fake.post(pdf("x")).json()["id"]
    fake.client.put(f"/v1/documents/{id}/fields", json={"confirmed": True})
    fake.client.delete(f"/v1/documents/{id}")
    lines = fake.client.get("/v1/audit", params={"limit": 50}).json()["items"]
    assert [line["action"] for line in lines if line["subject"] == id] == ["delete", "confirm", "post"]
    mine = next(line for line in lines if line["subject"] == id)
    assert mine["key_name"] == "tests"
    assert mine["address"] == "127.0.0.1"


def test_a_service_without_keys_listens_to_this_machine_alone(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="open to everybody"):
        ServiceConfig(data=tmp_path, host="0.0.0.0", require_key=False)


@pytest.mark.parametrize(
    "path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web/..%2fapp.py", "/web//etc/passwd"]
)
def test_static_files_stay_in_their_folder(fake: Running, path: str) -> None:
    host, port = fake.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert b"404 Not Found" in answer.split(b"\r\n")[0]

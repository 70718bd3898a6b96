"""The recipes are run as they are printed, in order, against a running service."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fake_reader import pdf
from running_service import Running

PAGE = (Path(__file__).parents[2] / "docs/recipes.md").read_text(encoding="utf-8")
FIELDS = {
    "document_number": ["R-17"],
    "supplier_name": ["Kvarn AB"],
    "document_date": ["2026-03-01"],
    "total_incl_vat": ["1250.50"],
    "currency": ["SEK"],
}


def blocks(language: str) -> list[str]:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


def requests() -> dict[str, dict[str, Any]]:
    """The requests that are printed as JSON: that of n8n, and those of Power Automate."""
    n8n, post, get = (json.loads(block) for block in blocks("json"))
    return {"n8n": n8n["nodes"][0], "post": post["inputs"], "get": get["inputs"]}


@pytest.mark.skipif(
    sys.platform == "win32" or not all(map(shutil.which, ("bash", "curl", "jq"))),
    reason="needs bash, curl and jq",
)
def test_the_commands_of_curl_do_what_the_page_says(fake: Running, tmp_path: Path) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "invoice.pdf").write_bytes(pdf(json.dumps(FIELDS)))
    (tmp_path / "inbox/a b.pdf").write_bytes(pdf("one", json.dumps(FIELDS)))
    (tmp_path / "inbox/doubtful.pdf").write_bytes(pdf(json.dumps({**FIELDS, "supplier_name": ["~Kvarn"]})))
    (tmp_path / "inbox/notes.txt").write_text("buy milk")
    script = "".join(blocks("bash")).replace("http://127.0.0.1:8000", fake.url)
    done = subprocess.run(
        ["bash", "-eu", "-c", script],
        cwd=tmp_path, env={"KEY": fake.key, "PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["R-17\tKvarn AB\t1250.50\tSEK", "inbox/notes.txt: refused"]
    assert "415" in done.stderr
    assert len((tmp_path / "ids.txt").read_text().split()) == 2
    rows = [line.split("\t") for line in (tmp_path / "doubtful.tsv").read_text().splitlines()]
    assert [name for _, name, _ in rows] == ["doubtful.pdf", "a b.pdf"]
    assert json.loads((tmp_path / "confirmed.json").read_text())["confirmed"] is True
    assert zipfile.is_zipfile(tmp_path / "march.xlsx")
    assert "total_incl_vat" in (tmp_path / "invoice.csv").read_text("utf-8-sig")
    assert json.loads((tmp_path / "deleted.json").read_text())["deleted"] == 2
    assert (tmp_path / "paperformer.curlrc").stat().st_mode & 0o777 == 0o600


def test_the_node_of_n8n_is_a_request_that_the_service_answers(fake: Running) -> None:
    node = requests()["n8n"]
    said = node["parameters"]
    assert (said["contentType"], said["genericAuthType"]) == ("binaryData", "httpHeaderAuth")
    query = {entry["name"]: entry["value"] for entry in said["queryParameters"]["parameters"]}
    query["name"] = query["name"].replace("={{ $binary.data.fileName }}", "bill.pdf")
    answer = httpx.request(
        said["method"],
        said["url"].replace("http://127.0.0.1:8000", fake.url),
        params=query,
        content=pdf(json.dumps(FIELDS)),
        headers={"Authorization": f"Bearer {fake.key}"},
        timeout=said["options"]["timeout"] / 1000,
    )
    document = answer.raise_for_status().json()
    assert (document["name"], document["tags"]) == ("bill.pdf", ["n8n"])
    assert document["doubt"] < 0.1
    assert document["extraction"]["fields"]["currency"][0]["value"] == "SEK"
    fake.client.delete(f"/v1/documents/{document['id']}").raise_for_status()


def test_the_requests_of_power_automate_post_a_file_and_wait_for_it(fake: Running) -> None:
    post, get = requests()["post"], requests()["get"]

    def send(request: dict[str, Any], values: dict[str, str], content: bytes | None = None) -> httpx.Response:
        text = json.dumps(request)
        for expression, value in values.items():
            assert expression in text
            text = text.replace(expression, value)
        filled = json.loads(text)
        assert "@{" not in filled["uri"] + str(filled["headers"])
        url = filled["uri"].replace("https://bills.example.com", fake.url)
        return httpx.request(filled["method"], url, headers=filled["headers"], content=content)

    key = {"@{parameters('PaperformerKey')}": fake.key}
    name = {"@{encodeUriComponent(triggerOutputs()?['headers/x-ms-file-name'])}": quote("a b.pdf", safe="")}
    assert post["body"] == "@triggerBody()"
    posted = send(post, {**key, **name}, pdf("sleep 0.1"))
    assert posted.status_code == 202
    fake.closed(posted.json()["id"])
    document = send(get, {**key, "@{body('Post_document')?['id']}": posted.json()["id"]}).json()
    assert (document["name"], document["state"], document["tags"]) == ("a b.pdf", "done", ["power-automate"])
    fake.client.delete(f"/v1/documents/{document['id']}").raise_for_status()


def test_the_page_has_commands_and_requests() -> None:
    assert "".join(blocks("bash")).count("curl -K") == 8
    assert len(blocks("json")) == 3

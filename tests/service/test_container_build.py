"""The Dockerfile's instructions, followed on this machine: its commands run, and what they make serves.

No container engine is needed, but root on Linux: see ``dockerfile.py``. Installing takes minutes and an index
of packages, so the whole build runs only where ``PAPERFORMER_CONTAINER=1`` asks for it.
"""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest
from dockerfile import ROOT, build, instructions, stages, why_no_layers

ASKED = "PAPERFORMER_CONTAINER"
CHECK = """
set -eu
paperformer extract /mnt/invoice-en.pdf --output jsonl
{serve} 2> /tmp/said & server=$!
until {health} 2> /dev/null; do kill -0 $server; sleep 1; done
key=$(sed -n 's/.*shown once: //p' /tmp/said)
python -c 'import sys; from urllib.request import Request, urlopen
given = {{"Authorization": "Bearer " + sys.argv[1]}}
body = open("/mnt/invoice-en.pdf", "rb").read()
print(urlopen(Request("http://127.0.0.1:8000/v1/documents", body, given)).read().decode())' "$key"
if touch /opt/x 2> /dev/null; then echo "the root can be written"; exit 1; fi
kill $server
wait $server || [ $? = 143 ]  # the number of SIGTERM
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for roots."""
    if (reason := why_no_layers(tmp_path)) is not None:
        pytest.skip(reason)
    return tmp_path


def words(name: str) -> str:
    """The words of an instruction in the exec form, as a shell takes them."""
    (rest,) = [rest for kind, rest in instructions() if kind == name]
    return shlex.join(json.loads(rest.partition("CMD ")[2] or rest))


def test_the_user_and_the_volume_are_made_by_the_commands_as_they_are(folder: Path) -> None:
    """All that the last stage runs, without what it copies."""
    steps = [step for step in stages()["final"] if step[0] != "COPY"]
    done = build(folder, {"final": steps}, "id -u; id -g; echo $HOME; stat -c '%U %G %a' /data")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["10001", "10001", "/tmp", "paperformer paperformer 700"]


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get(ASKED) != "1", reason=f"takes minutes; {ASKED}=1 asks for it")
def test_what_the_whole_build_makes_reads_and_serves_as_its_user(folder: Path) -> None:
    serve = f"{words('ENTRYPOINT')} {words('CMD')}"
    done = build(folder, stages(), CHECK.format(serve=serve, health=words("HEALTHCHECK")))
    assert done.returncode == 0, done.stdout + done.stderr
    extracted, served = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    right = json.loads((ROOT / "samples/invoice-en.json").read_text(encoding="utf-8"))["fields"]
    for answer in (extracted, served["extraction"]):
        assert [one["value"] for one in answer["fields"]["document_number"][:1]] == right["document_number"]

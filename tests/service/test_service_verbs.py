"""The verbs that run and look after a service."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.service.database import Database
from paperformer.service.keys import Keys

SAMPLES = Path(__file__).parents[2] / "samples"


def command(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_key_is_made_listed_and_revoked(tmp_path: Path) -> None:
    made = command("keys", "create", "till 7", "--scope", "read", "--days", "30", "--data", tmp_path)
    secret = made.stdout.strip()
    assert secret.startswith("pf_")
    listed = command("keys", "list", "--data", tmp_path).stdout
    assert "till 7" in listed
    assert "read" in listed
    assert "valid" in listed
    assert secret.split("_", 2)[2] not in listed
    assert command("keys", "revoke", secret, "--data", tmp_path).exit_code == 0
    assert "revoked" in command("keys", "list", "--data", tmp_path).stdout
    again = command("keys", "revoke", secret, "--data", tmp_path)
    assert again.exit_code == 1
    assert "there is no valid key of this id" in again.stderr


def test_a_folder_of_data_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert command("keys", "create", "x", "--data", data).exit_code == 0
    assert data.stat().st_mode & 0o077 == 0


def test_corrections_of_nothing_are_an_empty_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command("keys", "create", "anyone", "--data", tmp_path / "data")
    done = command("corrections", "export", out, "--data", tmp_path / "data")
    assert done.exit_code == 0
    assert out.read_text() == ""
    assert "0 documents" in done.stderr


@pytest.mark.parametrize(
    "verb", [("corrections", "export", "out.jsonl"), ("keys", "list"), ("models", "list")]
)
def test_a_folder_that_holds_no_service_is_named_and_nothing_is_made(
    tmp_path: Path, verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*verb, "--data", tmp_path / "typo")
    assert done.exit_code == 2
    assert "holds no data of a service. Name its folder with --data" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_key_made_before_the_first_start_says_that_the_folder_is_new(tmp_path: Path) -> None:
    done = command("keys", "create", "early", "--scope", "read", "--data", tmp_path / "data")
    assert "start the service with the same --data" in done.stderr
    assert command("keys", "create", " ", "--data", tmp_path / "data").exit_code == 2


def test_nothing_is_rolled_back_that_was_not_promoted(tmp_path: Path) -> None:
    command("keys", "create", "anyone", "--data", tmp_path)
    done = command("models", "rollback", "--data", tmp_path)
    assert done.exit_code == 1
    assert "no model was promoted" in done.stderr
    (tmp_path / "empty").mkdir()
    wrong = command("models", "promote", tmp_path / "empty", "--data", tmp_path)
    assert wrong.exit_code == 1
    assert "no model" in wrong.stderr
    assert list((tmp_path / "models").glob("*")) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--host", "0.0.0.0", "--no-auth"), "open to everybody"),
        (("--webhook-allow", "nonsense"), "is no URL that can be called"),
        (("--database", "mysql://x/y"), "database"),
        (("--host", "192.0.2.1"), "cannot be listened on"),
        (("--workers", "0"), "--workers"),
        (("--model", "."), "no model"),
        (("--known-parties", "pyproject.toml"), "is not valid JSON"),
    ],
)
def test_a_service_that_cannot_run_so_says_why_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = command("serve", "--data", tmp_path / "data", "--port", "0", *arguments)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = command("serve", "--data", tmp_path / "data", "--port", taken.getsockname()[1])
    assert done.exit_code == 1
    assert "Choose another --port" in done.stderr


def test_the_first_start_shows_a_key_once_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    arguments = [sys.executable, "-m", "paperformer.cli", "serve", "--data", str(data), "--port", "0"]
    arguments += ["--workers", "1"]
    path = os.pathsep.join(sys.path)
    for is_first in (True, False):
        with subprocess.Popen(
            arguments, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
        ) as process:
            assert process.stderr is not None
            listening = process.stderr.readline()
            assert "only this machine reaches it" in listening
            url = listening.split("listening on ")[1].split(" ")[0]
            second = process.stderr.readline()
            if is_first:
                key = second.rsplit(" ", 1)[1].strip()
                assert process.stderr.readline().strip().endswith(f"open {url}/#key={key}")
                answer = httpx.post(
                    f"{url}/v1/documents", content=(SAMPLES / "invoice-en.pdf").read_bytes(), timeout=60,
                    headers={"Authorization": f"Bearer {key}"},
                )  # fmt: skip
                assert answer.json()["total_incl_vat"] == "13092.00"
            else:
                assert second.strip().endswith(f"open {url}")
                known = httpx.get(f"{url}/v1/documents", headers={"Authorization": f"Bearer {key}"})
                assert json.loads(known.content)["total"] == 1
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
            rest = process.stderr.read()
            assert "Traceback" not in rest
            assert "pf_" not in rest


def test_a_key_of_the_command_line_counts_while_the_service_runs(tmp_path: Path) -> None:
    running = Database(f"sqlite:///{tmp_path / 'paperformer.db'}")
    secret = command("keys", "create", "x", "--data", tmp_path).stdout.strip()
    assert Keys(running).check(secret) is not None
    running.close()


BLOCKED = """
import sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"fastapi", "starlette", "sqlalchemy", "uvicorn", "prometheus_client"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Block())
from paperformer.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("verb", [("serve",), ("keys", "list"), ("models", "list")])
def test_where_the_extra_is_missing_one_line_says_what_to_install(
    tmp_path: Path, verb: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *verb, "--data", str(tmp_path)], capture_output=True, text=True,
        check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "pip install 'paperformer[serve]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_option_that_changes_another_is_refused_without_it(tmp_path: Path) -> None:
    command("keys", "create", "anyone", "--data", tmp_path)
    done = command("learn", "--even-if-worse", "--data", tmp_path)
    assert done.exit_code == 2
    assert done.output == "paperformer: --even-if-worse changes what --promote does. Give both\n"


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    done = command("learn", "--data", tmp_path / "data", "--database", f"sqlite:///{file}")
    assert done.exit_code == 2
    assert done.output == f"paperformer: {file} does not exist. Check --database\n"
    assert list(tmp_path.iterdir()) == []

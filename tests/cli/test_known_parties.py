"""`parties`, and `--known-parties` of `extract` and `evaluate`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
PAGE = (ROOT / "docs" / "known-parties.md").read_text(encoding="utf-8")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


def test_the_parties_of_labelled_documents_are_listed() -> None:
    listed = [json.loads(line) for line in run("parties", SAMPLES).stdout.splitlines()]
    names = {party["name"]: party for party in listed}
    assert names["Larkfield Studio Ltd"]["ibans"] == ["GB05NVSK20418837650194"]
    assert names["Hollin & Daughters Preserves Ltd"]["role"] == "receiver"


def test_who_is_known_is_answered_as_known_and_in_several_processes_too(tmp_path: Path) -> None:
    known = tmp_path / "known.csv"
    known.write_text("name,vat_number\nLarkfield Studio Limited,GB 613 8620 09\n", encoding="utf-8")
    options = ("--known-parties", known, "--fields", "supplier_name", "-o", "jsonl", "--min-confidence", "0")
    done = run("extract", SAMPLES / "invoice-en.pdf", SAMPLES / "invoice-en.pdf", "--jobs", "2", *options)
    for line in done.stdout.splitlines():
        found = json.loads(line)["fields"]["supplier_name"]
        assert ("Larkfield Studio Limited", "known") in {(one["value"], one["source"]) for one in found}
    assert len(done.stdout.splitlines()) == 2


def test_another_account_is_a_warning(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    party = {"name": "Larkfield Studio Ltd", "iban": "NO9386011117947"}
    known.write_text(json.dumps(party), encoding="utf-8")
    done = run("extract", SAMPLES / "invoice-en.pdf", "--known-parties", known, "--output", "json")
    (warning,) = json.loads(done.stdout)["warnings"]
    assert warning.startswith(
        "iban GB05NVSK20418837650194: none of the accounts known of Larkfield Studio Ltd"
    )


@pytest.mark.parametrize("verb", ["extract", "evaluate"])
def test_a_list_that_cannot_be_read_is_one_line(verb: str, tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    known.write_text('{"name": "Acme"}\n{"nme": "Acme"}\n', encoding="utf-8")
    source = SAMPLES / "invoice-en.pdf" if verb == "extract" else SAMPLES
    done = run(verb, source, "--known-parties", known)
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert "known.jsonl: line 2" in line


def test_a_mistyped_account_of_the_list_is_one_line_and_the_right_one_is_not_doubted(tmp_path: Path) -> None:
    known = tmp_path / "known.csv"
    known.write_text("name,iban\nLarkfield Studio Ltd,GB05NVSK2041883765019\n", encoding="utf-8")
    options = ("--known-parties", known, "--jobs", "2", "--output", "json")
    done = run("extract", *[SAMPLES / "invoice-en.pdf"] * 2, *options)
    assert [one["warnings"] for one in json.loads(done.stdout)] == [[], []]
    (line,) = done.stderr.splitlines()
    assert "known.csv: line 2: iban: GB05NVSK2041883765019 is no IBAN" in line


def test_the_pages_examples_run(tmp_path: Path) -> None:
    (commands,) = re.findall(r"^```bash\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (python,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (line,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (table,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "samples").symlink_to(SAMPLES)
    script = commands.replace("paperformer ", f"{sys.executable} -m paperformer.cli ")
    shown = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    assert re.search(r"supplier_name +Larkfield Studio Ltd .* known", shown.stdout)
    subprocess.run([sys.executable, "-W", "error", "-c", python], cwd=tmp_path, check=True)
    for name, text in (("own.jsonl", line), ("own.csv", table)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        done = run(
            "extract", SAMPLES / "invoice-en.pdf", "--known-parties", tmp_path / name, "--fields", "iban"
        )
        assert (done.exit_code, done.stderr) == (0, "")

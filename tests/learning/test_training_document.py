"""docs/training.md is true: its example runs, its formats are read, its table is the configuration."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from paperformer.labelled.documents import load_jsonl
from paperformer.labelled.folder import read_answer
from paperformer.learning.config import (
    Augmentation,
    DataSource,
    EncoderChoice,
    FinetuneConfig,
    Lora,
    Training,
)

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [body for kind, _, body in BLOCK.findall(TEXT) if kind == language]


# Lines of a shell, one after the other; those of ours share a process, which loads torch once.
SHELL = """
import json, shlex, subprocess, sys
from paperformer.cli import main
for command in json.load(sys.stdin):
    if not command.startswith("paperformer "):
        subprocess.run(["bash", "-euc", command], check=True)
        continue
    try:
        main(shlex.split(command)[1:])
    except SystemExit as end:
        assert not end.code, f"{command} ends with {end.code}"
"""
FEWER = {"count=600": "count=30", ", 12, seed": ", 8, seed", ", 6, seed": ", 3, seed"}  # drawing is slow


def commands(body: str) -> list[str]:
    """Those of a block of shell; a text in quotes may have several lines."""
    return [body] if body.startswith("python ") else body.splitlines()


@pytest.mark.slow
def test_the_example_runs(tmp_path: Path) -> None:
    for needed in ("samples", "models"):
        if not (ROOT / needed).is_dir():
            pytest.skip(f"{needed} lies in a clone of the repository only")
        (tmp_path / needed).symlink_to(ROOT / needed)
    asked = []
    for language, name, body in BLOCK.findall(TEXT):
        if name:
            (tmp_path / name).write_text(body, encoding="utf-8")
        elif language == "bash":
            for usual, few in FEWER.items():
                body = body.replace(usual, few)
            asked += commands(body)
    assert sum(command.startswith("paperformer ") for command in asked) >= 8
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-c", SHELL],
        input=json.dumps(asked),
        cwd=tmp_path,
        env={**os.environ, "PATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs" / "mine-float" / "calibration.json").exists()
    log = [json.loads(line) for line in (tmp_path / "runs/mine/metrics.jsonl").read_text().splitlines()]
    assert log[-1]["epoch"] == 1


def test_the_answer_is_read(tmp_path: Path) -> None:
    path = tmp_path / "invoice.json"
    path.write_text(blocks("json")[0], encoding="utf-8")
    answer = read_answer(path)
    assert answer["supplier_name"] == ["ACME Trading Ltd", "ACME"]
    assert answer["iban"] == []


def test_the_line_of_jsonl_is_read(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(blocks("json")[1], encoding="utf-8")
    (document,) = load_jsonl(path)
    assert document.labels == ((), ("total_incl_vat",))


def settings() -> Iterator[tuple[str, str]]:
    """Every setting and its default as the table prints them."""
    groups: dict[str, type[BaseModel]] = {
        "": FinetuneConfig,
        "data[].": DataSource,
        "encoder.": EncoderChoice,
        "augmentation.": Augmentation,
        "training.": Training,
        "lora.": Lora,
    }
    for prefix, group in groups.items():
        for name, field in group.model_fields.items():
            if prefix or name not in {"data", "encoder", "augmentation", "training", "lora"}:
                given = field.default is not PydanticUndefined and field.default not in (None, ())
                yield f"`{prefix}{name}`", f"`{field.default}`" if given else ""


def test_the_table_lists_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]*?) ?\| ", TEXT, re.MULTILINE)
    assert dict(rows) == dict(settings())

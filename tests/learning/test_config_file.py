"""YAML configurations: environment variables, and what is wrong with a file in one line."""

from pathlib import Path

import pytest

from paperformer.errors import InvalidConfig
from paperformer.learning.config_file import Strict, load_yaml


class Toy(Strict):
    """A configuration of two settings."""

    output: str
    steps: int = 1
    parts: tuple["Part", ...] = ()


class Part(Strict):
    """One of the parts of a configuration."""

    path: str
    repeat: float = 1.0


def toy(tmp_path: Path, text: str) -> Toy:
    path = tmp_path / "toy.yaml"
    path.write_text(text, encoding="utf-8")
    return load_yaml(path, Toy, "docs/toy.md")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("${TOY_FOLDER}/x", "runs/x"),
        ("$TOY_FOLDER/x", "runs/x"),
        ("$${TOY_FOLDER}/x", "${TOY_FOLDER}/x"),
        ("$${NOT_SET}/x", "${NOT_SET}/x"),
        ("5 $ a page", "5 $ a page"),
        ("$not_set_anywhere", "$not_set_anywhere"),
    ],
)
def test_variables_are_filled_in_and_a_second_dollar_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, read: str
) -> None:
    monkeypatch.setenv("TOY_FOLDER", "runs")
    assert toy(tmp_path, f"output: '{written}'").output == read


def test_a_variable_in_a_comment_need_not_be_set(tmp_path: Path) -> None:
    assert toy(tmp_path, "# needs ${NOT_SET}\noutput: x  # or ${NOT_SET}").output == "x"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("output: ${NOT_SET}/x", "variable NOT_SET is not set"),
        ("output: [", "no valid YAML"),
        ("output: x\nsteps: 2\nsteps: 3", "line 3: steps is given twice"),
        ("output: x\nstep: 2", "there is no setting step; did you mean steps"),
        ("output: x\nzebra: 2", "there is no setting zebra\\."),
        ("steps: 2", "output is missing"),
        ("steps: many\noutput: x", "steps: input should be a valid integer"),
        ("", "it holds no settings"),
    ],
)
def test_a_file_that_cannot_be_is_refused_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InvalidConfig, match=told) as caught:
        toy(tmp_path, text)
    assert "toy.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_faults_are_told_at_once_a_line_each_with_their_place(tmp_path: Path) -> None:
    text = "outptu: x\nsteps: many\nparts:\n  - {path: a, repaet: 2}\n  - {pth: b}"
    with pytest.raises(InvalidConfig) as caught:
        toy(tmp_path, text)
    path = tmp_path / "toy.yaml"
    assert caught.value.message.splitlines() == [
        f"{path}: output is missing",
        f"{path}: steps: input should be a valid integer, unable to parse string as an integer",
        f"{path}: there is no setting parts.0.repaet; did you mean repeat?",
        f"{path}: parts.1.path is missing",
        f"{path}: there is no setting parts.1.pth; did you mean path?",
        f"{path}: there is no setting outptu; did you mean output?",
    ]
    assert str(caught.value).endswith("output? See docs/toy.md for the settings")


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="cannot be read"):
        load_yaml(tmp_path / "none.yaml", Toy, "docs/toy.md")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidConfig, match="not UTF-8"):
        load_yaml(tmp_path / "bytes.yaml", Toy, "docs/toy.md")

"""What a misspelt command is told, and the exit codes that are documented."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.cli.failure import ExitCode

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extrct"], "No such command 'extrct'. Did you mean extract"),
        (["keys", "lst"], "No such command 'lst'. Did you mean list?"),
        (["models", "promot"], "Did you mean promote?"),
        (["translate", "scor"], "Did you mean score?"),
        (["zzz"], "No such command 'zzz'."),
        (["extract", "--outpt", "json"], "--output"),
        (["evaluate", "a.jsonl", "--fields", "totl_incl_vat"], "Did you mean total_incl_vat"),
        (["extract", "a.pdf", "--fields", "ibn"], "Did you mean iban?"),
    ],
)
def test_the_nearest_name_is_told(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == ExitCode.MISUSE
    assert said in result.stderr


def test_all_faults_of_a_configuration_are_lines_of_their_own(tmp_path: Path) -> None:
    config = tmp_path / "mine.yaml"
    config.write_text("outptu: x\ndata: [{path: a, holdout: 3}]\n", encoding="utf-8")
    result = run("train", config)
    assert result.exit_code == ExitCode.MISUSE
    assert result.stderr.splitlines() == [
        f"paperformer: {config}: output is missing",
        f"paperformer: {config}: there is no setting data.0.holdout; did you mean hold_out?",
        f"paperformer: {config}: there is no setting outptu; did you mean output? "
        "See docs/training.md for the settings",
    ]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["fields"], ExitCode.DONE),
        (["extract", "missing.pdf"], ExitCode.FAILED),
        (["extract"], ExitCode.MISUSE),
        (["parties", "missing.jsonl"], ExitCode.FAILED),
        (["train", "missing.yaml"], ExitCode.MISUSE),
    ],
)
def test_a_command_ends_with_the_code_that_is_documented(arguments: list[str], code: ExitCode) -> None:
    assert run(*arguments).exit_code == code


@pytest.mark.parametrize("code", ExitCode)
def test_every_exit_code_is_on_the_page(code: ExitCode) -> None:
    assert f"| {code:d} | {code.meaning} |" in PAGE

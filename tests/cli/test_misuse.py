"""What a misspelt command is told, and the exit codes that are documented."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.cli.failure import ExitCode

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], prog_name="paperformer")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extrct"], "No such command 'extrct'. Did you mean extract"),
        (["keys", "lst"], "No such command 'lst'. Did you mean list?"),
        (["models", "promot"], "Did you mean promote?"),
        (["translate", "scor"], "Did you mean score?"),
        (["zzz"], "No such command 'zzz'."),
        (["look", "modl"], "Did you mean model?"),
        (["extract", "--outpt", "json"], "Did you mean --output or --out or --without?"),
        (["--versoin"], "Did you mean --version?"),
        (["look", "model", "base", "--vocabluary", "9"], "Did you mean --vocabulary?"),
        (["evaluate", "a.jsonl", "--fields", "totl_incl_vat"], "Did you mean total_incl_vat"),
        (["extract", "a.pdf", "--fields", "ibn"], "Did you mean iban?"),
    ],
)
def test_the_nearest_name_is_told(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == ExitCode.MISUSE
    assert said in result.stderr
    assert result.stderr.startswith("paperformer: ")
    assert result.stderr.count("\n") == 1


def verbs(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command, groups too."""
    with click.Context(group) as context:
        for name in group.list_commands(context):
            yield (*above, name)
            command = group.get_command(context, name)
            if isinstance(command, click.Group):
                yield from verbs(command, (*above, name))


@pytest.mark.parametrize("verb", [(), *verbs(main)], ids=" ".join)
def test_an_option_that_no_command_has_is_one_line_that_names_the_help_of_that_command(
    verb: tuple[str, ...],
) -> None:
    result = run(*verb, "--qqqq")
    command = " ".join(("paperformer", *verb))
    assert result.exit_code == ExitCode.MISUSE
    assert result.stderr == f"paperformer: No such option '--qqqq'. See `{command} --help`\n"
    assert not result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extract"], "Missing argument 'PATH...'. See `paperformer extract --help`"),
        (["keys", "revoke"], "Missing argument 'ID'. See `paperformer keys revoke --help`"),
        (["keys", "list", "all"], "Got unexpected extra argument (all). See `paperformer keys list --help`"),
        (["extract", "a.pdf", "--to"], "Option '--to' requires an argument."),
        (
            ["extract", "a.pdf", "--jobs", "x"],
            "Invalid value for '--jobs' / '-j': 'x' is no whole number. See `paperformer extract --help`",
        ),
        (
            ["evidence", "--only", "postcod"],
            "no evidence is called 'postcod'. Did you mean postcode or postcode_below?",
        ),
        (
            ["evidence", "--sources", str(Path(__file__)), "--only", "postcode"],
            "--sources counts sources, not evidence. Give it without --worth and --only",
        ),
        (
            ["evaluate", "a.jsonl", "--without", "model,rule"],
            "'model,rule' is several names. Give each an option of its own",
        ),
        (
            ["extract", "a.pdf", "--output", "ubl", "--term", "BT-10=A", "--term", "bt-10=B"],
            "Invalid value for '--term': BT-10 is given twice, with different values. Give it once. See "
            "`paperformer extract --help`",
        ),
    ],
)
def test_what_is_missing_too_much_or_wrong_is_one_line(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (ExitCode.MISUSE, f"paperformer: {said}\n")


@pytest.mark.parametrize("name", ["-dash.pdf", "--dash.pdf", "-dash and space.pdf"])
def test_a_file_that_is_taken_for_an_option_is_told_how_it_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    result = run("extract", name)
    assert result.exit_code == ExitCode.MISUSE
    assert result.stderr.endswith(
        f"A name that begins with - comes after --: `paperformer extract -- {shlex.quote(name)}`\n"
    )


@pytest.mark.parametrize("group", [[], ["look"], ["keys"]])
def test_a_group_alone_prints_its_help(group: list[str]) -> None:
    assert "Commands:" in run(*group).stderr


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

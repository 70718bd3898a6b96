"""What a crash or a damaged disk leaves behind: every document is answered exactly once all the same."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperformer.extraction.resumable.manifest import MANIFEST, Entry, Manifest
from paperformer.extraction.resumable.store import Store, StoreConfig
from toy_batch import SETTINGS, answers_in, run_toy, states, write_texts
from toy_einvoice import ubl

TESTS = Path(__file__).parents[2]


def entry(number: int) -> Entry:
    return Entry(key=f"{number}-{SETTINGS}", name=f"{number}.txt", state="done")


def line(number: int) -> str:
    return f'{{"fields":{{"document_number":[{{"value":"{number}"}}]}}}}'


def filled(folder: Path, committed: int, uncommitted: int, part_bytes: int = 400) -> None:
    """A store whose process died with so many documents after the last commit."""
    store = Store(StoreConfig(folder=folder, part_bytes=part_bytes))
    for number in range(committed + uncommitted):
        store.add(entry(number), [line(number)])
        if number == committed - 1:
            store.commit()
    if store._part is not None:
        store._part.sync()  # the worst case: all of it reached the disk
    store.close()


def complete(folder: Path, documents: int) -> None:
    """What the next run does: it answers what is not done."""
    with Store(StoreConfig(folder=folder, part_bytes=400)) as store:
        for number in range(documents):
            if store.manifest.find(entry(number).key) is None:
                store.add(entry(number), [line(number)])


def once_each(documents: int) -> list[str]:
    return sorted(str(number) for number in range(documents))


def test_answers_that_the_manifest_does_not_know_are_cut_off(tmp_path: Path) -> None:
    filled(tmp_path, committed=3, uncommitted=2, part_bytes=10_000)
    with Store(StoreConfig(folder=tmp_path)) as store:
        assert [store.manifest.find(entry(n).key) is not None for n in range(5)] == [True] * 3 + [False] * 2
    assert answers_in(tmp_path) == ["0", "1", "2"]


def test_a_part_whose_tail_is_gone_is_set_aside_and_its_documents_are_read_again(tmp_path: Path) -> None:
    filled(tmp_path, committed=20, uncommitted=0)
    part = tmp_path / "part-000001.jsonl"
    os.truncate(part, part.stat().st_size - 5)
    with Store(StoreConfig(folder=tmp_path, part_bytes=400)) as store:
        assert store.notes == [f"{part} is missing or damaged: its 7 documents are read again"]
    complete(tmp_path, 20)
    assert answers_in(tmp_path) == once_each(20)
    assert (tmp_path / "part-000001.jsonl.damaged").exists()


@pytest.mark.parametrize("damage", ["cut", "empty", "noise", "gone"])
def test_a_manifest_that_is_damaged_or_gone_is_made_anew_from_the_answers(
    tmp_path: Path, damage: str
) -> None:
    filled(tmp_path, committed=20, uncommitted=0)
    manifest = tmp_path / MANIFEST
    if damage == "gone":
        manifest.unlink()
    elif damage == "noise":
        manifest.write_bytes(Random(0).randbytes(manifest.stat().st_size))
    else:
        os.truncate(manifest, 0 if damage == "empty" else manifest.stat().st_size // 2)
    with Store(StoreConfig(folder=tmp_path, part_bytes=400)) as store:
        assert sum(store.manifest.find(entry(n).key) is not None for n in range(20)) >= 19
    complete(tmp_path, 20)
    assert answers_in(tmp_path) == once_each(20)


@given(
    committed=st.integers(0, 12),
    uncommitted=st.integers(0, 6),
    target=st.sampled_from(["open", "sealed", "manifest", "none"]),
    share=st.floats(0, 1),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_file_is_cut_wherever_each_document_is_answered_once(
    tmp_path: Path, committed: int, uncommitted: int, target: str, share: float
) -> None:
    folder = tmp_path / "out"
    shutil.rmtree(folder, ignore_errors=True)
    filled(folder, committed, uncommitted)
    names = {"open": "part-*.open", "sealed": "part-*.jsonl", "manifest": MANIFEST, "none": "nothing"}
    for path in sorted(folder.glob(names[target]))[:1]:
        os.truncate(path, int(path.stat().st_size * share))
    complete(folder, committed + uncommitted)
    assert answers_in(folder) == once_each(committed + uncommitted)
    complete(folder, committed + uncommitted)
    assert answers_in(folder) == once_each(committed + uncommitted)


@pytest.mark.parametrize("step", ["replace", "unlink", "put_part"])
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_crash_between_two_steps_of_sealing_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, form: str
) -> None:
    """Sealing stops right after a step, as a crash would stop it."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pip install 'paperformer[batch]'")

    class Crash(Exception):
        pass

    def crashing(real: object) -> object:
        def run(*given: object, **named: object) -> None:
            real(*given, **named)  # type: ignore[operator]
            raise Crash

        return run

    folder = write_texts(tmp_path / "in", {f"{n}.txt": f"text {n}" for n in range(5)})
    target = {"replace": (Path, "replace"), "unlink": (Path, "unlink"), "put_part": (Manifest, "put_part")}
    with monkeypatch.context() as patched:
        place, name = target[step]
        real_seal = Store.seal

        def seal(store: Store) -> None:
            store.commit()
            patched.setattr(place, name, crashing(getattr(place, name)))
            real_seal(store)

        patched.setattr(Store, "seal", seal)
        with pytest.raises(Crash):
            run_toy(folder, tmp_path / "out", form=form)  # type: ignore[arg-type]
    again = states(run_toy(folder, tmp_path / "out", form=form))  # type: ignore[arg-type]
    assert again["done before"] == 5
    parts = sorted((tmp_path / "out").glob("part-*"))
    assert {path.suffix for path in parts} == {f".{form}"}
    if form == "parquet":
        keys = [key for path in parts for key in parquet.read_table(path).column("key").to_pylist()]
        assert len(keys) == len(set(keys)) == 5
    else:
        assert answers_in(tmp_path / "out") == sorted(f"text {n}" for n in range(5))


def answers_on_disk(out: Path) -> int:
    """How many lines stand in the parts, sealed or open."""
    return sum(lines_in(path) for path in out.glob("part-*"))


def lines_in(part: Path) -> int:
    """How many lines a part has; none where it was sealed under another name meanwhile."""
    try:
        return part.read_bytes().count(b"\n")
    except (FileNotFoundError, IsADirectoryError):
        return 0


def kill_at_random(command: list[str], out: Path, kills: int, longest: int, seed: int) -> int:
    """Start a command again and again; each is killed by SIGKILL soon after a random number of new answers.

    A number of answers, not a time: how fast the machine is does not decide whether a kill comes too late.

    Returns:
        How many were killed before they had ended.
    """
    random, killed = Random(seed), 0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(TESTS)])}
    for _ in range(kills):
        enough = answers_on_disk(out) + random.randint(1, longest)
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while process.poll() is None and answers_on_disk(out) < enough:
            time.sleep(0.005)
        time.sleep(random.uniform(0, 0.05))
        if process.poll() is None:
            children = psutil.Process(process.pid).children(recursive=True)
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
            _, alive = psutil.wait_procs(children, timeout=10)
            assert not alive, "workers outlive the batch"
    subprocess.run(command, env=environment, check=True)
    return killed


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_kills_at_random_moments_each_document_is_answered_once(tmp_path: Path, jobs: int) -> None:
    texts = {f"{n}.txt": f"slow {n}" for n in range(120)}
    folder = write_texts(tmp_path / "in", texts)
    command = [sys.executable, str(TESTS / "toy_batch.py"), str(folder), str(tmp_path / "out"), str(jobs)]
    assert kill_at_random(command, tmp_path / "out", kills=4, longest=24, seed=jobs) >= 3
    assert answers_in(tmp_path / "out") == sorted(texts.values())
    begun = time.monotonic()
    assert states(run_toy(folder, tmp_path / "out")) == {"done before": 120}
    assert time.monotonic() - begun < 10


@pytest.mark.slow
def test_after_kills_the_command_itself_has_answered_each_document_once(
    tmp_path: Path, toy_folder: Path
) -> None:
    folder = write_texts(tmp_path / "in", {f"{n}.xml": ubl(n) for n in range(120)})
    out = tmp_path / "out"
    command = [sys.executable, "-m", "paperformer.cli", "extract", str(folder), "--resume", str(out)]
    command += ["--model", str(toy_folder), "--part-size", "1"]
    assert kill_at_random(command, out, kills=3, longest=25, seed=3) >= 2
    assert answers_in(out) == sorted(f"N-{n}" for n in range(120))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "120 files: 120 done before" in done.stderr

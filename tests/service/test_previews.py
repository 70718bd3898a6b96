"""Pictures of pages: a few sizes, a few at a time, kept up to a limit; what nobody waits for ends."""

from __future__ import annotations

import io
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from fake_reader import pdf
from faults import wait_for
from heavy_page import heavy_pdf
from PIL import Image
from running_service import Running

from paperformer.documents.limits import Limits
from paperformer.documents.reader import DocumentReader
from paperformer.errors import UnreadableDocument
from paperformer.service.files import new_id
from paperformer.service.preview_cache import PreviewCache
from paperformer.service.previews import AT_ONCE, MOST_WAITING, SIZES, size_for
from paperformer.service.routes import feedback
from paperformer.service.schema import Checks

Start = Callable[..., Running]
LIGHT, HEAVY = heavy_pdf(1, lines=5), heavy_pdf(40)  # the second takes many seconds


def address(running: Running, data: bytes) -> str:
    id = running.post(data).json()["id"]
    return f"{running.url}/v1/documents/{id}/pages/1.png"


def ask(running: Running, url: str, dpi: int, seconds: float = 30.0) -> int | None:
    """The status of the answer; None where the client left before."""
    with suppress(httpx.ReadTimeout):
        return httpx.get(
            url, params={"dpi": dpi}, headers=running.client.headers, timeout=seconds
        ).status_code
    return None


@pytest.mark.parametrize(
    ("asked", "drawn"), [(36, 36), (37, 72), (72, 72), (100, 110), (111, 150), (199, 200)]
)
def test_the_next_larger_of_a_few_sizes_is_drawn(fake: Running, asked: int, drawn: int) -> None:
    assert size_for(asked) == drawn
    answer = httpx.get(address(fake, LIGHT), params={"dpi": asked}, headers=fake.client.headers, timeout=30)
    assert Image.open(io.BytesIO(answer.content)).width == round(600 / 72 * drawn)


def test_a_page_has_no_more_pictures_than_there_are_sizes(start_fake: Start) -> None:
    running = start_fake()
    url = address(running, LIGHT)
    with ThreadPoolExecutor(8) as pool:
        codes = set(pool.map(lambda dpi: ask(running, url, dpi), range(36, 301, 24)))
    assert codes == {200}
    (folder,) = (running.service.config.data / "previews").iterdir()
    assert len(list(folder.iterdir())) == len(SIZES)


def test_previews_that_nobody_waits_for_freeze_nothing(start_fake: Start) -> None:
    running = start_fake()
    urls = [address(running, HEAVY + b"\n%" + str(number).encode()) for number in range(5)]
    answered = 0
    with ThreadPoolExecutor(30) as pool:
        asked = [
            pool.submit(ask, running, url, dpi, 1.5) for url in urls for dpi in (36, 72, 110, 150, 200, 300)
        ]
        while not all(one.done() for one in asked):
            assert running.client.get("/healthz").status_code == 200
            assert running.client.get("/readyz").status_code == 200
            answered += 1
            assert len(running.service.previews._under_way) <= AT_ONCE + MOST_WAITING
            time.sleep(0.05)
    assert answered > 3  # and not only when all pictures were drawn
    results = {
        one.result() for one in asked
    }  # they left, or were told to come again; small ones may be drawn
    assert {None, 429} <= results <= {None, 429, 200}
    wait_for(lambda: not running.service.previews._under_way, 5)
    assert running.post(pdf("next")).status_code == 201
    assert ask(running, address(running, LIGHT), 36) == 200  # the places are free again


def test_a_drawing_ends_with_the_last_who_waits_for_it(start_fake: Start) -> None:
    running = start_fake()
    url = address(running, HEAVY)
    with ThreadPoolExecutor(2) as pool:
        first, second = (pool.submit(ask, running, url, 300, seconds) for seconds in (0.5, 1.5))
        assert first.result() is None
        (drawing,) = running.service.previews._under_way.values()  # one for both
        assert not drawing.is_left
        assert second.result() is None
    wait_for(lambda: drawing.is_left, 2)
    wait_for(lambda: drawing.future.done(), 2)
    assert list((running.service.config.data / "previews").iterdir()) == []


def test_requests_for_one_picture_share_it(start_fake: Start) -> None:
    running = start_fake()
    url = address(running, heavy_pdf(2))
    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(lambda _: ask(running, url, 72), range(12))) == {200}
    drawn = b'paperformer_previews_total{result="drawn"} 12.0'
    assert drawn in running.client.get("/metrics").content
    (folder,) = (running.service.config.data / "previews").iterdir()
    assert len(list(folder.iterdir())) == 1


def test_a_picture_of_a_document_deleted_meanwhile_is_not_kept(start_fake: Start) -> None:
    running = start_fake()
    url = address(running, heavy_pdf(2))
    id = url.split("/")[-3]
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, running, url, 36)
        wait_for(lambda: bool(running.service.previews._under_way), 5)
        running.client.delete(f"/v1/documents/{id}").raise_for_status()
        assert asked.result() in (200, 404)
    assert not (running.service.config.data / "previews" / id).exists()


def test_requests_that_compute_on_a_whole_document_leave_the_threads_to_others(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()
    path = f"/v1/documents/{running.post(LIGHT).json()['id']}"
    may_end, at_once, most = threading.Event(), [0], [0]

    def slow(*_: object) -> Checks:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        may_end.wait(30)
        at_once[0] -= 1
        return Checks(fields={}, rows={}, checks=[])

    monkeypatch.setattr(feedback, "check", slow)
    with ThreadPoolExecutor(50) as pool:
        url = f"{path}/checks"
        requests = range(50)  # more than there are threads
        asked = [pool.submit(running.client.post, url, json={}) for _ in requests]
        wait_for(lambda: most[0] == 2, 5)
        time.sleep(0.5)
        assert running.client.get(path).status_code == 200
        assert not any(one.done() for one in asked)
        may_end.set()
        assert {one.result().status_code for one in asked} == {200}
    assert most[0] == 2


def test_old_pictures_make_room_for_new_ones(tmp_path: Path) -> None:
    cache = PreviewCache(tmp_path, most_bytes=1000)
    files = [new_id() for _ in range(10)]
    for at, file in enumerate(files):
        cache.put(file, 1, 72, bytes(100))
        path = tmp_path / file / "1@72.png"
        os.utime(path, (at, at))
    assert cache.get(files[0], 1, 72) is not None  # asked for just now
    cache.put(new_id(), 1, 72, bytes(100))
    kept = [file for file in files if cache.get(file, 1, 72) is not None]
    assert files[0] in kept
    assert files[1] not in kept
    assert sum(path.stat().st_size for path in tmp_path.glob("*/*")) <= 800
    assert all(list(folder.iterdir()) for folder in tmp_path.iterdir())  # no empty folder is left


def test_what_an_earlier_run_kept_counts_and_what_it_left_half_written_goes(tmp_path: Path) -> None:
    file = new_id()
    PreviewCache(tmp_path, 1000).put(file, 1, 72, bytes(900))
    (tmp_path / file / "1@36.png.x.part").write_bytes(b"half")
    cache = PreviewCache(tmp_path, 1000)
    assert [path.name for path in (tmp_path / file).iterdir()] == ["1@72.png"]
    os.utime(tmp_path / file / "1@72.png", (1, 1))
    cache.put(new_id(), 1, 72, bytes(200))
    assert cache.get(file, 1, 72) is None


def test_a_full_disk_costs_the_cache_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = PreviewCache(tmp_path, 1000)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as fault:
        fault.setattr(Path, "write_bytes", full)
        cache.put(new_id(), 1, 72, b"x")
    assert not list(tmp_path.glob("*/*"))


def test_an_aborted_reader_ends_at_once_and_for_good() -> None:
    raised: list[Exception] = []

    def render() -> None:
        try:
            reader.render(HEAVY, 1, width=2000, name="heavy.pdf")
        except UnreadableDocument as error:
            raised.append(error)

    with DocumentReader(Limits()) as reader:
        thread = threading.Thread(target=render)
        thread.start()
        time.sleep(0.3)
        begin = time.monotonic()
        reader.abort()
        thread.join()
        assert time.monotonic() - begin < 5.0
        render()
    assert len(raised) == 2

"""The documentation as a site: every page is reached, no link is dead, every public name is described."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

pytest.importorskip("mkdocs")
pytest.importorskip("playwright", reason="needs pip install 'paperformer[dev]'")

from playwright.sync_api import Browser, expect

import paperformer
from paperformer import transformer

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a link or a page of the menu that leads nowhere fails."""
    folder = tmp_path_factory.mktemp("site")
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PATH": f"{scripts}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_every_public_name_has_its_reference(site: Path) -> None:
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    described = {
        line.split()[0].rsplit(".", 1)[-1] for line in zlib.decompress(inventory).decode().splitlines()
    }
    public = {*paperformer.__all__, *transformer.__all__} - {"__version__", "errors"}
    assert sorted(public - described) == []


@pytest.mark.slow
def test_the_pages_fetch_nothing_from_elsewhere(site: Path) -> None:
    fetched = re.compile(
        r"<(?:script|img|iframe)[^>]* src=\"(https?:[^\"]*)|<link[^>]*stylesheet[^>]* href=\"(https?:[^\"]*)"
    )
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    assert [(page.name, found) for page in pages for found in fetched.findall(page.read_text("utf-8"))] == []


@pytest.mark.slow
def test_the_readme_is_the_first_page_and_its_links_lead_to_pages(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    links = [link for link in re.findall(r'href="([^":#]+\.html)', index) if not link.startswith("http")]
    assert {"model-card.html", "service.html", "tour.html"} <= set(links)
    assert [link for link in links if not (site / link).is_file()] == []


@pytest.mark.slow
def test_search_finds_pages_without_a_server(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((site / "reference" / "attention.html").as_uri())
    search = page.get_by_role("textbox", name="Search")
    search.click()
    search.fill("fill gap masked")
    found = page.locator(".md-search-result__link", has_text="Looking inside").first
    found.click(timeout=60_000)
    page.wait_for_url(re.compile(r"/look\.html"), timeout=60_000)
    expect(page.locator("h1")).to_contain_text("Looking inside")
    page.close()
    assert complaints == []


def test_the_page_of_papers_names_modules_that_exist() -> None:
    page = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    modules = set(re.findall(r"`([a-z_/]+(?:\.py)?)`", page)) - {"src/paperformer"}
    assert len(modules) > 20
    assert [name for name in sorted(modules) if not (ROOT / "src" / "paperformer" / name).exists()] == []

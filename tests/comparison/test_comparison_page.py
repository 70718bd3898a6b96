"""The page of a comparison in a real browser, opened from its file."""

import re
from pathlib import Path

import pytest

pytest.importorskip("axe_playwright_python", reason="needs pip install 'paperformer[dev]'")

from axe_playwright_python.sync_playwright import Axe

from paperformer.comparison.answers import Value
from paperformer.comparison.comparison import ComparedDocument, Comparison, SideReport
from paperformer.comparison.differences import Difference
from paperformer.comparison.page import comparison_page

SAMPLE = Path(__file__).parents[2] / "samples" / "invoice-en.pdf"
HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\n'\"&amp;\u202e"
)


def value(text: str, box: tuple[float, float, float, float] | None, confidence: float = 0.97) -> Value:
    return Value(text, confidence, "high", None if box is None else 1, box)


TOTAL_A, TOTAL_B = (0.70, 0.5, 0.9, 0.52), (0.70, 0.6, 0.9, 0.62)


@pytest.fixture(scope="module")
def html() -> str:
    found = [
        Difference(
            "total_incl_vat", "changed", value("10910.00", TOTAL_A), value("13092.00", TOTAL_B), "gained"
        ),
        Difference(
            "supplier_name", "confidence", value(HOSTILE, TOTAL_A, 0.9), value(HOSTILE, TOTAL_A, 0.96)
        ),
        Difference(HOSTILE, "only b", None, value("x" * 300, None)),
        Difference("warning", "only a", Value(HOSTILE), None),
    ]
    documents = [
        ComparedDocument(str(SAMPLE), SAMPLE, found, is_labelled=True),
        ComparedDocument("same.pdf", None),
        ComparedDocument(f"{HOSTILE}.pdf", None, (), None, HOSTILE),
    ]
    a = SideReport("HEAD~1", "commit", "0.1.0", "default 7", "0123456789abcdef" * 2, (1.0, 3.0), 655.0)
    return comparison_page(Comparison(a, SideReport(HOSTILE, "answers"), documents))


@pytest.fixture
def opened(browser, html: str, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Opens the page; a word on its console, or a request to anything but its file, fails the test."""
    complaints: list[str] = []
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    pages = []

    def open_page(width: int, scheme: str = "light"):  # type: ignore[no-untyped-def]
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        pages.append(page)
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith(("file:", "data:image/webp")) else complaints.append(asked.url)
            ),
        )
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []


def test_a_page_is_not_broken_by_what_documents_say(opened) -> None:  # type: ignore[no-untyped-def]
    page = opened(1280)
    assert page.title().endswith("compared")
    assert page.locator("script").count() == 0
    assert page.locator("img").count() == 1
    shown = page.locator(".differences li").nth(1).locator("dd").first.inner_text()
    assert shown.startswith("<script>document.title='owned'</script><img src=x onerror=")


def test_both_answers_stand_on_the_page_where_they_are_printed(opened) -> None:  # type: ignore[no-untyped-def]
    page = opened(1280)
    sheet = page.locator(".sheet").bounding_box()
    for side, box in (("a", TOTAL_A), ("b", TOTAL_B)):
        mark = page.locator(f".mark.{side}").bounding_box()
        assert (mark["x"] - sheet["x"]) / sheet["width"] == pytest.approx(box[0], abs=0.01)
        assert (mark["y"] - sheet["y"]) / sheet["height"] == pytest.approx(box[1], abs=0.01)
        assert mark["height"] / sheet["height"] == pytest.approx(box[3] - box[1], abs=0.005)
    assert page.locator(".mark span").all_inner_texts() == ["A1", "B1", "2"]  # the same place: once
    page.get_by_role("link", name="total_incl_vat").click()
    assert page.locator(".mark:target span").inner_text() == "B1total_incl_vat"


def test_figures_and_verdicts_are_printed(opened) -> None:  # type: ignore[no-untyped-def]
    page = opened(1280)
    assert "3 documents, 2 with differences." in page.inner_text("main")
    row = page.locator("tbody tr").first.inner_text()
    assert re.sub(r"\s+", " ", row) == "A 0.1.0 default 7 4.0 2.00 655 MB"
    assert page.locator(".verdict.gained").inner_text() == "gained"
    assert "+0.060" in page.locator(".differences li").nth(1).inner_text()
    assert "B cannot read it:" in page.locator(".error").inner_text()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_it_fits_every_screen_and_keeps_nobody_out(opened, width: int, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = opened(width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []

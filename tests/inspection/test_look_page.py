"""The interactive page in a real browser, and the command that writes it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from toy_subjects import TEXT, a_translator, an_encoder, is_blank, translator_parts

from paperformer.cli import main
from paperformer.inspection.look.attention import ALL, AttentionMap, Seen
from paperformer.inspection.look.of_text import see_text
from paperformer.inspection.look.web import as_html
from paperformer.transformer.config import LinformerConfig, PerformerConfig
from paperformer.translation.model_folder import save_translator
from toy_model import save_bert, toy_tokenizer

INVOICE = Path(__file__).resolve().parents[2] / "samples" / "invoice-en.pdf"
ROUNDED = 0.06  # percent: numbers are shown with one decimal


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["look", "attention", *map(str, arguments)], catch_exceptions=False)


def test_a_token_is_clicked_and_its_lines_stand_out(opened) -> None:  # type: ignore[no-untyped-def]
    seen = see_text(an_encoder(), TEXT)
    page = opened(as_html(seen))
    behind, lines = page.locator("line.behind"), page.locator("line.stands")
    assert behind.count() == 0
    before = lines.count()
    page.locator("text.query").nth(5).click()
    assert page.locator("text.chosen").evaluate("node => node.firstChild.data") == seen.maps[0].queries[5]
    assert 0 < lines.count() < before
    # What the page says is the model's number.
    row = seen.maps[-1].mean_of(ALL)[5]
    told = re.search(r"attends to (\S+) \(([\d.]+)\s%", page.locator("#said").inner_text())
    assert told is not None
    assert float(told.group(2)) == pytest.approx(100 * row.max(), abs=ROUNDED)
    assert told.group(1) == seen.maps[-1].keys[row.argmax()]


def test_layer_head_threshold_and_grid_change_what_is_shown(opened) -> None:  # type: ignore[no-untyped-def]
    page = opened(as_html(see_text(an_encoder(PerformerConfig(features=32)), TEXT), None, {"token": 3}))
    picture = lambda: page.locator("#lines").inner_html()  # noqa: E731
    first = picture()
    page.select_option("#layer", "0")
    second = picture()
    page.locator("#heads button").nth(2).dblclick()
    third = picture()
    page.locator("#exact").check()
    fourth = picture()
    assert len({first, second, third, fourth}) == 4
    page.locator("#threshold").evaluate(
        "slider => { slider.value = 50; slider.dispatchEvent(new Event('input')); }"
    )
    assert page.locator("line.stands").count() <= 1
    page.locator("#grid button").nth(5).click()  # layer 1, head 1
    assert page.locator("#layer").input_value() == "1"
    assert page.locator("#heads [aria-pressed=true]").all_inner_texts() == ["1"]
    assert "than exact softmax sends it" in page.locator("#said").inner_text()


def test_a_cell_under_the_pointer_is_read_out_beside_the_scale(opened) -> None:  # type: ignore[no-untyped-def]
    seen = see_text(an_encoder(), TEXT)
    page = opened(as_html(seen, None, {"layer": 1, "heads": [2]}))
    matrix = page.locator("#matrix")
    place = matrix.evaluate(
        "({geometry: {left, top, cell}}) => ({x: left + 4.5 * cell, y: top + 3.5 * cell})"
    )
    matrix.hover(position=place)
    told = re.fullmatch(r"(\S+) → (\S+): ([\d.]+) %", page.locator("#cell").inner_text())
    assert told is not None
    assert told.groups()[:2] == (seen.maps[1].queries[3], seen.maps[1].keys[4])
    assert float(told.group(3)) == pytest.approx(100 * seen.maps[1].weights[2, 3, 4], abs=ROUNDED)
    assert f"{100 * seen.maps[1].weights[2].max():.1f} %" in page.locator("#scale").inner_text()


def test_a_large_matrix_says_where_its_colours_end_and_its_greatest_weight(opened) -> None:  # type: ignore[no-untyped-def]
    keys = 80
    weights = np.full((1, keys, keys), 0.05 / (keys - 1), dtype=np.float32)
    weights[0, np.arange(keys), np.arange(keys)] = 0.95
    weights[0, :, 3], weights[0, 3, 3] = 0.26, 0.95  # 80 cells of 6,400 are more than one in two hundred
    one = AttentionMap("encoder", 0, "softmax", weights, *[tuple(map(str, range(keys)))] * 2)
    page = opened(as_html(Seen("large", (one,)), None, {"heads": [0]}))
    assert "95.0 %" in page.locator("#scale").inner_text()
    weights[0, np.arange(10, keys), np.arange(10, keys)] = 0.0  # ten of 0.95 are left, fewer than one in 200
    page = opened(as_html(Seen("large", (one,)), None, {"heads": [0]}))
    assert "26.0 % and more, up to 95.0 %" in page.locator("#scale").inner_text()


def test_a_translators_parts_and_linformers_negative_weights_are_shown(opened) -> None:  # type: ignore[no-untyped-def]
    page = opened(as_html(see_text(a_translator(), "abcd", target="xyz")))
    page.select_option("#part", "cross")
    page.locator("text.query", has_text="y").click()
    assert "cross-attention, layer 1" in page.locator("#said").inner_text()
    linformer = LinformerConfig(max_length=64, projected_length=4)
    page = opened(as_html(see_text(an_encoder(linformer), TEXT)))
    assert page.locator("line.negative").count() > 0


def test_of_a_long_input_the_page_keeps_the_mean_over_heads(opened, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    seen = see_text(an_encoder(PerformerConfig(features=32)), TEXT)
    monkeypatch.setattr("paperformer.inspection.look.web.CELLS", 10)
    page = opened(as_html(seen, None, {"heads": [3], "token": 2}))
    assert page.locator("#heads-row").is_hidden()
    assert "mean of all heads" in page.locator("#said").inner_text()
    assert page.locator("line.stands").count() > 0
    assert "only the mean over heads" in page.locator("#notes").inner_text()


def test_a_page_cannot_be_broken_by_what_a_document_says(opened) -> None:  # type: ignore[no-untyped-def]
    seen = see_text(a_translator(), "</script><script>x", target="<b>")
    assert opened(as_html(seen)).title().startswith("Attention in toy: “</script>")


def test_a_checkpoint_is_looked_at_from_the_command_line(tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "bert", toy_tokenizer())
    table = run(folder, TEXT).stdout.splitlines()
    assert len(table) == 1 + 2 * 2
    assert table[0].split()[3] == "bits"
    told = json.loads(
        run(folder, TEXT, "--attention", "longformer:window=1,global_tokens=0", "-o", "json").stdout
    )
    weights = np.array(told["maps"][0]["weights"])
    assert told["maps"][0]["mechanism"] == "longformer"
    assert not np.triu(weights, 2).any()
    assert not np.tril(weights, -2).any()
    performer = ("--attention", "performer:features=16", "--view", "error")
    assert run(folder, TEXT, *performer, "--out", tmp_path / "e.png").exit_code == 0
    assert not is_blank(tmp_path / "e.png")
    for view, name in (("matrices", "m.png"), ("lines", "l.svg"), ("lines", "a.html")):
        assert run(folder, TEXT, "--out", tmp_path / name, "--view", view, "--token", "20").exit_code == 0
        assert (tmp_path / name).stat().st_size > 1000


def test_a_document_and_a_translator_are_too(layout_folder: Path, tmp_path: Path) -> None:
    assert run(layout_folder, INVOICE, "--out", tmp_path / "d.html", "--token", "due_date").exit_code == 0
    assert "data:image/webp" in (tmp_path / "d.html").read_text(encoding="utf-8")
    save_translator(tmp_path / "translator", translator_parts())
    result = run(tmp_path / "translator", "abc", "--part", "cross", "--target", "xy")
    assert result.stdout.splitlines()[1].split()[0] == "cross"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere", "text"), "no such checkpoint"),
        (("BERT", "text", "--layer", "5", "--out", "x.png"), "no layer 5"),
        (("BERT", INVOICE), "reads plain text, not pages"),
        (("BERT", "text", "--view", "page", "--out", "x.png"), "draws a document"),
        (("BERT", "text", "--view", "error", "--out", "x.png"), "estimates nothing"),
        (("BERT", "text", "--target", "x"), "only a translator"),
        (("BERT", "text", "--attention", "magic"), "no attention mechanism"),
        (("BERT", "text", "--out", "x.gif"), "no picture of that kind"),
        (("BERT", "text", "--head", "first", "--out", "x.png"), "names no heads"),
        (("BERT", "text", "--head", "0,9", "--out", "x.png"), "no head 9"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path: Path, arguments: tuple[str | Path, ...], said: str) -> None:
    folder = save_bert(tmp_path / "bert", toy_tokenizer())
    result = run(
        *(
            folder if one == "BERT" else tmp_path / one if str(one).startswith("x.") else one
            for one in arguments
        )
    )
    assert result.exit_code in (1, 2)
    (line,) = result.stderr.splitlines()
    assert said in line


def test_numbers_and_the_html_page_need_no_matplotlib(tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "bert", toy_tokenizer())
    script = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from paperformer.cli import main\n"
        f"main(['look', 'attention', {str(folder)!r}, 'total', '--out', {str(tmp_path / 'a.html')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.html").exists()

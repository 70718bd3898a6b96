"""Filling gaps: the guesses are the model's own probabilities, in texts and on pages."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.extraction.tokens import encode_words
from paperformer.learning.language.fill import GapFiller, load_gap_filler, word_number
from paperformer.learning.language.folder import LanguageManifest, LanguageModel, save_language_model
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.transformer.config import EncoderConfig
from toy_documents import words_of
from toy_model import save_bert, toy_config, toy_tokenizer

SAMPLE = Path(__file__).resolve().parents[3] / "samples" / "invoice-en.pdf"
TEXT = "no [MASK] date [MASK]"


def a_model(**changes: object) -> MaskedModel:
    """Random, and sharp enough that guesses differ."""
    config: EncoderConfig = toy_config(**changes)
    model = MaskedModel(config, torch.Generator().manual_seed(3))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(4)))
    return model.eval()


def saved(folder: Path, model: MaskedModel, objective: str = "masked") -> Path:
    manifest = LanguageManifest(
        name="toy", version="1", objective=objective, model=model.config.to_dict(), max_tokens=128  # type: ignore[arg-type]
    )  # fmt: skip
    return save_language_model(folder, LanguageModel(model, toy_tokenizer(), manifest))


def run(*arguments: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["fill", *map(str, arguments)], input=given, catch_exceptions=False)


def ids_of(words: Sequence[str]) -> list[int]:
    pieces = toy_tokenizer()
    inner = [
        i for w in words for i in ([pieces.mask_id] if w == "[MASK]" else pieces.encode([w]).ids.tolist())
    ]
    return [pieces.first_id, *inner, pieces.separator_id]


def test_the_guesses_of_a_gap_are_the_models_probabilities() -> None:
    model = a_model(layout=None)
    pieces = toy_tokenizer()
    ids = ids_of(TEXT.split())
    with torch.no_grad():
        expected = model(torch.tensor([ids]))[0].softmax(dim=-1)
    first, second = GapFiller(model, pieces, 128).fill(TEXT, top=3)
    for gap, place in ((first, ids.index(pieces.mask_id)), (second, len(ids) - 2)):
        likely = expected[place].topk(3)
        assert [one.piece for one in gap.guesses] == pieces.pieces(likely.indices.tolist())
        assert [one.probability for one in gap.guesses] == pytest.approx(likely.values.tolist(), abs=1e-6)


def test_a_gap_may_touch_other_letters() -> None:
    filler = GapFiller(a_model(layout=None), toy_tokenizer(), 128)
    assert filler.fill("no [MASK].") == filler.fill("no [MASK] .")


def test_ranks_are_counted_among_all_pieces_and_words_of_several_are_left_out() -> None:
    model, pieces = a_model(layout=None), toy_tokenizer()
    filler = GapFiller(model, pieces, 128)
    text = "n t nodate a"
    assert len(pieces.encode(["nodate"])) > 1
    ranks = filler.rank_words(text, [0, 2, 3])
    expected = []
    for place in (0, 3):
        words: list[str] = text.split()
        (truth,) = pieces.encode([words[place]]).ids.tolist()
        words[place] = "[MASK]"
        ids = ids_of(words)
        with torch.no_grad():
            scores = model(torch.tensor([ids]))[0, ids.index(pieces.mask_id)]
        expected.append(1 + int((scores > scores[truth]).sum()))
    assert ranks == expected


@pytest.mark.parametrize("narrow_after", [None, 1])
def test_a_word_of_a_page_is_masked_in_its_layout(narrow_after: int | None) -> None:
    model, pieces = a_model(narrow_after=narrow_after), toy_tokenizer()
    words = words_of("Invoice no 2024", "Total 77 eur")
    filler = GapFiller(model, pieces, 128, reads_layout=True)
    found = filler.fill_word(words, word_number(words, "2024"), top=2)
    assert [gap.truth for gap in found] == pieces.pieces(pieces.encode(["2024"]).ids)
    (window,) = encode_words(words, pieces, 128)
    hidden = torch.from_numpy(window.word_index == 2)
    ids = torch.from_numpy(window.ids).masked_fill(hidden, pieces.mask_id)[None]
    boxes, pages, index = (torch.from_numpy(x)[None] for x in (window.boxes, window.pages, window.word_index))
    with torch.no_grad():
        scores = model(
            ids, boxes=boxes, pages=pages, word_index=index, word_mask=torch.ones(1, 6, dtype=torch.bool)
        )[0][hidden]
    for gap, row, truth in zip(found, scores, pieces.encode(["2024"]).ids.tolist(), strict=True):
        assert gap.rank == 1 + int((row > row[truth]).sum())
        assert gap.guesses[0].probability == pytest.approx(float(row.softmax(dim=-1).max()), abs=1e-6)


def test_what_cannot_be_is_told() -> None:
    plain = GapFiller(a_model(layout=None), toy_tokenizer(), 8)
    with pytest.raises(InvalidConfig, match=r"no \[MASK\]"):
        plain.fill("no gap")
    with pytest.raises(InvalidConfig, match="more than the model's 8"):
        plain.fill("[MASK] total total total total")
    words = words_of("Total 77")
    with pytest.raises(ModelMismatch, match="plain text"):
        plain.fill_word(words, 0)
    with pytest.raises(InvalidConfig, match="no word 'sum'"):
        word_number(words, "sum")


def test_the_command_fills_gaps(tmp_path: Path) -> None:
    folder = saved(tmp_path / "masked", a_model(layout=None))
    (one, two) = json.loads(run(folder, TEXT, "--top", 3, "--output", "json").stdout)
    assert (one["gap"], two["gap"], len(one["guesses"])) == (0, 1, 3)
    assert run(folder, "-", "--top", 3, given=TEXT).stdout == run(folder, TEXT, "--top", 3).stdout
    assert run(folder, "no [MASK]").stdout.count("\n") == 5


def test_the_command_masks_a_word_of_a_document(tmp_path: Path) -> None:
    folder = saved(tmp_path / "layout", a_model(max_positions=2048), "layout")
    told = json.loads(run(folder, "--page", SAMPLE, "--word", "Invoice", "-o", "json").stdout)
    assert told
    assert all(gap["rank"] >= 1 and gap["truth"] for gap in told)


def test_misuse_and_models_without_a_head_are_one_line(tmp_path: Path) -> None:
    bert = save_bert(tmp_path / "bert", toy_tokenizer())
    with pytest.raises(ModelMismatch, match="without its masked-language head"):
        load_gap_filler(str(bert))
    for arguments, code in (
        ((bert, "a [MASK]"), 1),
        ((bert,), 2),
        ((bert, "a [MASK]", "--page", SAMPLE), 2),
        ((bert, "--page", SAMPLE), 2),
        (("default", "a [MASK]"), 1),
    ):
        result = run(*arguments)
        assert result.exit_code == code
        assert len(result.stderr.splitlines()) == 1

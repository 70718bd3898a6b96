"""Text becomes windows, tokens are hidden as BERT hides them, and training can be stopped at any step."""

from pathlib import Path

import pytest
import torch
from masked_words.text import Vocabulary, articles, hide, windows
from masked_words.training import Schedule, Training, score
from torch import Generator, Tensor

from paperformer.text.wordpiece import SPECIAL, WordPiece
from paperformer.transformer.build_head import build_with_head
from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.headed import EncoderWithHead

VOCABULARY = Vocabulary(size=50, mask=4, special=(0, 1, 2, 3, 4))
CONFIG = EncoderConfig(vocabulary_size=50, hidden_size=16, layers=1, heads=2, feedforward_size=32)
SCHEDULE = Schedule(seed=3, batch=4, rate=1e-2, warmup=2, save_every=3)


def a_model(seed: int = 0) -> EncoderWithHead:
    return build_with_head(CONFIG, "masked_language", Generator().manual_seed(seed))


def some_windows(count: int = 32, length: int = 12) -> Tensor:
    return torch.randint(5, 50, (count, length), generator=Generator().manual_seed(1))


def test_articles_are_told_apart_and_lose_headings_and_escapes() -> None:
    one = " \n = One = \n \n A red @-@ tipped <unk> . \n = = Part = = \n It . \n\n"
    text = one + " = Two ( 2 ) = \n \n 0 @.@ 7 \n"
    assert list(articles(text)) == [["A", "red", "-", "tipped", "\ue000", ".", "It", "."], ["0", ".", "7"]]


def test_windows_hold_the_text_in_order_and_an_unknown_word_as_one_token() -> None:
    pieces = WordPiece([*SPECIAL, "red", "tip", "##ped"])
    found = windows(pieces, ["red", "tipped", "\ue000", "red", "tipped", "red"], length=5)
    assert [pieces.pieces(row.tolist()) for row in found] == [
        ["[CLS]", "red", "tip", "##ped", "[SEP]"],
        ["[CLS]", "[UNK]", "red", "tip", "[SEP]"],
    ]


def test_fifteen_in_a_hundred_are_chosen_and_these_are_masked_replaced_and_left_as_8_1_1() -> None:
    ids = torch.randint(5, 50, (1000, 100), generator=Generator().manual_seed(1))
    masked = hide(ids, VOCABULARY, Generator().manual_seed(2))
    seen = masked.ids[masked.chosen]
    assert float(masked.chosen.float().mean()) == pytest.approx(0.15, abs=0.005)
    assert float((seen == VOCABULARY.mask).float().mean()) == pytest.approx(0.8 + 0.1 / 50, abs=0.015)
    assert float((seen == masked.targets).float().mean()) == pytest.approx(0.1 + 0.1 / 50, abs=0.015)


def test_what_is_not_chosen_stays_and_what_was_chosen_is_known() -> None:
    ids = some_windows()
    masked = hide(ids, VOCABULARY, Generator().manual_seed(2))
    assert torch.equal(masked.ids[~masked.chosen], ids[~masked.chosen])
    assert torch.equal(masked.targets, ids[masked.chosen])


def test_special_tokens_are_never_chosen() -> None:
    ids = torch.arange(5).repeat(200, 4)
    assert not hide(ids, VOCABULARY, Generator().manual_seed(2)).chosen.any()


def test_batches_hold_every_window_with_its_own_targets() -> None:
    ids = some_windows(count=7)
    masked = hide(ids, VOCABULARY, Generator().manual_seed(2))
    begun = 0
    for part in masked.batches(3):
        assert torch.equal(part.targets, ids[begun : begun + len(part.ids)][part.chosen])
        begun += len(part.ids)
    assert begun == 7


def test_the_score_is_that_of_all_windows_at_once() -> None:
    model = a_model().eval()
    masked = hide(some_windows(count=20), VOCABULARY, Generator().manual_seed(2))
    with torch.no_grad():
        logits = model(masked.ids)[masked.chosen].double()
    names = logits.log_softmax(dim=-1)[torch.arange(len(logits)), masked.targets]
    found = score(model, masked)
    assert found["accuracy"] == pytest.approx(float((logits.argmax(-1) == masked.targets).double().mean()))
    assert found["loss"] == pytest.approx(-float(names.mean()), rel=1e-5)
    assert found["hidden"] == int(masked.chosen.sum())


def trained(folder: Path, *stops: int) -> dict[str, Tensor]:
    """The weights after the last stop; each begins from the checkpoint on disk, with other first weights."""
    for seed, stop in enumerate(stops):
        training = Training(a_model(seed), some_windows(), VOCABULARY, SCHEDULE, folder)
        training.upto(stop)
    return training.model.state_dict()


def test_a_training_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, stopped = trained(tmp_path / "whole", 8), trained(tmp_path / "stopped", 2, 6, 8)
    assert all(torch.equal(whole[name], stopped[name]) for name in whole)


def test_a_training_that_was_killed_goes_on_from_its_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = Training(a_model(), some_windows(), VOCABULARY, SCHEDULE, tmp_path / "killed")
    one = training._one

    def killed_in_the_fifth_step() -> float:
        if training.step == 4:
            raise KeyboardInterrupt
        return one()

    monkeypatch.setattr(training, "_one", killed_in_the_fifth_step)
    with pytest.raises(KeyboardInterrupt):
        training.upto(8)
    whole, resumed = trained(tmp_path / "whole", 8), trained(tmp_path / "killed", 8)
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_a_frozen_part_stays_as_it_is(tmp_path: Path) -> None:
    model = a_model()
    model.encoder.requires_grad_(False)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    Training(model, some_windows(), VOCABULARY, SCHEDULE, tmp_path).upto(3)
    moved = {name for name, tensor in model.state_dict().items() if not torch.equal(tensor, before[name])}
    assert "head.dense.weight" in moved
    assert all(name.startswith("head.") for name in moved)
    assert "head.decoder.weight" not in moved  # the encoder's token table


def test_who_takes_a_training_over_goes_on_as_the_first_would_have_and_leaves_it_alone(
    tmp_path: Path,
) -> None:
    first = Training(a_model(), some_windows(), VOCABULARY, SCHEDULE, tmp_path / "first")
    first.upto(4)
    copy = a_model(1)
    copy.load_state_dict(first.model.state_dict())
    second = Training(copy, some_windows(), VOCABULARY, SCHEDULE, tmp_path / "second")
    second.take_over(first)
    second.upto(8)
    first.upto(8)
    whole = trained(tmp_path / "whole", 8)
    for state in (first.model.state_dict(), second.model.state_dict()):
        assert all(torch.equal(whole[name], state[name]) for name in whole)

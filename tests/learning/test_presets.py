"""The recipe of the document model on new weights of a shape that has a name, and by adapters alone."""

from pathlib import Path

import pytest
import torch
import yaml
from safetensors.torch import load_file
from test_finetune import write_config

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import read_manifest
from paperformer.extraction.pipeline import Extractor
from paperformer.learning import finetune
from paperformer.learning.config import EncoderChoice
from paperformer.learning.start import starting_point
from paperformer.learning.weights import load_model
from paperformer.transformer.recurrent_layer import RecurrentLayer
from toy_documents import document_of
from toy_model import save_bert, toy_tokenizer

SMALL = {"hidden_size": 32, "layers": 1, "max_positions": 256, "dropout": 0.0}


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_bert(tmp_path_factory.mktemp("bert"), toy_tokenizer()))


def test_a_preset_is_new_weights_with_the_pieces_of_a_checkpoint(bert: str) -> None:
    start = starting_point(EncoderChoice(pretrained=bert, preset="lstm_tagger", changes=SMALL), ["total"])
    assert start.model.config.vocabulary_size == len(start.tokenizer) == len(toy_tokenizer())
    assert start.model.config.layout is not None
    assert [type(layer) for layer in start.model.encoder.encoder.layers] == [RecurrentLayer]
    assert all(name.startswith(start.fresh) for name in start.model.state_dict())


def test_the_embedding_can_be_the_checkpoints(bert: str) -> None:
    choice = EncoderChoice(
        pretrained=bert, preset="lstm_tagger", pretrained_embedding=True, changes={"hidden_size": 32}
    )
    start = starting_point(choice, ["total"])
    theirs = starting_point(EncoderChoice(pretrained=bert), ["total"]).model.encoder.embedding
    assert torch.equal(start.model.encoder.embedding.token.weight, theirs.token.weight)
    assert not "encoder.embedding.token.weight".startswith(start.fresh)
    wide = choice.model_copy(update={"changes": {"hidden_size": 64}})
    with pytest.raises(ModelMismatch, match=r"has no token\.weight"):
        starting_point(wide, ["total"])


@pytest.mark.slow
def test_an_lstm_tagger_learns_a_plain_field_without_a_mistake(tmp_path: Path) -> None:
    path = write_config(tmp_path)
    settings = yaml.safe_load(path.read_text())
    settings["encoder"] |= {"preset": "lstm_tagger", "changes": SMALL}
    settings["training"] |= {"epochs": 4, "tokens_per_batch": 400}
    path.write_text(yaml.safe_dump(settings))
    scores: list[float] = []
    folder = finetune.run(path, lambda record: scores.append(record.get("score", 0.0)))
    assert max(scores) == 1.0
    assert read_manifest(folder).encoder["recurrent"] == "lstm"
    answer = Extractor(model=folder).extract_document(document_of("no 314159", "acme 271828", "sum 653.59"))
    assert answer.fields["document_number"][0].text == "314159"


@pytest.mark.slow
def test_adapters_learn_and_the_finished_model_has_them_merged(tmp_path: Path) -> None:
    path = write_config(tmp_path)
    settings = yaml.safe_load(path.read_text())
    settings["lora"] = {"rank": 4, "projections": ["query", "value", "outer"]}
    settings["training"] |= {"epochs": 2, "tokens_per_batch": 200, "recompute": True}
    path.write_text(yaml.safe_dump(settings))
    losses: list[float] = []
    folder = finetune.run(path, lambda record: losses.extend([record["loss"]] if "loss" in record else []))
    assert losses[-1] < losses[0] / 2
    adapters = load_file(folder.parent / "adapters" / "adapters.safetensors")
    assert len(adapters) == 2 * 2 * 3  # down and up, two layers, three projections
    before = starting_point(EncoderChoice(**settings["encoder"]), ["total"]).model.encoder.state_dict()
    after = load_model(folder)[0].encoder.state_dict()
    assert after.keys() == before.keys()
    learned = {n for n, tensor in before.items() if not torch.allclose(after[n], tensor, atol=2e-3)}
    adapted = {
        name.removeprefix("encoder.").replace(".down", ".weight") for name in adapters if "down" in name
    }
    assert learned & adapted
    # The layout tables start from nothing, and so they learn too.
    assert {name for name in learned - adapted if not name.startswith("embedding.layout.")} == set()

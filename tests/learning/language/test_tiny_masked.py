"""The masked model that comes with the repository has its recipe's shape and finds words that were hidden."""

from collections import Counter
from pathlib import Path

import torch

from paperformer.learning.language.config import load_pretrain_config
from paperformer.learning.language.folder import load_language_model

ROOT = Path(__file__).parents[3]
MODEL = ROOT / "models" / "tiny-masked"


def lines(part: str) -> list[str]:
    return (ROOT / "recipes" / "tiny-translator" / f"{part}.en").read_text("utf-8").splitlines()


def test_it_has_the_shape_of_its_recipe() -> None:
    config = load_pretrain_config(ROOT / "recipes" / "tiny-masked.yaml")
    manifest = load_language_model(MODEL).manifest
    assert {name: manifest.model[name] for name in config.model} == config.model
    assert (manifest.name, manifest.objective) == (config.name, config.objective)
    assert (manifest.masking, manifest.max_tokens) == (config.masking, config.max_tokens)


def test_in_sentences_that_it_did_not_learn_it_finds_far_more_words_than_their_frequency_tells() -> None:
    loaded = load_language_model(MODEL)
    pieces, model = loaded.tokenizer, loaded.model.eval()
    frequent, _ = Counter(pieces.encode(" ".join(lines("train")).split()).ids.tolist()).most_common(1)[0]
    found, guessed, count = 0, 0, 0
    for line in lines("test")[:100]:
        true = torch.from_numpy(pieces.encode(line.split()).ids)
        places = torch.arange(len(true))
        gapped = true.repeat(len(true), 1)
        gapped[places, places] = pieces.mask_id
        ends = [torch.full((len(true), 1), end) for end in (pieces.first_id, pieces.separator_id)]
        with torch.no_grad():
            scores = model(torch.cat([ends[0], gapped, ends[1]], dim=1))
        best = scores[places, places + 1].argmax(dim=-1)
        found += int((best == true).sum())
        guessed += int((true == frequent).sum())
        count += len(true)
    assert guessed / count < 0.2
    assert found / count > 0.5

"""train.py OUT SECONDS [--compare PERFORMER_SECONDS LSTM_SECONDS] [--wall SECONDS] [--check]

Trains the default model on one GPU for so many seconds, on what the processes of ``draw.py`` put into
$SHARDS, and writes what did best on the development documents to OUT/model. With --compare the same model
with FAVOR+ in all layers goes on from there, and an LSTM over words is trained from the beginning.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import time
import traceback
from pathlib import Path

import lean
import numpy as np
import start
import torch
from feeding import BEGAN, Feeder, Log
from judge import Judge
from pool import Pool
from sources import NAMES, ROOT, load_prepared, shares, tokenizer_of_start
from torch import Tensor
from training import DEVICE, TOKENS, Rates, Training

from paperformer.extraction.model_folder import Manifest
from paperformer.fields.schema import load_schema
from paperformer.learning.held_out_documents import HELD_OUT
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import save_model
from paperformer.transformer.config import EncoderConfig

LEAST = int(os.environ.get("LEAST") or 10000)  # examples to begin with


def check(config: EncoderConfig, state: dict[str, Tensor], pool: Pool, fields: tuple[str, ...]) -> float:
    """The largest difference between the lean forward pass and the model's, on some examples, in float32."""
    model = LayoutModel(config, fields)
    model.load_state_dict(state)
    batch, lengths = pool.batch(np.arange(3), None)
    batch = batch.to(torch.device("cpu"))
    with torch.no_grad():
        ours = lean.forward(dict(model.state_dict()), config, batch, 0.0, lengths)
        theirs = model.eval()(*batch.inputs)
    words = batch.word_mask[..., None]
    return max(float(((a - b) * words).abs().max()) for a, b in zip(ours, theirs, strict=True))


def write_model(
    folder: Path, config: EncoderConfig, state: dict[str, Tensor], fields: tuple[str, ...]
) -> None:
    """The folder of a trained model, ready for ``paperformer export``."""
    model = LayoutModel(config, fields)
    model.load_state_dict(state)
    default = ROOT / "models/default"
    manifest = Manifest(
        name="paperformer-default",
        version="7",
        fields=fields,
        max_tokens=config.max_positions,
        encoder=config.to_dict(),
    )
    save_model(folder, model, tokenizer_of_start(), manifest, load_schema(None))
    shutil.copyfile(default / HELD_OUT, folder / HELD_OUT)


def main() -> None:
    """Train what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--compare", type=float, nargs=2, default=(0, 0))
    parser.add_argument("--wall", type=float, default=math.inf, help="seconds after which all must be over")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    log = Log(options.out)
    torch.set_num_threads(int(os.environ.get("THREADS") or 4))
    prepared = load_prepared()
    fields = tuple(prepared["fields"])
    judge = Judge(prepared, int(os.environ.get("JUDGES") or 10), TOKENS, DEVICE)
    room = 2**26 if DEVICE.type == "cuda" else 2**16
    feeder, pool = Feeder(), Pool(DEVICE, prepared["free"], shares(prepared), room)
    if DEVICE.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cuda.enable_cudnn_sdp(False)  # it would plan anew for every shape
        log(torch.cuda.get_device_name(), torch.__version__)
    config, state = start.deep(fields)
    waited = time.time()
    while len(pool.tokens) < LEAST and time.time() - waited < 100:
        time.sleep(0.5)
        feeder.into(pool)
    log(
        f"{len(pool.tokens)} examples to begin with:", np.bincount(pool.source, minlength=len(NAMES)).tolist()
    )
    for future in judge.warm:
        future.result(timeout=120)
    if options.check:
        log("largest difference from LayoutModel: softmax", check(config, state, pool, fields))
        log("FAVOR+", check(*start.performer(config, state, fields), pool, fields))

    def left(seconds: float) -> float:
        return min(seconds, options.wall - (time.time() - BEGAN) - 12)

    summaries = []
    model = Training(
        "softmax", config, state, Rates(3e-4, 1.2e-3), ("head.", lean.EMBEDDING + "layout."), log
    )
    summaries.append(model.run(left(options.seconds), pool, feeder, judge))
    best = {n: t.cpu() for n, t in model.best.weights.items()}
    write_model(options.out / "model", config, best, fields)
    del model
    for name, seconds in zip(("performer", "lstm"), options.compare, strict=True):
        if left(seconds) < 0.4 * seconds or not seconds:
            log(f"{name}: no time")
            continue
        try:
            if name == "performer":
                changed, weights = start.performer(config, best, fields)
                other = Training(name, changed, weights, Rates(3e-4, 3e-4), (), log)
            else:
                other = Training(
                    name,
                    config,
                    start.lstm(state),
                    Rates(5e-4, 2e-3),
                    ("head.", lean.EMBEDDING + "layout.", lean.LSTM),
                    log,
                )
            summaries.append(other.run(left(seconds), pool, feeder, judge))
            del other
        except Exception:  # noqa: BLE001  the model that matters is written already
            log(f"{name} failed:\n" + traceback.format_exc())
    feeder.over = True
    for s in summaries:
        sets = {name: value for name, value in s["best"].items() if "." not in name}
        log(
            s["variant"],
            s["documents"],
            s["tokens"],
            s["tokens_per_second"],
            s["best_step"],
            json.dumps(sets),
        )
    judge.executor.shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    main()

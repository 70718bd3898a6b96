"""The pictures of the second tour.

python tests/transformer/tour_pictures.py docs
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import torch
from click.testing import CliRunner
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from paperformer.cli import main as paperformer
from paperformer.transformer.position import SinusoidalPositions

MODEL = Path(__file__).parents[2] / "models" / "tiny-translator"
SENTENCE = "The old woman has given the child a red apple."
PLACES, SIZE = 60, 128


def positions(path: Path) -> None:
    """The waves of 60 places, and the products of all places with each other."""
    waves = SinusoidalPositions(size=SIZE)(PLACES)
    picture = Figure(figsize=(9.0, 3.6), layout="constrained")
    FigureCanvasAgg(picture)
    left, right = picture.subplots(1, 2, width_ratios=(1.6, 1))
    apart = torch.cat([waves[:, 0::2], waves[:, 1::2]], dim=1)
    image = left.imshow(apart.numpy(), aspect="auto", cmap="RdBu", vmin=-1, vmax=1)
    left.set(xlabel="sines, then cosines", ylabel="place", title="sinusoidal positions")
    picture.colorbar(image, ax=left)
    image = right.imshow((waves @ waves.T).numpy(), cmap="viridis")
    right.set(xlabel="place", ylabel="place", title="dot products")
    picture.colorbar(image, ax=right)
    drawn = io.BytesIO()
    picture.savefig(drawn, dpi=90)
    Image.open(drawn).quantize(128).save(path, optimize=True)


def cross_attention(path: Path) -> None:
    """What each German word was made from."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["translate", "run", str(MODEL), "--alignment", folder]
        CliRunner().invoke(paperformer, arguments, input=SENTENCE, catch_exceptions=False)
        path.write_bytes((Path(folder) / "1.svg").read_bytes())


if __name__ == "__main__":
    docs = Path(sys.argv[1])
    positions(docs / "tour-positions.png")
    cross_attention(docs / "tour-cross-attention.svg")

"""Train the head that reads Cyrillic, Greek, Vietnamese, Armenian and Georgian letters on pictures.

    python -m paperformer.learning.further_head OUT.onnx --fonts FOLDER --words ru=ru.txt --words el=el.txt

Lines are invented, drawn and worn as long as the training runs; the recogniser's convolutions stay as they
are. It goes on from OUT.checkpoint where that exists.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from paperformer.learning.further_head.export import export
from paperformer.learning.further_head.lines import Vocabulary
from paperformer.learning.further_head.train import TrainingConfig, train


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, help="the ONNX file to write")
    parser.add_argument("--fonts", type=Path, action="append", required=True, help="folder with typefaces")
    parser.add_argument(
        "--words",
        action="append",
        required=True,
        metavar="LANGUAGE=FILE",
        help="words of a language, one a line, the most frequent ones first",
    )
    defaults = TrainingConfig()
    parser.add_argument("--steps", type=int, default=defaults.steps)
    parser.add_argument("--batch", type=int, default=defaults.batch, help="lines a step")
    parser.add_argument("--rate", type=float, default=defaults.rate, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--held-out", default=defaults.held_out, help="families of typefaces to test on")
    options = parser.parse_args()
    words = {}
    for option in options.words:
        language, _, file = option.partition("=")
        words[language] = Path(file).read_text("utf-8").split()
    config = TrainingConfig(options.steps, options.batch, options.rate, options.seed, options.held_out)
    head = train(
        Vocabulary.of(words), options.fonts, config, options.out.with_suffix(".checkpoint"), log=sys.stderr
    )
    export(head, options.out)


if __name__ == "__main__":
    main()

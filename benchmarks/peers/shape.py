"""The one shape that all encoders of the comparison have, and how many operations it takes."""

from __future__ import annotations

from paperformer.transformer.attention.cost import AttentionShape, layer_cost

LENGTHS = (512, 1496, 4096, 16384)
QUICK = (128,)
LAYERS, WIDTH, HEADS, INNER = 6, 384, 12, 1536
HEAD_DIM = WIDTH // HEADS
VOCABULARY = 1000
MOST = max(LENGTHS)
WINDOW = 256  # to each side: transformers' attention_window is both sides, 512
PROJECTED = 256
FEATURES = 112  # default_features(32)
BLOCK = 64  # the blocks of the default model; a token sees its own and the one on either side


def operations(mechanism: str, length: int, features: int = FEATURES) -> float:
    """Floating-point operations of a forward pass, by the cost model; the same for ours and for peers."""
    shape = AttentionShape(
        length=length,
        width=WIDTH,
        heads=HEADS,
        features=features,
        window=WINDOW if mechanism == "longformer" else BLOCK,
        projected_length=PROJECTED,
        global_tokens=1,
    )
    if mechanism == "blocks":
        attention = 8 * length * WIDTH**2 + 4 * length * min(3 * BLOCK, length) * WIDTH
    else:
        attention = layer_cost(mechanism, shape).flops
    return LAYERS * (attention + 4.0 * length * WIDTH * INNER)

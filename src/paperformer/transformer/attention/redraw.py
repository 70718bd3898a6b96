"""New random features from time to time while training (Choromanski et al. 2021, section 4.2)."""

from __future__ import annotations

from typing import Any

from torch import Generator, nn

from paperformer.transformer.attention.performer import PerformerAttention


class RedrawSchedule:
    """Redraws every Performer's directions after each ``every`` training steps.

    Features that stay the same for a whole training are learned by heart; new ones keep the weights
    right for any. In evaluation and export they are frozen.

    Args:
        model: What holds the attentions.
        every: How many steps the same directions serve; None keeps them for ever.
        generator: The source of chance; it is part of the state, so that a resumed training repeats.
    """

    def __init__(self, model: nn.Module, every: int | None, generator: Generator) -> None:
        self._attentions = [m for m in model.modules() if isinstance(m, PerformerAttention)]
        self._every = every
        self._generator = generator
        self._steps = 0

    def step(self) -> None:
        """Count one training step, and redraw when it is time."""
        self._steps += 1
        if self._every is not None and self._steps % self._every == 0:
            for attention in self._attentions:
                attention.redraw(self._generator)

    def state_dict(self) -> dict[str, Any]:
        """What ``load_state_dict`` needs to go on from here."""
        return {"steps": self._steps, "generator": self._generator.get_state()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from where ``state_dict`` was taken."""
        self._steps = state["steps"]
        self._generator.set_state(state["generator"])

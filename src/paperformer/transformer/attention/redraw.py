"""New random features from time to time while training (Choromanski et al. 2021, section 4.2)."""

from __future__ import annotations

from typing import Any

from torch import Generator, nn

from paperformer.transformer.attention.random_features import RandomFeatures


class RedrawSchedule:
    """Redraws the directions of every attention by random features after each so many training steps.

    Features that stay the same for a whole training are learned by heart; new ones keep the weights
    right for any. In evaluation and export they are frozen.

    Args:
        model: What holds the attentions.
        every: How many steps the same directions serve; None keeps them for ever.
        generator: The source of chance; it is part of the state, so that a resumed training repeats.
    """

    def __init__(self, model: nn.Module, every: int | None, generator: Generator) -> None:
        self._every = {module: every for module in model.modules() if isinstance(module, RandomFeatures)}
        self._generator = generator
        self._steps = 0

    @classmethod
    def as_configured(cls, model: nn.Module, generator: Generator) -> RedrawSchedule:
        """The schedule that the model's own configs ask for (``redraw_every``, for each attention its own).

        A trainer makes one, calls ``step`` after every step of its optimiser, and saves ``state_dict``
        with its checkpoint. For a model without random features, or that keeps them, it does nothing.
        """
        schedule = cls(model, None, generator)
        schedule._every = {module: module.redraw_every for module in schedule._every}
        return schedule

    def step(self) -> None:
        """Count one training step, and redraw when it is time."""
        self._steps += 1
        for attention, every in self._every.items():
            if every is not None and self._steps % every == 0:
                attention.redraw(self._generator)

    def state_dict(self) -> dict[str, Any]:
        """What ``load_state_dict`` needs to go on from here; the directions are in the model's own."""
        return {"steps": self._steps, "generator": self._generator.get_state()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from where ``state_dict`` was taken."""
        self._steps = state["steps"]
        self._generator.set_state(state["generator"])

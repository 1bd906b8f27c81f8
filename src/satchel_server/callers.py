"""Who asks, as far as the storage is concerned: one learner, or an operator."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """A learner reaches what is filed under their key, an operator no learner's data at all."""

    learner_key: str | None
    operator: bool = False

    @classmethod
    def learner(cls, key: str) -> Caller:
        return cls(key)

    @classmethod
    def operators(cls) -> Caller:
        return cls(None, operator=True)

    def owns(self, learner_key: str) -> bool:
        return self.learner_key is not None and self.learner_key == learner_key

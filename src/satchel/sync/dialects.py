"""Which servers there are, and how each is told who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from satchel.domain.errors import ValidationFailed, shorten

AUTO: Final = "auto"
"""Satchel's server if it announces itself as one, else as `OPENMAIC`."""
SATCHEL: Final = "satchel"
OPENMAIC: Final = "openmaic"
"""OpenMAIC's reference server: the learner key is the token."""
OPENMAIC_SHARED: Final = "openmaic-shared"
"""OpenMAIC's web application: one token for all, the learner in a header; no merge, nothing for operators."""

DIALECTS: Final = (AUTO, SATCHEL, OPENMAIC, OPENMAIC_SHARED)


@dataclass(frozen=True, slots=True)
class Credential:
    """Who asks, and by what proof."""

    dialect: str
    token: str = field(repr=False)
    """Empty for `OPENMAIC`, where the learner key is all."""
    learner_key: str | None
    """Whose sessions are asked for; None where only the server knows."""

    def __post_init__(self) -> None:
        if self.dialect not in DIALECTS:
            raise ValidationFailed(
                f"“{shorten(self.dialect)}” is no kind of server. Choose one of: {', '.join(DIALECTS)}."
            )

    def headers(self) -> Mapping[str, str]:
        """What every request bears. Empty where there is no proof."""
        token = self.token or (self.learner_key or "" if self.dialect != SATCHEL else "")
        if not token:
            return {}
        headers = {"authorization": f"Bearer {token}"}
        if self.dialect == OPENMAIC_SHARED and self.learner_key:
            headers["x-learner-key"] = self.learner_key
        return headers

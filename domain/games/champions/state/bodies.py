"""Bodies: whoever can be hurt, an identity, a villain, an ally or a minion, and what is counted on any card."""

from typing import Annotated

from pydantic import Field

from domain.language.table import Keys, Names, State

STATUSES = ("stunned", "confused", "tough")


class Body(State):
    """Whoever can be hurt. Damage stays when its most hit points change, so that what is left changes with them."""

    health: int | None = Field(default=None, title="hit points at most")
    damage: int = 0
    stunned: bool = False
    confused: bool = False
    tough: bool = False
    exhausted: bool = False
    printed: Annotated[dict[str, int], Keys("numbers")] = Field(default_factory=dict, title="numbers")
    """What is printed on its card and known, by the names in `names.NUMBER_NAMES`."""
    keywords: Annotated[list[str], Names("keywords")] = Field(default_factory=list)
    traits: list[str] = Field(default_factory=list)
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")

    @property
    def left(self) -> int | None:
        """Hit points left; None where nobody knows how many there are."""
        return None if self.health is None else max(0, self.health - self.damage)

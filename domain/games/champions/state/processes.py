"""What is open while people decide: an enemy's activation, and a cost that is being paid."""

from typing import Annotated, Literal

from pydantic import Field

from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State

Activity = Literal["attack", "scheme"]
Occasioned = Literal["villain phase", "card", "quickstrike"]


class Boost(State):
    """A boost card given for an activation; nothing is known of it while it lies face down."""

    card: Annotated[str, Names("cards")] = ""
    icons: int = 0
    star: bool = False
    open: bool = Field(default=False, title="turned up")


class Activation(State):
    """An enemy that attacks or schemes. The last one of the table's is the one at hand; it may be within another."""

    enemy: Annotated[str, Names("enemies")]
    kind: Annotated[Activity, FixedWords(("attack", "scheme"))]
    seat: Annotated[str, Names("identities")]
    """The player it is resolved for."""
    target: Annotated[str, Names("identities")] = ""
    """The player who is attacked by now: who defends with any card takes the attack over."""
    because: Annotated[Occasioned, FixedWords(("villain phase", "card", "quickstrike"))] = "villain phase"
    defender: Annotated[str, Names("characters")] = ""
    defended: bool = False
    decided: bool = Field(default=False, title="defense decided")
    boosts: list[Boost] = Field(default_factory=list, title="boost cards")
    changed: int = Field(default=0, title="added to its value")
    resolved: bool = Field(default=False, title="resolved")
    keywords: Annotated[list[str], Names("keywords")] = Field(default_factory=list)
    outlasted: list[str] = Field(default_factory=list, title="effects from before it")
    """Lasting effects of an activation around this one, which its end leaves alone."""


class Window(State):
    """A moment for interrupts and responses: what happens, the forced abilities left, and who passed since."""

    condition: Annotated[str, Names("occurrences")]
    forced: Annotated[list[str], Names("hosts")] = Field(default_factory=list, title="forced abilities")
    passed: Annotated[list[str], Names("identities")] = Field(default_factory=list)


class Payment(State):
    """A cost that is being paid: for which card, how much of it, and the resources generated for it so far."""

    seat: Annotated[str, Names("identities")]
    card: Annotated[str, Names("cards")]
    cost: int
    needs: Annotated[dict[str, int], Keys("resources")] = Field(default_factory=dict, title="of these at least")
    generated: Annotated[dict[str, int], Keys("resources")] = Field(default_factory=dict, title="generated")
    cards: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discarded for it")
    exhausted: Annotated[list[str], Names("hosts")] = Field(default_factory=list, title="exhausted for it")
    uses: Annotated[dict[str, int], Keys("copies")] = Field(default_factory=dict, title="uses spent for it")

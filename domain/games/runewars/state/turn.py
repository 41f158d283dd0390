"""How far the seat at turn has come with its order card."""

from typing import Annotated, Literal

from pydantic import Field

from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State

Bonus = Literal["", "taken", "declined"]


class Turn(State):
    """One player's turn; it begins anew with each turn.

    `used` names what of an order may be done once: an area activated, a city asked, a stronghold built.
    """

    base: bool = Field(default=False, title="order carried out")
    bonus: Annotated[Bonus, FixedWords(("taken", "declined"))] = Field(default="", title="supremacy bonus")
    used: list[str] = Field(default_factory=list, title="used with this order")
    fought: bool = Field(default=False, title="this order began a battle")
    recruits: Annotated[dict[str, int], Keys("units")] = Field(
        default_factory=dict, title="recruited, and still to be placed"
    )
    areas: Annotated[list[str], Names("areas")] = Field(default_factory=list, title="activated with this order")
    met: Annotated[list[str], Names("areas")] = Field(default_factory=list, title="where a battle or diplomacy began")
    allies: Annotated[dict[str, int], Keys("units")] = Field(
        default_factory=dict, title="neutral units that came along"
    )
    moved: Annotated[dict[str, int], Keys("stacks")] = Field(default_factory=dict, title="moved with this order")

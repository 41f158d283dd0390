"""Players: the variants of this game, factions, and the starting player (游戏设置)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.rulings import RulingEvent
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole, Seating
from domain.framework.events.marks import Count, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import update_control
from domain.games.runewars.base import Living, RunewarsEvent
from domain.games.runewars.state.kinds import Alignment, FactionSheet, Small
from domain.games.runewars.state.table import FEWEST_SEATS, MOST_SEATS, RESOURCES, RuneTracking, Runewars, Seat

FACTION_TAKEN = never("faction-taken", "{faction} is already taken by another player.", rule=sections.FACTIONS)
OPEN_IN_EPIC = never(
    "open-in-epic", "Only an epic game is played with all runes open: it has no false ones.", rule=sections.EPIC
)
PLAYS_ALREADY = refusal("plays-already", "{player} already plays {faction}.", rule=sections.FACTIONS)
TOO_MANY_SEATS = never("too-many-seats", "There are only four factions.", rule=sections.FACTIONS)
OTHER_BEGINS = refusal("other-begins", "{seat} has the highest fate card: {number}.", rule=sections.SETUP)
SAME_FATE = never("same-fate", "Two players cannot have the same fate card.", rule=sections.FATE_CARDS)
TOO_FEW_SEATS = refusal("too-few-seats", "Two players at least: {count} sat down so far.", rule=sections.SETUP)

# The lowest and the highest fate card; two players never draw the same one.
LOWEST, HIGHEST = 1, 30
Fate = Annotated[int, Field(ge=LOWEST, le=HIGHEST)]


class SetupEvent(RunewarsEvent):
    heading = "Setup"


class WarSetUp(SetupEvent):
    """Sets up the game. It is recorded with the start; later ones record further decisions of the table."""

    help_text = "Which variants you play, and how closely you track the dragon runes."
    title = "Choose the game settings"
    during = ("setup",)
    layout = Layout(keeps_unnamed=True)
    sentence = "Settings: [{epic|epic game, }][{exploring|exploration tokens, }]dragon runes: {runes}"
    log = LogRole(bookkeeping=True)
    epic: bool = Field(default=False, title="epic game: 7 runes, 8 years")
    exploring: bool = Field(default=False, title="with exploration tokens")
    runes: Annotated[RuneTracking, Choice("rune-secrecy")] = Field(
        default="sealed", title="how closely do you track dragon runes"
    )

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, object]:
        return {"epic": table.epic, "exploring": table.exploring, "runes": table.rune_tracking}

    def values_kept(self, table: Runewars) -> Mapping[str, object]:
        """The kept values; open runes end with the epic game that they belong to."""
        kept = self.prefilled(table)
        return {name: value for name, value in kept.items() if value != "open"}

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.runes == "open" and not self.epic:
            yield OPEN_IN_EPIC()

    def apply(self, table: Runewars) -> None:
        table.epic, table.exploring = self.epic, self.exploring
        table.rune_tracking = "open" if self.epic else self.runes


class RulingMade(RulingEvent[Runewars], SetupEvent):
    title = "Make a ruling"
    help_text = (
        "Where the rulebook is silent or unclear, your table can set its own ruling, or go back to the usual one."
    )
    after_the_end = True
    sentence = "The table ruled: {ruling}[ ({usual|as usual again})]"

    def apply(self, table: Runewars) -> None:
        self.rule(table)
        update_control(table, *table.land)


def is_setting_up(table: Runewars) -> bool:
    """Whether the table is being set up, by enough players."""
    return table.step == "setup" and len(table.seats) >= FEWEST_SEATS


def free_first(table: Runewars) -> list[str]:
    """The factions, those without a player first."""
    return sorted(table.ids("factions"), key=lambda faction: faction in table.seats)


ON_SHEET = Printed(FactionSheet, by="faction")


class FactionChosen(SetupEvent):
    title = "Take a faction"
    help_text = "Each player picks a faction: the starting player first, then clockwise."
    sentence = "{faction} joined the war[, played by {player}][, with {influence} influence]"
    during = ("setup",)
    seating = Seating("faction", "player")
    faction: Annotated[str, Choice("factions", free_first)]
    player: Remark = Field(default="", title="who plays it")
    alignment: Annotated[Alignment | None, Settled(), ON_SHEET] = None
    influence: Annotated[Count | None, ON_SHEET] = Field(default=None, title="starting influence")
    food: Annotated[Small | None, ON_SHEET] = Field(default=None, title="food at the start")
    wood: Annotated[Small | None, ON_SHEET] = Field(default=None, title="wood at the start")
    ore: Annotated[Small | None, ON_SHEET] = Field(default=None, title="ore at the start")
    dials: Annotated[Mapping[Annotated[str, Choice("resources")], Count], Settled()] = Field(default_factory=dict)
    unsaid: Annotated[bool, Settled()] = False
    """Whether the starting influence is unknown."""
    uncounted: Annotated[bool, Settled()] = False
    """Whether the influence is unknown; older entries without it began at 0."""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """One offer until a tile is laid; it is optional once there are enough players."""
        if len(table.seats) < MOST_SEATS and not table.laying.tiles:
            is_enough = len(table.seats) >= FEWEST_SEATS
            title = text("Take another faction") if is_enough else text("Take a faction")
            yield Offer(title, required=not is_enough, keypad="faction")

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.faction in table.seats:
            yield FACTION_TAKEN(faction=table.called("factions", self.faction))
        elif len(table.seats) >= MOST_SEATS:
            yield TOO_MANY_SEATS()
        for id_, seat in table.seats.items():
            if self.player and seat.player == self.player:
                yield PLAYS_ALREADY(player=self.player, faction=table.called("factions", id_))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        known = {resource: getattr(self, resource) for resource in RESOURCES}
        dials = {resource: value for resource, value in known.items() if value is not None}
        return self.copy_with(dials=dials, unsaid=self.influence is None, uncounted=self.influence is None)

    def apply(self, table: Runewars) -> None:
        start = self.influence or 0
        table.seats[self.faction] = Seat(
            player=self.player,
            alignment=self.alignment,
            starting_influence=start,
            influence=None if self.uncounted else start,
            unsaid=self.unsaid,
            dials={resource: self.dials[resource] for resource in RESOURCES if resource in self.dials},
        )


def with_highest(fate: Mapping[str, int]) -> str:
    """The seat whose fate card has the highest number."""
    return max(fate, key=lambda seat: fate[seat])


class StartingPlayerFound(SetupEvent):
    title = "Find the starting player"
    help_text = (
        "One fate card for each player: the highest number goes first. Type them in, name the first player, "
        "or draw here."
    )
    sentence = "{seat} became the starting player[: {fate}]"
    during = ("setup",)
    layout = Layout(keypad_none=text("Draw for it"))
    offer = Offer(text("That is all: who begins?"), required=True, keypad="seat", when=lambda table: not table.starting)
    seat: Living | None = None
    fate: Annotated[Mapping[Living, Fate], Field(max_length=MOST_SEATS)] = Field(
        default_factory=dict, title="numbers of the fate cards"
    )

    def check(self, table: Runewars) -> Iterator[Refused]:
        if len(set(self.fate.values())) < len(self.fate):
            yield SAME_FATE()
        elif self.fate and self.seat and (first := with_highest(self.fate)) != self.seat:
            yield OTHER_BEGINS(seat=table.called("seats", first), number=self.fate[first])

    def settle(self, table: Runewars, chance: Chance) -> Self:
        """The event with a drawn card for each seat, if neither the seat nor the cards are given."""
        if self.seat:
            return self
        left, fate = list(range(LOWEST, HIGHEST + 1)), dict(self.fate)
        for seat in table.alive() if not fate else ():
            fate[seat] = chance.draw(left)
            left.remove(fate[seat])
        return self.copy_with(seat=with_highest(fate) if fate else None, fate=fate)

    def apply(self, table: Runewars) -> None:
        table.starting = self.seat or ""

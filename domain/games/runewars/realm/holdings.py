"""Control of areas at tables that do not track units, and the elimination of a seat without areas."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Occasion, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import held_by, left_of, update_control
from domain.games.runewars.base import AreaId, Living, RunewarsEvent, whose_turn
from domain.games.runewars.realm.dials import give_title
from domain.games.runewars.state.heroes import without_followers
from domain.games.runewars.state.table import Area, Runewars, SealedBid, Turn
from domain.games.runewars.year.seasons import follow_last_turn

# === Control of areas at a table that tracks control but not units (己方地区) ====================

HELD_ALREADY = never("held-already", "{seat} already controls {area}.", rule=sections.FRIENDLY_AREAS)
UNITS_HOLD_IT = refusal(
    "units-hold-it",
    "Units or a stronghold decide who controls {area}: move those.",
    rule=sections.FRIENDLY_AREAS,
    areas=("units",),
)


class HoldingEvent(RunewarsEvent):
    heading = "The map"
    after_the_end = True
    tracked = ("map",)


def without_units(table: Runewars, area: str) -> bool:
    """Whether control of an area is recorded by hand, because units are not tracked there."""
    return not table.tracks("units")


def control_follows_units(table: Runewars, area: str) -> Iterator[Refused]:
    """The refusal of recording control by hand if units decide it."""
    here = table.land.get(area)
    if table.tracks("units") and here and (here.stacks or here.stronghold):
        yield UNITS_HOLD_IT(area=table.called("areas", area))


class AreaTaken(HoldingEvent):
    title = "Take an area"
    help_text = "A player takes control of an area. If you track units, this is automatic."
    sentence = "{seat} took {area}[ from {loser}][ ({source})]"
    seat: Living
    area: AreaId
    source: Occasion = ""
    loser: Annotated[str, Choice("seats"), Settled()] = ""
    on_tap = {"areas": At("area", text("A player takes it"), where=without_units)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from control_follows_units(table, self.area)
        if (table.land.get(self.area) or Area()).controller == self.seat:
            yield HELD_ALREADY(seat=table.called("seats", self.seat), area=table.called("areas", self.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(loser=(table.land.get(self.area) or Area()).controller)

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        area.taken = self.seat
        update_control(table, self.area)


def areas_held(table: Runewars) -> list[str]:
    return [area for seat in table.seats for area in held_by(table, seat)]


class AreaLeft(HoldingEvent):
    title = "Give up an area"
    help_text = "No one controls this area any more."
    sentence = "{area} was given up[ ({source})]"
    area: Annotated[str, Choice("areas", areas_held)]
    source: Occasion = ""
    on_tap = {"areas": At("area", text("No player holds it"), where=without_units)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from control_follows_units(table, self.area)

    def apply(self, table: Runewars) -> None:
        if area := table.land.get(self.area):
            area.taken = ""
        update_control(table, self.area)


# === Elimination: a seat that controls no area is out of the war (玩家制约) ======================

STILL_HOLDS = refusal(
    "still-holds", "{seat} still controls {count|area|areas}.", rule=sections.ELIMINATION, areas=("map",)
)


def landless_seats(table: Runewars) -> list[str]:
    """The seats that control no area, if the whole map is known; none while an area is fought for (C-43)."""
    if not table.season or any(area.contested for area in table.land.values()):
        return []
    homes = {area.home for area in table.land.values()}
    return [seat for seat in table.alive() if seat in homes and not held_by(table, seat)]


class SeatEliminated(RunewarsEvent):
    """Eliminates a seat. Its titles return to the common area with their influence."""

    help_text = "A player with no areas is out: heroes and cards go back to their decks, titles to the table."
    sentence = "{seat} was eliminated from the war"
    log = LogRole(headline=True)
    title = "Eliminate a player"
    heading = "End of the war"
    tracked = ("map",)
    seat: Living

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in landless_seats(table):
            title = text("{seat} controls no area: out of the war", seat=table.called("seats", seat))
            yield Offer(title, {"seat": seat}, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if held := held_by(table, self.seat):
            yield STILL_HOLDS(seat=table.called("seats", self.seat), count=len(held))

    def apply(self, table: Runewars) -> None:
        seat, at_turn = table.seat(self.seat), whose_turn(table) == self.seat
        for title in seat.titles:
            give_title(table, title, "")
        seat.tactics, seat.fresh, seat.quests, seat.hero_cards = [], [], [], []
        table.heroes = without_followers(table.heroes, self.seat)
        seat.objective, seat.has_objective, seat.bid = "", False, SealedBid()
        seat.eliminated = True
        table.heroes = {id_: hero for id_, hero in table.heroes.items() if hero.defeated or hero.seat != self.seat}
        table.turn = Turn() if at_turn else table.turn
        table.questing = table.questing if table.questing in table.heroes else ""
        table.agenda.drop(lambda due: due.has_fields(seat=self.seat))
        if table.starting == self.seat:
            table.starting = left_of(table, self.seat)
        update_control(table, *table.land)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_last_turn(table)

"""The base class of the events of Runewars, types of fields, and common refusals."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from domain.components import agenda
from domain.components.numbers import Gains, Spends
from domain.components.turns import TurnOrder
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Line
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text
from domain.games.runewars import sections
from domain.games.runewars.state.heroes import living_heroes
from domain.games.runewars.state.table import Runewars

ELIMINATED = never("eliminated", "{seat} is out of the war.", rule=sections.ELIMINATION)
NOT_YOUR_TURN = refusal(
    "not-your-turn", "It is the turn of {current}.", rule=sections.PLAYER_TURNS, areas=("calendar",)
)
FINISH_FIRST = never("finish-first", "First finish this: {open}.", areas=("calendar",))
IN_PLAY = never("hero-in-play", "{hero} already follows {seat}.", rule=sections.GAINING_HEROES)
IN_THE_BOX = refusal("hero-in-the-box", "{hero} was defeated and is out of the game.", rule=sections.DEFEATED_HEROES)
ONLY_AT_WAR = refusal(
    "only-at-war",
    "Until the war begins each player has one hero, and heroes have no rewards.",
    rule=sections.SETUP,
    areas=("calendar",),
)
AFTER_THE_WAR = refusal(
    "after-the-war", "The war is over: numbers can still be fixed, nothing more is played.", rule=sections.VICTORY
)
NOT_ENOUGH_INFLUENCE = never(
    "not-enough-influence", "{seat} does not have enough influence ({have}/{need}).", areas=("influence",)
)
INFLUENCE_UNKNOWN = never(
    "influence-unknown", "The influence of {seat} is not known: type it in first.", areas=("influence",)
)
NOT_CONTROLLED = refusal(
    "not-controlled", "{seat} does not control {area}.", rule=sections.FRIENDLY_AREAS, areas=("map",)
)
DIAL_TOO_LOW = never("dial-too-low", "The dial of {resource} is at {have}.", rule=sections.DIALS, areas=("dials",))


class RunewarsEvent(Event[Runewars]):
    """The base of all events of Runewars."""

    namespace: ClassVar[str] = "runewars"
    after_the_end: ClassVar[bool] = False
    """Whether it may be recorded after the end of the war; bookkeeping may be in any case."""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.step == "finished" and not (self.after_the_end or self.log.bookkeeping):
            yield AFTER_THE_WAR()


SeatId = Annotated[str, Choice("seats", lambda table: table.seats)]


def at_war(table: Runewars, area: str) -> bool:
    """Whether the war is under way, so that cards may affect areas."""
    return table.step not in ("setup", "finished")


def why_out(table: Runewars, seat: str) -> Refused | None:
    """The refusal of any act of an eliminated seat (X04)."""
    return next(TURNS.not_in_game(table, seat), None)


Living = Annotated[str, Choice("seats", Runewars.alive, why_not=why_out)]
"""A seat that is still in the war."""
AreaId = Annotated[Line, Choice("areas", Runewars.areas_there, free=True, closed=Runewars.has_map)]
"""An area of the map; without a map, its printed name."""
UnitId = Annotated[str, Choice("units")]
Owner = Annotated[str, Choice("owners")]
OrderId = Annotated[str, Choice("orders")]
TacticsId = Annotated[Line, Choice("tactics", free=True)]
QuestId = Annotated[Line, Choice("quests", free=True)]
ObjectiveId = Annotated[Line, Choice("objectives", free=True)]
RewardId = Annotated[Line, Choice("rewards", free=True)]
SeasonCardId = Annotated[Line, Choice("season-cards", free=True)]
HeroName = Annotated[Line, Choice("heroes", free=True)]
CityId = Annotated[Line, Choice("cities", free=True)]
Few = Annotated[int, Field(ge=1, le=30)]
Some = Annotated[int, Field(ge=0, le=99)]
INFLUENCE_GAINED = Gains("seats.{seat}.influence", areas=("influence",))
INFLUENCE_PAID = Spends(
    "seats.{seat}.influence", areas=("influence",), too_few=NOT_ENOUGH_INFLUENCE, unknown=INFLUENCE_UNKNOWN
)


def still_due(table: Runewars) -> Iterator[Refused]:
    """The refusal of ending a step or a turn while an event is due."""
    yield from agenda.still_due(table, RunewarsEvent)


TURNS = TurnOrder[Runewars](
    kind="seats",
    has_turns=lambda table: table.step == "turns",
    left=lambda table: (seat for seat in table.order if seat not in table.done),
    is_out=lambda table, seat: table.seat(seat).eliminated,
    out=ELIMINATED,
    not_yours=NOT_YOUR_TURN,
)
"""The order of turns, in which the seats resolve their orders."""
whose_turn, seats_at_turn, not_at_turn = TURNS.whose_turn, TURNS.seats_at_turn, TURNS.not_at_turn


def is_card_unknown(table: Runewars) -> bool:
    """Whether the text of the season card may call for anything, since the card was not named or not typed in."""
    past = table.calendar.get(str(table.season))
    return not (past and past.card) or not table.content_thing("season-cards", past.card)


def card_offers(table: Runewars, words: Text, **fields: object) -> Iterator[Offer]:
    """The offer of an effect that the text of an unknown season card may have (3.3 step 1.2)."""
    if table.step == "text" and is_card_unknown(table):
        yield Offer(words, fields, opens_form=True)


def seats_clockwise(table: Runewars) -> list[str]:
    """The seats, the starting player first."""
    seats = list(table.seats)
    start = seats.index(table.starting) if table.starting in seats else 0
    return [*seats[start:], *seats[:start]]


def too_little_influence(table: Runewars, seat: str, need: int) -> Iterator[Refused]:
    """The refusal of spending more influence than a seat has; it cannot be owed."""
    have = table.seat(seat).influence
    if have is None:
        yield INFLUENCE_UNKNOWN(seat=table.called("seats", seat))
    elif have < need:
        yield NOT_ENOUGH_INFLUENCE(seat=table.called("seats", seat), have=have, need=need)


def not_controlled(table: Runewars, seat: str, area: str) -> Iterator[Refused]:
    """The refusal of an act in an area that the seat does not control."""
    if area not in table.land or table.land[area].controller != seat:
        yield NOT_CONTROLLED(seat=table.called("seats", seat), area=table.called("areas", area))


def spend_influence(table: Runewars, seat: str, influence: int) -> None:
    """Take influence from a seat; never below 0. Unknown influence stays unknown."""
    payer = table.seat(seat)
    payer.influence = None if payer.influence is None else max(0, payer.influence - influence)


def by_influence(table: Runewars, seats: list[str]) -> list[str]:
    """Seats by influence, then by starting influence, most first (玩家顺序和平局); those of unknown influence last.

    The players decide each tie with an unknown influence (`is_influence_unknown`).
    """
    known = {id_: table.seat(id_) for id_ in seats}
    return sorted(seats, key=lambda id_: (-(known[id_].influence or 0), -known[id_].starting_influence))


def is_influence_unknown(table: Runewars, *seats: str) -> bool:
    """Whether the influence of one of some seats is unknown, so that the players decide a tie between them."""
    return any(table.seat(seat).unsaid or table.seat(seat).influence is None for seat in seats)


def not_to_gain(table: Runewars, hero: str) -> Iterator[Refused]:
    """The refusals of bringing a hero into play."""
    if hero in living_heroes(table.heroes):
        yield IN_PLAY(hero=table.called("heroes", hero), seat=table.called("seats", table.heroes[hero].seat))
    elif hero in table.heroes:
        yield IN_THE_BOX(hero=table.called("heroes", hero))

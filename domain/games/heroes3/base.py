"""Shared parts of the events of Heroes III: their base class, types of fields, turns, and common refusals."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.components.agenda import still_due
from domain.components.limits import Limit
from domain.components.numbers import Gains, Spends
from domain.components.turns import TurnOrder
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import FixedTexts, Occasion
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.games.heroes3 import sections
from domain.games.heroes3.state.kinds import GOODS, Price
from domain.games.heroes3.state.seat import Hero, Seat, Service
from domain.games.heroes3.state.table import Heroes3

ELIMINATED = never(
    "eliminated", "{seat} is out of the game, and may only play neutral units.", rule=sections.VICTORY
)  # fmt: skip
NOT_YOUR_TURN = refusal("not-your-turn", "It is the turn of {current}.", rule=sections.TURN)
NOT_IN_COMBAT = refusal("not-in-combat", "Not possible during a combat.", rule=sections.TOWN, areas=("combats",))
NOT_ENOUGH = never(
    "not-enough-goods", "{what}: {need|is|are} needed, and {have|is|are} there.", rule=sections.RESOURCES
)
NO_SUCH_BOX = refusal("no-such-box", "Not in this game: {box} is not selected.", rule=sections.SETUP)
WRONG_MODE = refusal("wrong-mode", "Not available in this mode.", rule=sections.SETUP)

OWN_CAUSES = (
    "AI spell",
    "Necromancy",
    "alliance",
    "artifact bonus",
    "astrologers",
    "black market",
    "campaign",
    "combat",
    "creature bank",
    "defeat",
    "difficulty",
    "event",
    "faction building",
    "field",
    "flag",
    "gold pool",
    "hill fort",
    "level",
    "market",
    "morale",
    "resource round",
    "scenario",
    "settlement",
    "starting bonus",
    "surrender",
    "trading post",
)
"""Reasons that the rules give for an event; any other remark was typed by a player."""
Source = Annotated[Occasion, FixedTexts(OWN_CAUSES)]
Some = Annotated[int, Field(ge=1, le=99)]
Few = Annotated[int, Field(ge=1, le=9)]
Whose = Literal["main hero", "secondary hero"]
WhichHero = Annotated[Whose, FixedTexts(("main hero", "secondary hero")), Field(title="which hero")]
SeatId = Annotated[str, Choice("factions", lambda table: table.seats)]
FieldId = Annotated[str, Choice("fields")]
SideId = Annotated[str, Choice("sides")]


def why_out(table: Heroes3, seat: str) -> Refused | None:
    """The refusal of any act of an eliminated seat."""
    return ELIMINATED(seat=table.called("factions", seat)) if seat in table.seats else None


Living = Annotated[str, Choice("factions", Heroes3.alive, why_not=why_out)]
Pays = Spends("seats.{seat}.goods", too_few=NOT_ENOUGH)
Earns = Gains("seats.{seat}.goods")


class HeroesEvent(Event[Heroes3]):
    """Something that happened in a game of Heroes III."""

    namespace: ClassVar[str] = "heroes3"
    told: ClassVar[tuple[str, ...]] = ()
    """The lists of cards in its sentence; unnamed cards are left out."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        lists = {name: cards for name in cls.told if isinstance(cards := fields.get(name), list | tuple)}
        return {name: tuple(table.called("cards", card) for card in cards if card) for name, cards in lists.items()}


def seat_of(table: Heroes3, seat: str) -> Seat:
    """A player's seat; an empty seat that is not on the table if a correction removed it."""
    return table.seats.get(seat) or Seat()


def hero_of(table: Heroes3, seat: str, whose: Whose = "main hero") -> Hero:
    """A hero of a seat; if its secondary hero is gone, an empty hero that is not on the table."""
    here = seat_of(table, seat)
    return here.main if whose == "main hero" else here.second or Hero(moves=0)


def owned(price: Mapping[str, int]) -> Price:
    """A price without goods whose amount is zero."""
    return {good: price[good] for good in GOODS if price.get(good)}


def in_combat(table: Heroes3) -> Iterator[Refused]:
    """The refusal of acts that a combat forbids. While a combat is only announced, towns may still act (p40)."""
    if table.combat and table.combat.stage != "announced":
        yield NOT_IN_COMBAT()


def allied(table: Heroes3, one: str, other: str) -> bool:
    """Whether two seats are the same or in one team; in a cooperative game all are allied (1.2)."""
    team = seat_of(table, one).team
    return one == other or table.mode == "coop" or (bool(team) and team == seat_of(table, other).team)


# === Trading Posts: one of three services a visit, trading as often as wanted (交易, p52) ===========

AT_A_POST = refusal("at-a-trading-post", "That takes a hero on a Trading Post.", rule=sections.TRADE, areas=("map",))
SERVED = refusal(
    "post-served",
    "A visit to a Trading Post allows one thing: trading, a war machine, or gold for a card.",
    rule=sections.TRADE,
    areas=("map",),
)
TRADING_POST = "trading-post"
ONE_SERVICE: Limit[Heroes3] = Limit(lambda table, seat: int(bool(seat_of(table, seat).served)), SERVED)


def at_a_post(table: Heroes3, seat: str) -> bool:
    """Whether a hero of a player stands on a Trading Post."""
    stand = (table.fields.get(hero.field) for hero in seat_of(table, seat).heroes())
    return any(spot is not None and spot.location == TRADING_POST for spot in stand)


def is_service(table: Heroes3, seat: str) -> bool:
    """Whether what a player does is a service of a Trading Post; by an option all trade anywhere (6.17)."""
    return at_a_post(table, seat) and not table.plays("trade-anytime")


def post_served(table: Heroes3, seat: str, service: Service) -> Iterator[Refused]:
    """The refusal of a service in a visit that brought another one; trades are one service."""
    if is_service(table, seat) and not service == seat_of(table, seat).served == "trade":
        yield from ONE_SERVICE.reasons(table, seat)


def post_used(table: Heroes3, seat: str, service: Service) -> None:
    """A visit to a Trading Post brings no other service any more; for `apply`."""
    services = ("goods-traded", "card-removed", "war-machine-bought")
    table.agenda.drop(lambda due: due.event in services and due.has_fields(seat=seat))
    if is_service(table, seat):
        seat_of(table, seat).served = service


# === Turns: clockwise from the starting player; teams take turns one player each (回合顺序, p16) ====


def seated(table: Heroes3) -> list[str]:
    """The living seats, clockwise from the starting player."""
    seats = list(table.seats)
    at = seats.index(table.starting) if table.starting in seats else 0
    return [id_ for id_ in (*seats[at:], *seats[:at]) if not table.seats[id_].eliminated]


def teams(table: Heroes3) -> dict[str, list[str]]:
    """The teams in the order of their first member, each in the order that it chose for this round."""
    found: dict[str, list[str]] = {}
    for id_ in seated(table):
        found.setdefault(table.seats[id_].team or id_, []).append(id_)
    for team, first in table.first_of_team.items():
        if first in found.get(team, ()):
            found[team].sort(key=lambda id_: id_ != first)
    return found


def order_of_play(table: Heroes3) -> list[str]:
    """The seats in the order of their turns in this round. Teams alternate; the larger team goes on alone at the end.

    In an adventure, the holder of the token goes first in odd rounds, the other player in even rounds (p58).
    """
    left = [list(members) for members in teams(table).values()]
    order: list[str] = []
    while any(left):
        order += [members.pop(0) for members in left if members]
    return order[::-1] if table.mode == "adventure" and table.round % 2 == 0 else order


def takes_turns(table: Heroes3) -> bool:
    """Whether this table tracks turns. If neither map nor cards are tracked, a round is a single step."""
    return table.mode != "skirmish" and (table.tracks("map") or table.tracks("cards"))


TURNS: TurnOrder[Heroes3] = TurnOrder(
    kind="factions",
    has_turns=lambda table: table.phase == "turns" and takes_turns(table),
    left=lambda table: [id_ for id_ in order_of_play(table) if not table.seats[id_].done],
    is_out=lambda table, seat: seat not in table.seats or table.seats[seat].eliminated,
    out=ELIMINATED,
    not_yours=NOT_YOUR_TURN,
)


def without_turns(table: Heroes3) -> list[str]:
    """The seats that may act at any time in a round, at a table that does not track turns; for offers.

    Those that have ended their turn are last.
    """
    seats = [] if table.combat or table.phase != "turns" or takes_turns(table) else seated(table)
    return sorted(seats, key=lambda id_: table.seats[id_].done)


def turns_left(table: Heroes3) -> list[str]:
    """The seats that have yet to end their turn of this round, at a table that tracks towns, but no turns; for offers.

    No seat waits for another one there, and the round may end at any time.
    """
    acts = table.tracks("towns") and table.mode != "skirmish"
    return [id_ for id_ in without_turns(table) if acts and not table.seats[id_].done]


OFF_THE_MAP = Offer(when=lambda table: table.phase == "turns" and not (table.combat or table.tracks("map")))
"""What happens on the map at any time in a round, at a table that does not track it."""


class OwnTurn(HeroesEvent):
    """The base of events that a player records only in their own turn, when nothing else is due."""

    during = ("turns",)
    acting_seat = "seat"
    seat: Living

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from TURNS.not_at_turn(table, self.seat)
        yield from still_due(table, HeroesEvent)

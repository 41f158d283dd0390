"""Players: what the table tracks, who plays which hero, and who begins."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import ChampionsEvent, InGame, KeywordName, Maybe, NumberName
from domain.games.champions.cards.rules import same_person
from domain.games.champions.harm.defeats import put_out
from domain.games.champions.numbers import known
from domain.games.champions.state.kinds import IdentitySheet
from domain.games.champions.state.names import ICONS
from domain.games.champions.state.seats import MOST_SEATS, Seat
from domain.games.champions.state.table import Champions
from domain.language.event import Choice, Count, InOrder, Line, Remark, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal
from domain.language.table import AREAS
from domain.language.text import text
from domain.things.rulings import RulingEvent

HERO_TAKEN = never("hero-taken", "{hero} is played by somebody already.", rule=sections.UNIQUE)
TOO_MANY_PLAYERS = refusal("too-many-players", "Four players are as many as there are.", rule=sections.SETUP)
EACH_ONCE = never("each-seat-once", "Name every seat once: {seats}.")
AS_THEY_SIT = never("as-they-sit", "That is how they sit already.")
NO_HERO = never("no-hero", "Nobody plays a hero yet.", rule=sections.SETUP)
ALREADY_FIRST = never("already-first", "{seat} is first player already.", rule=sections.FIRST_PLAYER)


class SetupEvent(ChampionsEvent):
    area_of_play = "Setup"


class TableOpened(SetupEvent):
    """Recorded with the start. Without any area the table has its dials: hit points, threat, status cards, rounds."""

    help_text = "What this table writes down beside hit points, threat, status cards, forms and rounds."
    title = "What this table tracks"
    says = "Keeps track of hit points and threat[, {tracks}]"
    bookkeeping = True
    tracks: Annotated[
        tuple[str, ...],
        Choice(AREAS, lambda table: table.areas),
        Field(title="beside hit points, threat and rounds, keep track of"),
    ] = ()

    @classmethod
    def prefilled(cls, table: Champions) -> Mapping[str, Any]:
        return {"tracks": table.areas_tracked()} if table.tracked is not None else {}

    def apply(self, table: Champions) -> None:
        table.tracked = list(self.tracks)
        table.number = max(1, table.number)


class RulingMade(RulingEvent[Champions], SetupEvent):
    help_text = (
        "Where the rulebook is silent or says two things, the table rules otherwise than usual, or as usual again."
    )
    says = "The table rules: {ruling}[ ({usual|as usual again})]"

    def apply(self, table: Champions) -> None:
        self.rule(table)


def numbers_of_hero(table: Champions, hero: str) -> Mapping[str, int]:
    """The numbers of both sides of an identity that are known; a power that is dashed has none."""
    sheet = IdentitySheet.of(table, hero)
    every = known(
        attack=sheet.attack,
        thwart=sheet.thwart,
        defense=sheet.defense,
        recover=sheet.recover,
        hand=sheet.hand,
        alter_hand=sheet.alter_hand,
        retaliate=sheet.retaliate or None,
        **{icon: getattr(sheet, icon) or None for icon in ICONS},
    )
    return {name: value for name, value in every.items() if name not in sheet.dashes}


ON_CARD = Printed(IdentitySheet, by="hero")
NUMBERS = Printed(IdentitySheet, by="hero", read=numbers_of_hero)


class HeroTaken(SetupEvent):
    help_text = "A player takes a hero, who begins as alter-ego with all hit points."
    says = "[{player} plays ]{hero}[, {health} hit points]"
    during = ("setup",)
    likely = ("health", "player")
    hero: Annotated[Line, Choice("identities", free=True)]
    health: Annotated[Maybe | None, ON_CARD] = Field(default=None, title="hit points")
    player: Remark = Field(default="", title="player")
    printed: Annotated[Mapping[NumberName, Count], Settled(), NUMBERS] = Field(default_factory=dict)
    keywords: Annotated[tuple[KeywordName, ...], Settled(), ON_CARD] = ()
    traits: Annotated[tuple[Line, ...], Settled(), ON_CARD] = ()

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {"player": fields.get("player") or text("Somebody")}

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.hero in table.seats:
            yield HERO_TAKEN(hero=table.called("identities", self.hero))
        elif len(table.seats) >= MOST_SEATS:
            yield TOO_MANY_PLAYERS()
        yield from same_person(table, self.hero)

    def apply(self, table: Champions) -> None:
        table.seats[self.hero] = Seat(
            player=self.player,
            health=self.health,
            printed=dict(self.printed),
            keywords=list(self.keywords),
            traits=list(self.traits),
        )


class HeroLeft(SetupEvent):
    """Bent into the middle of a game, it leaves nothing behind that others would have to do or to fight."""

    help_text = "A player leaves before the game begins."
    says = "{seat} left the table"
    during = ("setup",)
    seat: InGame

    def apply(self, table: Champions) -> None:
        if table.under_way():
            put_out(table, self.seat)
        table.seats.pop(self.seat, None)
        table.first = "" if table.first == self.seat else table.first


class SeatsOrdered(SetupEvent):
    """Player order and the first player token go by it (按玩家顺位)."""

    help_text = "Who sits next to whom, clockwise, where the heroes were taken in another order."
    says = "Clockwise they sit: {order}"
    title = "Order of the seats"
    during = ("setup",)
    order: Annotated[tuple[InGame, ...], InOrder(), Field(min_length=1, max_length=12)]

    @classmethod
    def prefilled(cls, table: Champions) -> Mapping[str, Any]:
        return {"order": tuple(table.seats)}

    def check(self, table: Champions) -> Iterator[Refused]:
        if sorted(self.order) != sorted(table.seats):
            yield EACH_ONCE(seats=tuple(table.called("identities", seat) for seat in table.seats))
        elif list(self.order) == list(table.seats):
            yield AS_THEY_SIT()

    def apply(self, table: Champions) -> None:
        table.seats = {seat: table.seats[seat] for seat in (*self.order, *table.seats) if seat in table.seats}


class FirstPlayerChosen(SetupEvent):
    help_text = "Who begins; the token goes on clockwise after every round."
    says = "{seat} is first player"
    seat: InGame

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.first == self.seat:
            yield ALREADY_FIRST(seat=table.called("identities", self.seat))

    def apply(self, table: Champions) -> None:
        table.first = self.seat


EVENTS = (TableOpened, RulingMade, HeroTaken, HeroLeft, SeatsOrdered, FirstPlayerChosen)

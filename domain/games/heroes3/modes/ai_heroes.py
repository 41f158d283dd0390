"""AI heroes of solo and cooperative scenarios: setup, moves by priority, encounters and combats (p49)."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, NamedTuple, Self

from pydantic import Field

from domain.components.map_geometry import Hex, count_steps
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import TURNS, WRONG_MODE, FieldId, HeroesEvent
from domain.games.heroes3.combat.announcing import COMBAT_OPEN
from domain.games.heroes3.land.laying import TileFaceUp, Turned, drawn_tile
from domain.games.heroes3.land.tiles import (
    columns_of,
    face_down_beside,
    fields_around,
    fields_beside,
    ids_by_spot,
    is_below,
    tiles_in_box,
)
from domain.games.heroes3.land.visiting import ProductionLost
from domain.games.heroes3.state.combat import NEUTRAL, Combat
from domain.games.heroes3.state.seat import UnitSide
from domain.games.heroes3.state.table import AiHero, Heroes3, Spot, Tile

AI_SPENT = refusal("ai-moves-spent", "{name} has no movement points left this round.", rule=sections.AI)
AI_BEATEN = refusal("ai-hero-beaten", "{name} was beaten.", rule=sections.AI)
AI_TOO_FAR = refusal("ai-too-far", "{name} moves to a field next to it, one point each.", rule=sections.AI)
AI_MOVES = 3
"""The movement points of an AI hero per round (p49)."""


class AiHeroSetUp(HeroesEvent):
    title = "Set an AI hero up"
    help_text = (
        "An enemy of a solo or cooperative scenario, with its units and its place. A unit that several AI heroes share "
        "is named for each of them."
    )
    layout = Layout(usual=("units", "packs", "field"), keeps_unnamed=True)
    sentence = "The AI plays {name}[ with {units}][; Packs: {packs}][ on {field}]"
    heading = "Campaign"
    name: Line
    units: Annotated[tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=8)] = ()
    packs: Annotated[
        tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=8, title="units as Packs")
    ] = ()
    field: Annotated[str, Choice("fields")] | None = None
    skill: Remark = Field(default="", title="its skill card")

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.phase == "setup" and table.mode in ("campaign", "coop") and table.seats:
            yield Offer(text("Set an AI hero up"), opens_form=True)

    def values_kept(self, table: Heroes3) -> Mapping[str, Any]:
        known = table.ai_heroes.get(self.name) or AiHero()
        sides = {"units": "few", "packs": "pack"}
        units = {name: tuple(unit for unit, up in known.units.items() if up == side) for name, side in sides.items()}
        return {**units, "field": known.field or None, "skill": known.skill}

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode not in ("campaign", "coop"):
            yield WRONG_MODE()

    def apply(self, table: Heroes3) -> None:
        sides: dict[str, UnitSide] = {**dict.fromkeys(self.units, "few"), **dict.fromkeys(self.packs, "pack")}
        deck = table.ai_heroes[self.name].deck if self.name in table.ai_heroes else ""
        table.ai_heroes[self.name] = AiHero(
            name=self.name, units=sides, field=self.field or "", skill=self.skill, deck=deck
        )  # fmt: skip


AiName = Annotated[str, Choice("ai-heroes", lambda table: table.ai_heroes)]


def goals_of(table: Heroes3, name: str) -> list[str]:
    """The goals of an AI hero: heroes on its tile, else fields to flag there, else a player's town (p49)."""
    here = table.fields.get(table.ai_heroes[name].field, Spot())
    on_tile = [id_ for id_, spot in table.fields.items() if spot.tile == here.tile and spot is not here]
    foes = [hero.field for id_ in table.alive() for hero in table.seats[id_].heroes() if hero.field in on_tile]
    flags = [
        id_ for id_ in on_tile if table.fields[id_].location in ("mine", "settlement") and not table.fields[id_].ai
    ]
    return foes or flags or [id_ for id_, spot in table.fields.items() if spot.town_of in table.alive()]


class FaceDown(NamedTuple):
    """A step of a path over a face-down tile: turning it up from an adjacent spot, or a spot on it."""

    place: str
    spot: Hex
    is_up: bool = False


Step = str | FaceDown


def steps_from(table: Heroes3, at: Step) -> list[Step]:
    """The next steps of a path, a point each: adjacent fields, and tiles that are turned up first (p49)."""
    if isinstance(at, str):
        here = Hex(table.fields[at].q, table.fields[at].r)
        return [*fields_beside(table, at), *(FaceDown(place, here) for place in face_down_beside(table, at))]
    tile, around = table.tiles[at.place], set(at.spot.around())
    own = [FaceDown(at.place, spot, is_up=True) for spot in fields_around(Hex(tile.q, tile.r), 0) if spot in around]
    if not at.is_up:
        return [*own]
    fields = [
        id_ for spot, id_ in ids_by_spot(table).items()
        if spot in around and table.fields[id_].category != "blocked" and is_below(table, id_) == is_deep(tile)
    ]  # fmt: skip
    others = [
        FaceDown(place, at.spot) for place, other in table.tiles.items()
        if not other.tile and place != at.place and is_deep(other) == is_deep(tile)
        and around & set(fields_around(Hex(other.q, other.r), 0))
    ]  # fmt: skip
    return [*own, *fields, *others]


def is_deep(tile: Tile) -> bool:
    """Whether a tile is underground."""
    return tile.kind == "subterranean"


def next_steps(table: Heroes3, name: str) -> list[Step]:
    """The next steps of an AI hero on its shortest paths to the nearest goal: a field, or a tile to turn up."""
    here = table.ai_heroes[name].field
    onward = partial(steps_from, table)
    ways = {step: count_steps(step, onward) for step in onward(here)} if here in table.fields else {}
    far = [(way[goal], step) for step, way in ways.items() for goal in goals_of(table, name) if goal in way]
    least = min((steps for steps, _ in far), default=0)
    return list(dict.fromkeys(step for steps, step in far if steps == least))


def heroes_to_move(table: Heroes3) -> Iterator[tuple[str, AiHero]]:
    """The AI heroes on the map that have movement points left, once all players had their turn."""
    if table.phase == "turns" and not table.combat and not TURNS.whose_turn(table):
        for name, hero in table.ai_heroes.items():
            if not hero.beaten and hero.spent < AI_MOVES and hero.field in table.fields:
                yield name, hero


def cannot_move(table: Heroes3, name: str) -> Iterator[Refused]:
    """The refusals of a move of an AI hero now."""
    if hero := table.ai_heroes.get(name):
        if hero.beaten:
            yield AI_BEATEN(name=hero.name)
        if hero.spent >= AI_MOVES:
            yield AI_SPENT(name=hero.name)


def takes_what_is_there(table: Heroes3, field: str) -> bool:
    """Whether an AI hero flags or visits a field when it arrives."""
    spot = table.fields[field]
    return (spot.category == "flag" and not spot.ai) or (spot.category == "visit" and not spot.cube)


class AiHeroMoved(HeroesEvent):
    """Moves an AI hero: to a hero on its tile, else to a field to flag there, else towards a player's town (3.17).

    The players choose among paths of equal length (9.2, 42). If there is no path, they choose the field.
    """

    title = "Move an AI hero"
    help_text = "An AI hero moves by its priorities, and takes what it comes to without a fight."
    sentence = "{name} moved to {to}[{flags|, and flagged it}]"
    heading = "Campaign"
    tracked = ("map",)
    name: AiName
    to: Annotated[str, Choice("fields")]
    flags: bool = Field(default=False, title="takes what is there")
    loser: Annotated[str, Settled(), Choice("factions")] = ""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for name, hero in heroes_to_move(table):
            ways = next_steps(table, name)
            for n, to in enumerate(ways):
                if isinstance(to, str):
                    words = text("{name} moves to {to}", name=hero.name, to=table.called("fields", to))
                    yield Offer(words, {"name": name, "to": to}, required=not n)
            if not ways:
                yield Offer(text("Where does {name} move?", name=hero.name), {"name": name}, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from cannot_move(table, self.name)
        hero = table.ai_heroes.get(self.name)
        if hero and hero.field in table.fields and self.to not in steps_from(table, hero.field):
            yield AI_TOO_FAR(name=hero.name)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        flags = (self.flags or takes_what_is_there(table, self.to)) and not self.met(table)
        held = table.fields[self.to].flags if flags else []
        return self.copy_with(flags=flags, loser=held[-1] if held else "")

    def apply(self, table: Heroes3) -> None:
        if hero := table.ai_heroes.get(self.name):
            hero.field, hero.spent = self.to, hero.spent + 1
        if self.flags:
            take_field(table, self.to)

    def met(self, table: Heroes3) -> list[str]:
        """The players whose main hero is there, and who are fought before anything is taken."""
        fights = table.tracks("combats") and not table.combat
        spot = table.fields.get(self.to)
        return heroes_on(table, self.to) if fights and spot and spot.location != "sanctuary" else []

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        spot = table.fields[self.to]
        if self.loser and spot.amount:
            yield ProductionLost(seat=self.loser, good=spot.good, amount=spot.amount, field=self.to)
        if met := self.met(table):
            yield AiHeroAttacked(seat=met[0], name=self.name, attacks=True)


def take_field(table: Heroes3, field: str) -> None:
    """Let the AI hold a field, or visit it. For `apply`."""
    if spot := table.fields.get(field):
        spot.flags, spot.cleared, spot.ai = [], True, spot.category == "flag"
        spot.cube = spot.cube or spot.category == "visit"
        spot.flagged_once = spot.flagged_once or spot.category == "flag"


class AiFieldTaken(HeroesEvent):
    """Takes the field that an AI hero attacked and won, once the beaten hero is gone (3.15)."""

    title = "An AI hero takes a field"
    help_text = "After a won attack an AI hero flags or visits the field."
    sentence = "{name} took {field}"
    heading = "Campaign"
    tracked = ("map",)
    automatic = True
    name: AiName
    field: FieldId
    loser: Annotated[str, Settled(), Choice("factions")] = ""

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        held = table.fields[self.field].flags
        return self.copy_with(loser=held[-1] if held else "")

    def apply(self, table: Heroes3) -> None:
        take_field(table, self.field)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        spot = table.fields[self.field]
        if self.loser and spot.amount:
            yield ProductionLost(seat=self.loser, good=spot.good, amount=spot.amount, field=self.field)


def ai_field_won(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The taking of the field that an AI hero won in the last combat, if no player's hero is there any more."""
    if table.combat or not table.combats or not table.tracks("map"):
        return
    last = table.combats[-1]
    if not last.attacker == last.winner == NEUTRAL or last.field not in table.fields:
        return
    for name, hero in table.ai_heroes.items():
        here = hero.field == last.field and not hero.beaten and not heroes_on(table, last.field)
        if here and takes_what_is_there(table, last.field):
            yield AiFieldTaken(name=name, field=last.field)
            return


def face_down_beside_ai(table: Heroes3, name: str) -> list[str]:
    """The face-down tiles that an AI hero may turn up."""
    return face_down_beside(table, table.ai_heroes[name].field) if name in table.ai_heroes else []


def tiles_for_ai(table: Heroes3, name: str, place: str) -> list[str]:
    return tiles_in_box(table, table.tiles[place].kind) if place in table.tiles else []


class AiTileDiscovered(TileFaceUp):
    """Turns up a face-down tile on the path of an AI hero, for a point. The players choose its rotation (p49)."""

    title = "Let an AI hero discover a tile"
    help_text = "A face-down tile on the way of an AI hero is turned up, as the players like, for a movement point."
    sentence = "{name} discovered {tile}"
    heading = "Campaign"
    log = LogRole(confirm_undo="revealed", changes_names=True)
    layout = Layout(usual=("tile", "turned"))
    name: AiName
    place: Annotated[str, Choice("places", face_down_beside_ai, given=("name",))]
    tile: Annotated[Line, Choice("tiles", tiles_for_ai, given=("name", "place"), free=True)] | None = None
    turned: Turned = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for name, hero in heroes_to_move(table):
            for n, to in enumerate(next_steps(table, name)):
                if isinstance(to, FaceDown):
                    kind = Text(table.tiles[to.place].kind or "")
                    words = text("{name} discovers the adjacent {kind} tile", name=hero.name, kind=kind)
                    yield Offer(words, {"name": name, "place": to.place}, required=not n, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from cannot_move(table, self.name)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        left = tiles_for_ai(table, self.name, self.place)
        tile = self.tile or drawn_tile(table, self.place, left, chance)
        return self.copy_with(tile=tile, **columns_of(table, tile))

    def apply(self, table: Heroes3) -> None:
        laid = table.tiles.get(self.place)
        self.lay(table, self.place, self.tile or "", self.turned, laid.kind if laid else None, NEUTRAL)
        if hero := table.ai_heroes.get(self.name):
            hero.spent += 1


def heroes_on(table: Heroes3, field: str) -> list[str]:
    """The players whose main hero is on a field."""
    return [id_ for id_ in table.alive() if table.seats[id_].main.field == field]


class AiHeroAttacked(HeroesEvent):
    """Begins a combat with an AI hero: with known units, unlimited rounds, and no surrender (p49).

    The attacker goes first at equal initiative. If an AI hero attacks a town, the town has its walls.
    """

    title = "Fight an AI hero"
    help_text = "A combat against an AI hero, with its units. First shuffle its AI deck and its AI spell deck."
    sentence = "{seat} fought {name}[{attacks|, who attacked}]"
    heading = "Campaign"
    during = ("turns",)
    tracked = ("combats",)
    acting_seat = "seat"
    seat: Annotated[str, Choice("factions", Heroes3.alive)]
    name: AiName
    attacks: bool = Field(default=False, title="the AI hero attacks")

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        seat = TURNS.whose_turn(table)
        for id_, hero in table.ai_heroes.items():
            if not hero.beaten and not table.combat and seat and seat in heroes_on(table, hero.field):
                known = {"seat": seat, "name": id_}
                yield Offer(text("Fight {hero}", hero=hero.name), known, required=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.combat:
            yield COMBAT_OPEN()

    def apply(self, table: Heroes3) -> None:
        hero = table.ai_heroes.get(self.name, AiHero())
        attacker, defender = (NEUTRAL, self.seat) if self.attacks else (self.seat, NEUTRAL)
        own_town = self.attacks and table.fields.get(hero.field, Spot()).town_of == self.seat
        table.combat = Combat(
            kind="ai hero", attacker=attacker, defender=defender, field=hero.field, ai_hero=self.name,
            own_town=own_town, attacker_second=bool(table.arrival and table.arrival.whose == "secondary hero"),
        )  # fmt: skip


def ai_hero_met(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The combat with an AI hero, before anything else on its field is visited (3.7)."""
    arrival = table.arrival
    if arrival is None or arrival.fought or table.combat or not table.tracks("combats"):
        return
    for name, hero in table.ai_heroes.items():
        if hero.field == arrival.field and not hero.beaten and table.fields[hero.field].location != "sanctuary":
            yield AiHeroAttacked(seat=arrival.seat, name=name)
            return

"""Laying tiles: the scenario's map, discovered and placed tiles, their printed fields, and tokens on fields (p32)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field

from domain.components.map_geometry import Hex
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import KeepsOrder, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import FieldId, HeroesEvent, Living, OwnTurn, SeatId, WhichHero, Whose, hero_of, seat_of
from domain.games.heroes3.cards.decks import TILE_DECK, is_kept
from domain.games.heroes3.land.tiles import (
    GATE,
    MIDDLE,
    amount_at,
    columns_of,
    face_down_beside,
    field_id,
    fields_around,
    fields_of_tile,
    free_places,
    is_below,
    place_id,
    place_of,
    spot_at,
    tiles_beside,
    tiles_in_box,
)
from domain.games.heroes3.land.tournament_map import why_not_laid
from domain.games.heroes3.rounds import note_homes, seat_acting
from domain.games.heroes3.setup.map_tiles import NextTile, next_tile
from domain.games.heroes3.state.kinds import (
    BankCard,
    Good,
    GoodId,
    Level,
    LocationCard,
    SavedMap,
    Side,
    Small,
    TileCard,
    TileKind,
)
from domain.games.heroes3.state.table import NUMBERS, Heroes3, Spot, Tile

NO_MOVEMENT = refusal("no-movement", "{hero} has no movement point left.", rule=sections.MOVEMENT)
NOT_BESIDE = refusal("not-beside", "No tile may be laid there: it must be next to the map.", rule=sections.TILES)
TOUCHES_ONE = refusal("touches-one", "A new tile must touch {need} tiles of the map.", rule=sections.TILES)
NO_SUPPLY = refusal("no-supply", "There is no far tile in the supply of {seat}.", rule=sections.TILES)
TOKEN_THERE = refusal("token-there", "There is a token on that field already.", rule=sections.TILES)
BLOCKED_FIELD = refusal("blocked-field", "Only a creature bank goes on a blocked field.", rule=sections.TILES)
ONLY_BLOCKED = refusal("only-blocked", "A creature bank goes on a blocked field.", rule=sections.TILES)
HERO_ON_TILE = refusal("hero-on-tile", "There is a hero on that tile.", rule=sections.TOURNAMENT)
NOT_FREE = refusal(
    "not-free", "Only a gate, an observatory or a card discovers or places a tile without a movement point.",
    rule=sections.TILES,
)  # fmt: skip
OTHER_ZONE = refusal("other-zone", "{bank} goes on a {kind} tile.", rule=sections.TILES)
NOTHING_LIES = never("nothing-lies", "There is no tile on the map yet.", rule=sections.TILES)
MAP_LIES = never("map-lies", "There is a map already.", rule=sections.TILES)
BANK, OBSERVATORY, MINE = "bank", "redwood-observatory", "mine"
MOST_TOUCHED, FEWEST_TOUCHED = 3, 2
ON_TILE = Printed(TileCard, by="tile")

Number = Annotated[str, Field(max_length=20)]
Word = Annotated[str, Field(max_length=60)]
FreePlace = Annotated[Line, Choice("places", free_places, free=True)]
NewTile = Annotated[Line, Choice("tiles", free=True)]
Numeral = Literal["–", "I", "II", "III", "IV", "V", "VI", "VII"]
GUARDS: Mapping[Numeral, int] = {numeral: level for level, numeral in enumerate(get_args(Numeral))}
"""The level of guards for each printed numeral."""
Turned = Annotated[int, Field(ge=0, le=5, title="turned by sixths")]


class TileFaceUp(HeroesEvent):
    """The base of events that lay a tile face up. The values of its seven fields are settled, one mapping per value."""

    log = LogRole(changes_names=True)
    heading = "Map"
    tracked = ("map",)
    locations: Annotated[Mapping[Number, Word], Settled()] = Field(default_factory=dict)
    levels: Annotated[Mapping[Number, Level], Settled()] = Field(default_factory=dict)
    categories: Annotated[Mapping[Number, Word], Settled()] = Field(default_factory=dict)
    yields: Annotated[Mapping[Number, Word], Settled()] = Field(default_factory=dict)
    amounts: Annotated[Mapping[Number, Small], Settled()] = Field(default_factory=dict)
    sea: Annotated[tuple[Number, ...], Settled()] = ()
    borders: Annotated[Mapping[Number, tuple[Side, ...]], Settled()] = Field(default_factory=dict)

    def lay(self, table: Heroes3, place: str, tile: str, turned: int, kind: TileKind | None, by: str = "") -> None:
        """Put the tile and its fields on the map. For `apply`."""
        middle = spot_at(place)
        if middle is None or not tile:
            return
        table.tiles[place] = Tile(q=middle.q, r=middle.r, kind=kind, tile=tile, turned=turned, by=by)
        for number, spot in enumerate(fields_around(middle, turned)):
            n = str(number)
            table.fields[field_id(tile, n)] = Spot(
                q=spot.q,
                r=spot.r,
                tile=tile,
                location=self.locations.get(n, ""),
                category=self.categories.get(n, ""),
                level=self.levels.get(n, 0),
                good=self.yields.get(n, ""),
                amount=self.amounts.get(n, 0),
                sea=n in self.sea,
                borders=[(side + turned) % 6 for side in self.borders.get(n, ())],
            )
        if not self.locations:
            table.agenda.put(TileDescribed, must=False, tile=tile)
        elif by:
            offer_bank(table, tile)


def offer_bank(table: Heroes3, tile: str) -> None:
    """By an option, offer the player who discovered a far or near tile a bank for its blocked field (p66).

    For `apply`.
    """
    of_kind = any(laid.tile == tile and laid.kind in ("far", "near") for laid in table.tiles.values())
    blocked = [id_ for id_ in fields_of_tile(tile) if id_ in table.fields and table.fields[id_].category == "blocked"]
    if table.plays("creature-banks") and of_kind and blocked:
        table.agenda.put(TokenPlaced, must=False, field=blocked[0], token=BANK)


def kind_laid_next(table: Heroes3) -> TileKind:
    """The kind of the tile laid last, since tiles of one kind are laid together.

    A tournament begins with the center.
    """
    kinds = [tile.kind for tile in table.tiles.values() if tile.kind and tile.kind != "starting"]
    return kinds[-1] if kinds else "center" if table.mode == "tournament" else "far"


def tile_due(table: Heroes3, due: NextTile, where: Mapping[str, Any]) -> Offer:
    """The offer of the next tile of a tournament's map, to the player who lays it."""
    seat = table.called("factions", due.seat)
    if due.kind == "starting":
        words = text("{seat}: lay your starting tile", seat=seat)
        return Offer(words, {**where, "seat": due.seat, "kind": due.kind}, required=True, opens_form=True)
    words = text("{seat}: lay a {kind} tile ({left} left)", seat=seat, kind=Text(due.kind), left=due.left)
    return Offer(
        words, {**where, "kind": due.kind}, required=True, opens_form=True, also_required=("tile",),
        seats=frozenset({due.seat}),
    )  # fmt: skip


class TileLaid(TileFaceUp):
    title = "Lay a tile"
    help_text = "A tile of the scenario's map: face down, or face up with its name; a player's home with its town."
    sentence = "A {kind} tile is at {place}[: {tile}][, home of {seat}][, laid by {by}]"
    during = ("setup", "turns")
    layout = Layout(usual=("kind", "tile", "seat"), assumed=("place",))
    place: FreePlace
    kind: TileKind = "far"
    tile: NewTile | None = None
    turned: Turned = 0
    seat: Annotated[SeatId | None, Field(title="whose home")] = None
    by: Annotated[str, Settled(), Choice("factions"), Field(title="laid by")] = ""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The tiles of the map in setup: first the home of each player, then any others.

        In a tournament, they are the next tile of the player who lays it.
        """
        if table.phase != "setup" or not table.seats:
            return
        where = {} if table.tiles else {"place": place_id(MIDDLE)}
        if due := next_tile(table):
            yield tile_due(table, due, where)
            return
        for id_, seat in table.seats.items():
            if not seat.main.field:
                words = text("Lay the starting tile of {seat}", seat=table.called("factions", id_))
                known = {**where, "seat": id_, "kind": "starting"}
                yield Offer(words, known, reminder=text("the map"), opens_form=True)
        yield Offer(text("Lay a tile"), where, opens_form=True, also_required=("kind",))

    @classmethod
    def prefilled(cls, table: Heroes3) -> Mapping[str, Any]:
        return {"kind": kind_laid_next(table)}

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """The tile for the sentence; an unnamed home is described by its owner only."""
        home = f"{fields.get('seat')} home"
        told = {"tile": None} if fields.get("tile") == home else {}
        return {**super().sentence_values(fields, table), **told}

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.place not in free_places(table):
            yield NOT_BESIDE()
        else:
            yield from why_not_laid(table, self.place, self.kind, self.tile, self.seat)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        tile = self.tile or (f"{self.seat} home" if self.seat else None)
        kind = "starting" if self.seat else self.kind
        due = None if self.seat else next_tile(table)
        printed = columns_of(table, tile) if tile else {}
        return self.copy_with(tile=tile, kind=kind, by=due.seat if due else "", **printed)

    def apply(self, table: Heroes3) -> None:
        middle = spot_at(self.place)
        if self.tile:
            self.lay(table, self.place, self.tile, self.turned, self.kind)
        elif middle:
            table.tiles[self.place] = Tile(q=middle.q, r=middle.r, kind=self.kind)
        if self.seat and self.tile:
            town = field_id(self.tile, 0)
            if spot := table.fields.get(town):
                spot.location, spot.category = spot.location or "town", "flag"
                spot.town_of, spot.cleared = self.seat, True
            seat_of(table, self.seat).main.field = seat_of(table, self.seat).main.last = town
            note_homes(table)


def hidden_beside(table: Heroes3, seat: str, whose: str) -> list[str]:
    """The face-down tiles that a hero may turn up (p34).

    They are adjacent to the hero, adjacent to the tile of an Observatory, or on the level behind a gate.
    """
    here = hero_of(table, seat, "secondary hero" if whose == "secondary hero" else "main hero").field
    spot, place = table.fields.get(here, Spot()), place_of(table, here)
    found = face_down_beside(table, here)
    middle = spot_at(place)
    if spot.location == OBSERVATORY and middle:
        found += [at for at in tiles_beside(table, middle) if not table.tiles[at].tile]
    if spot.token == GATE:
        below = is_below(table, here)
        found += [
            at for at, tile in table.tiles.items() if not tile.tile and (tile.kind == "subterranean") != below
        ]  # fmt: skip
    return list(dict.fromkeys(found))


def tiles_for(table: Heroes3, seat: str, whose: str, place: str) -> list[str]:
    return tiles_in_box(table, table.tiles[place].kind) if place in table.tiles else []


def drawn_tile(table: Heroes3, place: str, left: Sequence[str], chance: Chance) -> str:
    """A tile drawn from those in the box if the app keeps them; else an id for the unnamed tile of a place."""
    return chance.draw(left) if left and is_kept(table, TILE_DECK) else f"{table.tiles[place].kind} {place}"


def no_movement(table: Heroes3, seat: str, whose: str, need: int = 1) -> Iterator[Refused]:
    """The refusal of an act by a hero with too few movement points."""
    hero = hero_of(table, seat, "secondary hero" if whose == "secondary hero" else "main hero")
    if hero.left < need:
        yield NO_MOVEMENT(hero=hero_name(table, seat, whose))


def not_paid(table: Heroes3, event: "TileDiscovered | TilePlaced") -> Iterator[Refused]:
    """The refusals of a tile for which no movement point is paid: none is left, or nothing makes it free."""
    if not event.free:
        yield from no_movement(table, event.seat, event.whose)
    elif not table.agenda.of(type(event), seat=event.seat, free=True):
        yield NOT_FREE()


def hero_name(table: Heroes3, seat: str, whose: str) -> Any:
    """The name of a hero; of the main hero its own name, if it is known."""
    if whose == "secondary hero":
        return text("The secondary hero of {seat}", seat=table.called("factions", seat))
    hero = seat_of(table, seat).hero
    return table.called("heroes", hero) if hero else text("The hero of {seat}", seat=table.called("factions", seat))


class TileDiscovered(TileFaceUp, OwnTurn):
    """Discovers a tile, and reveals which one it is.

    Undo needs confirmation, because another tile may be drawn then.
    """

    title = "Discover a tile"
    help_text = "A face-down tile next to a hero is turned over, in any rotation, for a movement point."
    sentence = "{seat} discovered {tile}"
    question = "{seat} may discover a tile: which?"
    log = LogRole(confirm_undo="revealed", changes_names=True)
    layout = Layout(usual=("tile", "turned"))
    seat: Living
    whose: WhichHero = "main hero"
    place: Annotated[str, Choice("places", hidden_beside, given=("seat", "whose"))]
    tile: Annotated[Line, Choice("tiles", tiles_for, given=("seat", "whose", "place"), free=True)] | None = None
    turned: Turned = 0
    free: bool = Field(default=False, title="without a movement point")

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        seat = seat_acting(table)
        for whose in get_args(Whose) if seat else ():
            hero = hero_of(table, seat, whose)
            for place in face_down_beside(table, hero.field) if hero.left else ():
                words = text("Discover the adjacent {kind} tile", kind=Text(table.tiles[place].kind or ""))
                yield Offer(words, {"seat": seat, "whose": whose, "place": place}, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from not_paid(table, self)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        left = tiles_for(table, self.seat, self.whose, self.place)
        tile = self.tile or drawn_tile(table, self.place, left, chance)
        return self.copy_with(tile=tile, **columns_of(table, tile))

    def apply(self, table: Heroes3) -> None:
        laid = table.tiles.get(self.place)
        here = table.fields.get(hero_of(table, self.seat, self.whose).field, Spot())
        if self.free and here.token == GATE:
            table.agenda.put(TokenPlaced, must=False, token=GATE, pair=here.pair)
        self.lay(table, self.place, self.tile or "", self.turned, laid.kind if laid else None, self.seat)
        seat_of(table, self.seat).deeds.tiles += 1
        if not self.free:
            hero_of(table, self.seat, self.whose).spend(1)


def places_beside_hero(table: Heroes3, seat: str, whose: str) -> list[str]:
    """The free places that have a field adjacent to a hero."""
    here = table.fields.get(hero_of(table, seat, "secondary hero" if whose == "secondary hero" else "main hero").field)
    around = set(Hex(here.q, here.r).around()) if here else set()
    free = ((place, spot_at(place)) for place in free_places(table))
    return [place for place, middle in free if middle and around & set(fields_around(middle, 0))]


class TilePlaced(TileFaceUp, OwnTurn):
    """Places a tile so that it touches two tiles, including the hero's; by a ruling, two others (3.6)."""

    title = "Place a tile"
    help_text = "A far tile of the player's supply is laid next to the hero, touching two tiles, for a movement point."
    sentence = "{seat} placed {tile}"
    question = "{seat} may place a tile: where?"
    layout = Layout(usual=("tile", "turned"))
    seat: Living
    whose: WhichHero = "main hero"
    place: Annotated[str, Choice("places", places_beside_hero, given=("seat", "whose"))]
    tile: NewTile | None = None
    turned: Turned = 0
    free: bool = Field(default=False, title="without a movement point")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from not_paid(table, self)
        if seat_of(table, self.seat).supply < 1:
            yield NO_SUPPLY(seat=table.called("factions", self.seat))
        need = MOST_TOUCHED if table.ruled("far-tile-two-others") else FEWEST_TOUCHED
        middle = spot_at(self.place)
        if middle and len(tiles_beside(table, middle)) < need:
            yield TOUCHES_ONE(need=need)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        tile = self.tile or f"far {self.place}"
        return self.copy_with(tile=tile, **columns_of(table, tile))

    def apply(self, table: Heroes3) -> None:
        self.lay(table, self.place, self.tile or "", self.turned, "far", self.seat)
        seat = seat_of(table, self.seat)
        seat.supply, seat.deeds.tiles = max(0, seat.supply - 1), seat.deeds.tiles + 1
        if not self.free:
            hero_of(table, self.seat, self.whose).spend(1)


class TileDescribed(HeroesEvent):
    """Enters the seven fields of a tile that no pack of the table has. They are known from then on.

    All fields of a sea tile are sea, unless the players say which are (p34).
    """

    title = "Say what is on a tile"
    help_text = "The fields as printed, one after the other: the middle first, then round to the right."
    sentence = "{tile}: {locations}[; level of the guards by field: {levels}]"
    question = "What is printed on {tile}?"
    heading = "Map"
    tracked = ("map",)
    log = LogRole(bookkeeping=True, changes_names=True)
    layout = Layout(usual=("row", "guards", "mines"))
    tile: Annotated[str, Choice("tiles", lambda table: [tile.tile for tile in table.tiles.values() if tile.tile])]
    row: Annotated[
        tuple[Annotated[str, Choice("locations")], ...],
        Field(max_length=20, title="its fields in order"),
        KeepsOrder(),
    ] = ()
    guards: Annotated[tuple[Numeral, ...], Field(max_length=20, title="their guards, in order"), KeepsOrder()] = ()
    mines: Annotated[
        tuple[Good, ...], Field(max_length=20, title="what its mines produce, in order"), KeepsOrder()
    ] = ()
    locations: Annotated[
        dict[Annotated[str, Choice("numbers")], Annotated[str, Choice("locations")]], ON_TILE, Field(max_length=20)
    ] = Field(default_factory=dict)
    levels: Annotated[
        dict[Annotated[str, Choice("numbers")], Level], ON_TILE, Field(max_length=20, title="guards of level")
    ] = Field(default_factory=dict)
    yields: Annotated[
        dict[Annotated[str, Choice("numbers")], GoodId], ON_TILE, Field(max_length=20, title="produces")
    ] = Field(default_factory=dict)
    sea: Annotated[
        tuple[Annotated[str, Choice("numbers")], ...], ON_TILE, Field(max_length=20, title="fields of the sea")
    ] = ()
    categories: Annotated[Mapping[Number, Word], Settled()] = Field(default_factory=dict)
    amounts: Annotated[Mapping[Number, Small], Settled()] = Field(default_factory=dict)

    def by_number(self) -> Self:
        """The event with the fields that were tapped in order, by their numbers."""
        row = {str(number): location for number, location in enumerate(self.row)}
        mines = [number for number, location in row.items() if location == MINE]
        return self.copy_with(
            locations={**row, **self.locations},
            levels={**{str(n): level for n, one in enumerate(self.guards) if (level := GUARDS[one])}, **self.levels},
            yields={**dict(zip(mines, self.mines, strict=False)), **self.yields},
        )

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        told = self.by_number()
        known = {n: LocationCard.of(table, location) for n, location in told.locations.items()}
        yields = {**{n: card.good for n, card in known.items() if card.good}, **told.yields}
        return told.copy_with(
            categories={n: card.category for n, card in known.items() if card.category},
            yields=yields,
            amounts={n: amount_at(known.get(n), good) for n, good in yields.items()},
            sea=self.sea or (NUMBERS if is_of_sea(table, self.tile) else ()),
        )

    def apply(self, table: Heroes3) -> None:
        for number in {**self.locations, **self.levels, **self.yields, **dict.fromkeys(self.sea)}:
            if spot := table.fields.get(field_id(self.tile, number)):
                spot.location = self.locations.get(number, spot.location)
                spot.level = self.levels.get(number, spot.level)
                spot.category = self.categories.get(number, spot.category)
                spot.good = self.yields.get(number, spot.good)
                spot.amount = self.amounts.get(number, spot.amount)
                spot.sea = spot.sea or number in self.sea
        if any(tile.tile == self.tile and tile.by for tile in table.tiles.values()):
            offer_bank(table, self.tile)


def is_of_sea(table: Heroes3, tile: str) -> bool:
    """Whether a tile on the map has the back of a sea tile."""
    return any(laid.tile == tile and laid.kind == "sea" for laid in table.tiles.values())


class TileRotated(HeroesEvent):
    title = "Rotate a tile"
    help_text = "A tile without a hero is turned, as the Redwood Observatory allows in a tournament."
    sentence = "{tile} was turned"
    question = "Which tile is turned?"
    heading = "Map"
    tracked = ("map",)
    tile: Annotated[str, Choice("tiles", lambda table: [tile.tile for tile in table.tiles.values() if tile.tile])]
    turned: Turned

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if any(hero.field in set(fields_of_tile(self.tile)) for seat in table.seats.values() for hero in seat.heroes()):
            yield HERO_ON_TILE()

    def apply(self, table: Heroes3) -> None:
        for tile in table.tiles.values():
            if tile.tile == self.tile:
                by, tile.turned = self.turned - tile.turned, self.turned
                spots = fields_around(Hex(tile.q, tile.r), self.turned)
                for id_, spot in zip(fields_of_tile(self.tile), spots, strict=True):
                    if field := table.fields.get(id_):
                        field.q, field.r = spot
                        field.borders = [(side + by) % 6 for side in field.borders]


def zone_of_bank(table: Heroes3, bank: str) -> TileKind | None:
    """The kind of tile that a creature bank is for; None if unknown (p66)."""
    card = BankCard.of(table, bank)
    return ("far" if card.far else "near") if "far" in card.model_fields_set else None


class TokenPlaced(HeroesEvent):
    """Places a location token, which replaces the field. Only creature banks go on blocked fields (p35, p83)."""

    log = LogRole(changes_names=True)
    title = "Place a token on a field"
    help_text = "A monolith, a gate, a whirlpool or a creature bank; two that belong together have one number."
    sentence = "{token} on {field}[ ({pair})][: {bank}]"
    question = "{token}: put it on the map[, on {field}]"
    heading = "Map"
    tracked = ("map",)
    layout = Layout(usual=("pair", "bank"))
    field: FieldId
    token: Annotated[str, Choice("field-tokens")]
    pair: Annotated[str, Field(max_length=20, title="its number")] = ""
    bank: Annotated[str, Choice("banks")] | None = None

    def check(self, table: Heroes3) -> Iterator[Refused]:
        spot = table.fields[self.field]
        if spot.token:
            yield TOKEN_THERE()
        if spot.category == "blocked" and self.token != BANK:
            yield BLOCKED_FIELD()
        if self.token == BANK and spot.category and spot.category != "blocked":
            yield ONLY_BLOCKED()
        zone, kind = zone_of_bank(table, self.bank or ""), table.tiles.get(place_of(table, self.field), Tile()).kind
        if zone and kind in ("far", "near") and kind != zone:
            yield OTHER_ZONE(bank=table.called("banks", self.bank or ""), kind=Text(zone))

    def apply(self, table: Heroes3) -> None:
        if spot := table.fields.get(self.field):
            spot.token, spot.pair, spot.bank = self.token, self.pair, self.bank or ""
            if self.token == BANK:
                spot.category, spot.cube = "visit", False


# === Maps that are kept =============================================================================


class MapKept(HeroesEvent):
    """Saves the map. Tiles that players discovered are face down when the map is laid again."""

    title = "Keep this map"
    help_text = "Save this map under a name, to lay it out at once next time. A pack file takes it anywhere."
    sentence = "The map was kept: {name}"
    heading = "Map"
    tracked = ("map",)
    log = LogRole(bookkeeping=True)
    name: Annotated[Line, Field(title="name of the map")]
    kinds: Annotated[Mapping[str, TileKind], Settled()] = Field(default_factory=dict)
    homes: Annotated[tuple[Word, ...], Settled()] = ()
    tiles: Annotated[Mapping[str, Word], Settled()] = Field(default_factory=dict)
    turned: Annotated[Mapping[str, Side], Settled()] = Field(default_factory=dict)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.tiles:
            yield NOTHING_LIES()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        homes = [place_of(table, id_) for id_, spot in table.fields.items() if spot.town_of]
        shown = {place: tile for place, tile in table.tiles.items() if tile.tile and not tile.by and place not in homes}
        return self.copy_with(
            kinds={place: tile.kind or "far" for place, tile in table.tiles.items()},
            homes=tuple(homes),
            tiles={place: tile.tile for place, tile in shown.items()},
            turned={place: tile.turned for place, tile in shown.items() if tile.turned},
        )

    def apply(self, table: Heroes3) -> None:
        card = {
            "en": self.name, "kinds": dict(self.kinds), "homes": list(self.homes), "tiles": dict(self.tiles),
            "turned": dict(self.turned),
        }  # fmt: skip
        table.library.setdefault(SavedMap.kind_name, {})[self.name] = card


class MapLaid(HeroesEvent):
    title = "Lay a kept map"
    help_text = "Lay out a saved map all at once, with the homes of this game's players as they sit."
    sentence = "The map was laid: {map}"
    heading = "Map"
    tracked = ("map",)
    during = ("setup",)
    map: Annotated[str, Choice("maps")]

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.phase == "setup" and table.seats and not table.tiles and any(table.ids("maps")):
            yield Offer(text("Lay a kept map"), opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.tiles:
            yield MAP_LIES()

    def apply(self, table: Heroes3) -> None:
        """Changes nothing: each tile follows as a separate event."""

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        card = SavedMap.of(table, self.map)
        home_of = dict(zip(card.homes, table.seats, strict=False))
        for place, kind in card.kinds.items():
            tile, turned = card.tiles.get(place), card.turned.get(place, 0)
            yield TileLaid(place=place, kind=kind, tile=tile, turned=turned, seat=home_of.get(place))

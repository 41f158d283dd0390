"""The sheets (7.3): the scenario with its rounds, each player, the map, the combats, and the campaign."""

from collections.abc import Iterable, Iterator, Sequence

from domain.framework.text import spaced_words, text
from domain.framework.views.sheet import Block, Cell, Fact, Facts, Grid, Said, Sheet, Track, Tracks
from domain.games.heroes3.state.kinds import GOODS, STATISTICS
from domain.games.heroes3.state.seat import MOST_XP, Seat
from domain.games.heroes3.state.table import Heroes3


def sheets(table: Heroes3) -> Sequence[Sheet]:
    """All sheets; players' sheets come before those of the map, the combats and the campaign."""
    players = (player_sheet(table, id_) for id_ in table.seats)
    mapped = [map_sheet(table)] if table.tiles else []
    fought = [combats_sheet(table)] if table.combats else []
    campaign = [campaign_sheet(table)] if table.mode == "campaign" else []
    return [scenario_sheet(table), *players, *mapped, *fought, *campaign]


def listed(values: Iterable[object]) -> Said:
    """Several values in one cell; None if there are none."""
    found = tuple(values)
    return text("{list}", list=found) if found else None


def scenario_sheet(table: Heroes3) -> Sheet:
    """The scenario, its victory condition, and each round."""
    facts = [
        Fact(text("Mode"), spaced_words(table.mode), path="mode"),
        Fact(text("Scenario"), table.called("scenarios", table.scenario), path="scenario"),
        Fact(text("Difficulty"), table.called("difficulties", table.difficulty), path="difficulty"),
        Fact(text("Round"), table.round, table.rounds or None, "round"),
        Fact(text("Boxes"), listed(table.called("boxes", box) for box in table.boxes), path="boxes"),
        Fact(text("Options"), listed(table.called("options", one) for one in table.options), path="options"),
        Fact(text("Rulings"), listed(table.called("rulings", one) for one in table.rulings), path="rulings"),
        Fact(text("Has the Grail"), table.called("factions", table.grail) if table.grail else None, path="grail"),
    ]
    won = Grid(
        text("How it is won"),
        (text("Condition"), text("Progress"), text("Met by")),
        [[one.words, one.progress or None, _side(table, one.met_by)] for one in table.objectives.values()],
    )
    return Sheet("scenario", text("Scenario"), [Facts("", facts), won, _rounds(table), _overview(table)])


def _side(table: Heroes3, side: str) -> Said:
    return table.called("sides", side) if side else None


def _rounds(table: Heroes3) -> Grid:
    rows: list[Sequence[Cell]] = [
        [
            number,
            text("resource round") if number % 2 else text("astrologers' round"),
            table.called("proclamations", one.proclamation) if one.proclamation else None,
            table.called("event-cards", one.event) if one.event else None,
        ]
        for number, one in enumerate(table.history, 2)
    ]
    return Grid(text("Rounds"), (text("Round"), text("Kind"), text("Proclaimed"), text("Event")), rows)


def _good(seat: Seat, id_: str, good: str) -> Fact:
    """How much a player has of a resource; unknown until the scenario's start is typed in."""
    amount = seat.goods.get(good, 0) if seat.knows_goods else None
    return Fact("", amount, path=f"seats.{id_}.goods.{good}", unknown=not seat.knows_goods)


def _overview(table: Heroes3) -> Grid:
    """All players, one per row."""
    rows: list[Sequence[Cell]] = [
        [
            table.called("factions", id_),
            seat.player,
            seat.level,
            *(_good(seat, id_, good) for good in GOODS),
            len(seat.buildings),
            len(seat.units),
            sum(id_ in spot.flags for spot in table.fields.values()),
            sum(seat.cubes.values()) or None,
        ]
        for id_, seat in table.seats.items()
    ]
    heads = (
        text("Faction"), text("Player"), text("Level"), *(table.called("goods", good) for good in GOODS),
        text("Buildings"), text("Units"), text("Fields held"), text("Cubes"),
    )  # fmt: skip
    return Grid(text("Players"), heads, rows)


# === A player ======================================================================================


def player_sheet(table: Heroes3, id_: str) -> Sheet:
    """Resources, town, hero, morale, cards and units of a player (7.3, 3)."""
    return Sheet(f"seat-{id_}", table.called("factions", id_), list(_player_blocks(table, id_)), id_)


def _player_blocks(table: Heroes3, id_: str) -> Iterator[Block]:
    seat = table.seats[id_]
    yield Facts("", list(_player_facts(table, id_)))
    yield Tracks(
        text("Hero"), [[Track(text("Experience"), seat.xp, MOST_XP, path=f"seats.{id_}.xp")]]
    )  # fmt: skip
    goods: list[Sequence[Cell]] = [
        [
            table.called("goods", good),
            _good(seat, id_, good),
            Fact("", seat.income.get(good, 0), path=f"seats.{id_}.income.{good}"),
            seat.produced.get(good) or None,
        ]
        for good in GOODS
    ]
    heads = (text("Resource"), text("Has"), text("Income"), text("Of it, mines and settlements"))
    yield Grid(text("Resources"), heads, goods)
    yield from _holdings(table, id_)


def _holdings(table: Heroes3, id_: str) -> Iterator[Block]:
    """The buildings, units, fields and cards of a player."""
    seat = table.seats[id_]
    built: list[Sequence[Cell]] = [
        [table.called("building-kinds", kind), number or text("from the start")]
        for kind, number in seat.buildings.items()
    ]
    yield Grid(text("Town"), (text("Building"), text("Built in round")), built)
    units: list[Sequence[Cell]] = [
        [table.called("units", unit), spaced_words(it.side)] for unit, it in seat.units.items()
    ]
    yield Grid(text("Units"), (text("Unit"), text("Side")), units)
    held: list[Sequence[Cell]] = [
        [
            table.called("fields", field),
            text("{count} {good}", count=spot.amount, good=table.called("goods", spot.good)) if spot.good else None,
        ]
        for field, spot in table.fields.items()
        if id_ in spot.flags
    ]
    yield Grid(text("Fields held"), (text("Field"), text("Yields")), held)
    cards: list[Sequence[Cell]] = [
        [title, listed(_cards(table, pile))]
        for title, pile in (
            (text("Hand"), seat.hand),
            (text("Discard pile"), seat.discard),
            (text("In play"), seat.in_play),
            *((table.called("scrolls", number), scroll.spells) for number, scroll in seat.scrolls.items()),
        )
        if pile
    ]
    yield Grid(text("Cards"), (text("Where"), text("Cards")), cards)


def _cards(table: Heroes3, pile: Sequence[str]) -> Iterator[Said]:
    """The named cards of a pile, then the number of the others."""
    yield from (table.called("cards", card) for card in pile if card)
    if blanks := list(pile).count(""):
        yield text("{count|card|cards}", count=blanks)


def _player_facts(table: Heroes3, id_: str) -> Iterator[Fact]:
    seat = table.seats[id_]
    statistics = ", ".join(str(seat.cards.count(stat)) for stat in STATISTICS)
    yield Fact(text("Player"), seat.player, path=f"seats.{id_}.player")
    yield Fact(text("Team"), seat.team or None)
    yield Fact(text("Hero"), table.called("heroes", seat.hero) if seat.hero else None, path=f"seats.{id_}.hero")
    yield Fact(text("Level"), seat.level, path=f"seats.{id_}.xp")
    yield Fact(text("Statistics (attack, defense, power, knowledge)"), statistics if any(seat.cards) else None)
    yield Fact(text("Hand limit"), seat.hand_limit)
    yield Fact(text("Expert effects left"), seat.experts_left, path=f"seats.{id_}.experts")
    yield Fact(text("Morale"), seat.morale or None, path=f"seats.{id_}.morale")
    morale = [table.called("morale-cards", card) for card in (*seat.good_morale, *seat.bad_morale) if card]
    yield Fact(text("Morale cards"), listed(morale))
    yield Fact(text("Permanent card"), table.called("cards", seat.permanent) if seat.permanent else None)
    yield Fact(text("Far tiles in the supply"), seat.supply or None)
    captured = [
        text("{seat} ×{count}", seat=table.called("factions", foe), count=count) for foe, count in seat.cubes.items()
    ]
    yield Fact(text("Cubes captured"), listed(captured))
    tokens = [table.called("town-tokens", token) for token in seat.used]
    yield Fact(text("Town tokens used"), listed(tokens))


# === The map, the combats, the campaign ============================================================


def map_sheet(table: Heroes3) -> Sheet:
    """Tiles and their discoverers; fields and their use."""
    tiles: list[Sequence[Cell]] = [
        [
            table.called("tiles", tile.tile) if tile.tile else text("face down"),
            spaced_words(tile.kind) if tile.kind else None,
            place,
            table.called("sides", tile.by) if tile.by else None,
        ]
        for place, tile in table.tiles.items()
    ]
    fields: list[Sequence[Cell]] = [
        [
            table.called("fields", id_),
            listed(table.called("factions", flag) for flag in spot.flags),
            text("visited") if spot.cube else None,
            table.called("field-tokens", spot.token) if spot.token else None,
        ]
        for id_, spot in table.fields.items()
        if spot.cube or spot.flags or spot.token
    ]
    return Sheet(
        "map",
        text("The map"),
        [
            Grid(text("Tiles"), (text("Tile"), text("Kind"), text("Place"), text("Discovered by")), tiles),
            Grid(text("Fields"), (text("Field"), text("Flags"), text("Visited"), text("Token")), fields),
        ],
    )


def combats_sheet(table: Heroes3) -> Sheet:
    """The log of combats: sides, number of rounds, winner, and losses."""
    rows: list[Sequence[Cell]] = [
        [
            one.round,
            table.called("sides", one.attacker),
            table.called("sides", one.defender),
            table.called("fields", one.field) if one.field else None,
            one.rounds or None,
            table.called("sides", one.winner) if one.winner else spaced_words(one.outcome),
            listed(table.called("units", unit) for unit in one.lost),
        ]
        for one in table.combats
    ]
    heads = (
        text("Round"), text("Attacker"), text("Defender"), text("Field"), text("Combat rounds"), text("Won by"),
        text("Units lost"),
    )  # fmt: skip
    return Sheet("combats", text("Combats"), [Grid("", heads, rows)])


def campaign_sheet(table: Heroes3) -> Sheet:
    """The scenarios of a campaign with their attempts; and the deck that the current one began with."""
    rows: list[Sequence[Cell]] = [
        [table.called("scenarios", one.scenario), one.attempt, text("won") if one.won else text("lost"), one.rounds]
        for one in table.campaign
    ]
    heads = (text("Scenario"), text("Attempt"), text("Result"), text("Rounds"))
    deck = [Fact(text("Deck at the start"), listed(table.called("cards", card) for card in table.frozen if card))]
    return Sheet("campaign", text("Campaign"), [Facts("", deck), Grid(text("Scenarios"), heads, rows)])

"""Save sheets for a stop in a dungeon, during a combat or not; and the summary of past days."""

from collections.abc import Iterator, Sequence

from domain.components.decks import cards_without
from domain.framework.text import Text, spaced_words, text
from domain.framework.views.sheet import Block, Cell, Fact, Facts, Grid, Said, Sheet
from domain.games.odalin.campaign.saves import POSITIONS
from domain.games.odalin.display.written import (
    DIAL_DEEDS,
    DIAL_HEADS,
    counted,
    deeds_grid,
    dial_cells,
    in_row,
    listed,
    sheet_of,
)
from domain.games.odalin.dungeon.loot import in_play
from domain.games.odalin.state.hero import Hero, Villain
from domain.games.odalin.state.kinds import Side, VillainCard
from domain.games.odalin.state.table import Attack, DayEnd, DayTold, Door, Odalin, Room

SIDES: dict[str, Text] = {"order": text("Order {strength}"), "chaos": text("Chaos {strength}")}
DAY_ENDS: dict[DayEnd, Text] = {
    "campfire": text("campfire reached"),
    "boss": text("boss defeated"),
    "won": text("won"),
    "lost": text("lost"),
}


# === The save sheet after a combat, and the sheet of an open combat ==============================


def save_sheets(table: Odalin) -> Iterator[Sheet]:
    """The save sheet of the current dungeon; none outside a dungeon."""
    if table.phase != "dungeon":
        return
    if table.fighting:
        yield sheet_of("combat", text("Combat"), _combat_blocks(table))
    else:
        yield sheet_of("save", text("Save sheet"), _save_blocks(table))


def _save_blocks(table: Odalin) -> Iterator[Block]:
    yield Facts("", list(_where(table)))
    yield _hero_grid(table)
    yield _ally_grid(table)
    yield from _room_blocks(table)


def _where(table: Odalin) -> Iterator[Fact]:
    """The party's place in the campaign book, and its relics and power."""
    yield Fact(text("Chapter"), table.chapter_no, path="chapter_no")
    yield Fact(text("Section"), table.section, path="section")
    yield Fact(text("Room of the Hell Rift"), table.rift.room if table.rift else None, path="rift")
    yield Fact(text("Room"), table.room if table.rift is None else None, path="room")
    yield Fact(text("Next entry"), table.next_entry, path="entry")
    yield Fact(text("Entry read last"), table.read if table.read != table.room else None, path="read")
    yield Fact(text("Relics"), table.relics or None, path="relics")
    yield Fact(text("Power"), table.power or None, path="power")
    yield Fact(text("Balance"), table.balance or None, path="balance")


def _hero_grid(table: Odalin) -> Grid:
    """The dials of each hero, its state and its tokens."""
    heads = (text("Hero"), *DIAL_HEADS, text("State"), text("Class tokens"))
    rows = [
        [
            table.called("heroes", id_),
            *dial_cells(table, id_),
            _state(hero),
            counted(table, "class-tokens", hero.tokens),
        ]
        for id_, hero in table.heroes.items()
    ]
    return Grid(text("Heroes"), heads, rows)


def _ally_grid(table: Odalin) -> Grid:
    rows: list[list[Cell]] = [
        [table.called("allies", id_), in_row(one.hp, one.most, "allies", id_, "hp"), _conditions(table, one.conditions)]
        for id_, one in table.allies.items()
    ]
    return Grid(text("Allies"), (text("Ally"), text("Hit points"), text("Conditions")), rows)


def _state(hero: Hero) -> Said:
    """The state of a hero apart from its dials."""
    down = [spaced_words(hero.status)] if hero.status != "active" else []
    demon = [text("demonic form, {turns|turn|turns} left", turns=hero.form_turns)] if hero.form == "demon" else []
    return listed([*down, *demon, *([text("stealth")] if hero.stealth else [])])


def _room_blocks(table: Odalin) -> Iterator[Block]:
    """The explored rooms, with their doors and remaining tokens."""
    heads = (text("Room"), text("Tile"), text("Cleared"), text("Doors"), text("Tokens"), text("Special rules"))
    yield Facts("", [Fact(text("Special rules that last"), listed(table.rules), path="rules")])
    yield Grid(text("Explored rooms"), heads, [_room_row(table, *one) for one in table.rooms.items()])


def _room_row(table: Odalin, entry: str, room: Room) -> list[Cell]:
    done = text("rewards collected") if room.collected else text("yes") if room.cleared else None
    terrain = (table.called("terrain", one) for one in room.terrain)
    doors = listed(_door(number, door) for number, door in room.doors.items())
    return [entry, room.tile, done, doors, counted(table, "tokens", room.tokens), listed([*room.rules, *terrain])]


def _door(number: str, door: Door) -> Text:
    said = ((text("sanctuary"), door.keyword == "sanctuary"), (text("open"), door.open))
    marks = tuple(word for word, holds in said if holds)
    return text("{number}[ → {leads}][ ({marks})]", number=number, leads=door.leads_to, marks=marks)


def _combat_blocks(table: Odalin) -> Iterator[Block]:
    yield Facts("", [*_where(table), *_whose_turn(table)])
    yield _hero_grid(table)
    yield _fighting_grid(table)
    heads = (text("Villain"), text("Hit points"), text("Defense"), text("Side"), text("Conditions"), text("Marks"))
    yield Grid(text("Villains"), heads, [_villain_row(table, *one) for one in table.villains.items()])
    yield _ally_grid(table)
    yield _card_grid(table)
    yield Grid(text("Attack decks"), (text("Villain"), text("Cards left"), text("Discarded")), list(_deck_rows(table)))
    yield from _room_blocks(table)
    where = [[note] for note in table.notes.get(POSITIONS, ())[-1:]]
    yield Grid(text("Positions"), (text("Note"),), where)


def _whose_turn(table: Odalin) -> Iterator[Fact]:
    """The round, the turn order, and open attacks."""
    yield Fact(text("Round"), table.round or None, path="round")
    who = table.called("combatants", table.at_turn) if table.at_turn else None
    acted = table.waiting != table.track
    yield Fact(text("Whose turn"), who)
    yield Fact(text("Initiative"), _named(table, table.track), path="track")
    yield Fact(text("Still to act"), _named(table, table.waiting if acted else []), path="waiting")
    if attack := table.attack:
        hero = table.called("heroes", attack.hero)
        yield Fact(text("Attack"), text("{hero}: {targets}", hero=hero, targets=_named(table, attack.targets)))
        yield Fact(text("With the card"), table.called("sleeves", attack.card) if attack.card else None)
        yield Fact(text("Rolled"), listed(_symbols(attack)) if attack.rolled else None)
    if assault := table.assault:
        villain, targets = table.called("combatants", assault.villain), _named(table, assault.targets)
        tokens = _conditions(table, assault.conditions) or ""
        sentence = text("{villain}: {damage} damage[, {tokens}] to {targets}", villain=villain, tokens=tokens)
        yield Fact(
            text("Attack"),
            sentence.copy_with(damage="?" if assault.damage is None else assault.damage, targets=targets),
        )
    card = table.called("villain-attacks", table.card) if table.card else None
    yield Fact(text("Attack card drawn"), card, path="card")
    yield Fact(text("Bursts to come"), _named(table, list(table.bursts)), path="bursts")
    flipped = (table.called("combatants", id_) for id_, amulet in table.amulets.items() if amulet.flipped)
    yield Fact(text("Amulets flipped"), listed(flipped), path="amulets")
    cooling = (table.called("equipment", one) for one in table.cooling)
    yield Fact(text("In cooldown, not worn"), listed(cooling), path="cooling")


def _symbols(attack: Attack) -> Iterator[Text]:
    """The symbols on the dice of an attack."""
    yield text("{count|hit|hits}", count=attack.hits)
    yield text("{count} damage", count=attack.rolled_damage)
    if attack.soul:
        yield text("{count} soul", count=attack.soul)
    if attack.corruption:
        yield text("{count} corruption", count=attack.corruption)


def _named(table: Odalin, ids: Sequence[str]) -> Said:
    return listed(table.called("combatants", id_) for id_ in ids)


def _conditions(table: Odalin, conditions: dict[str, int]) -> Said:
    return counted(table, "conditions", conditions)


def _fighting_grid(table: Odalin) -> Grid:
    """The values of each hero that last for this combat only: points, conditions, effects, used abilities."""
    heads = (text("Hero"), text("Points ready"), text("Conditions"), text("Effects"), text("In cooldown"), text("Used"))
    rows: list[list[Cell]] = [_fighting_row(table, *one) for one in table.heroes.items()]
    return Grid(text("In this combat"), heads, [row for row in rows if any(cell is not None for cell in row[1:])])


def _fighting_row(table: Odalin, id_: str, hero: Hero) -> list[Cell]:
    used = (
        (text("attack"), hero.attacked),
        (text("consumable"), hero.used_consumable),
        (text("demon ability"), hero.used_special),
        (text("amulet"), hero.by_amulet),
        (text("focus ×{count}", count=hero.focus_used), bool(hero.focus_used)),
        (text("focus to heal"), hero.focus_healed),
    )
    aura = [table.called("auras", hero.aura)] if hero.aura else []
    more = [text("next attack +{damage}", damage=hero.next_damage)] if hero.next_damage else []
    stealth = [text("strikes out of stealth")] if hero.from_stealth else []
    cooling = (table.called("equipment", item) for item, worn in hero.worn.items() if worn.cooldown)
    return [
        table.called("heroes", id_),
        hero.ready if table.tracks("turns") else None,
        _conditions(table, hero.conditions),
        listed([*aura, *more, *stealth, *(effect.text for effect in hero.effects)]),
        listed(cooling),
        listed(word for word, there in used if there),
    ]


def _villain_row(table: Odalin, id_: str, villain: Villain) -> list[Cell]:
    marks = (
        (text("boss"), villain.boss),
        (text("rare"), villain.rare),
        (text("elite"), villain.elite),
        (text("second life used"), villain.second_life),
        (text("flying"), villain.flying),
    )
    card = [table.called("elite-cards", villain.elite_card)] if villain.elite_card else []
    lord = [text("Demon Lord of {hero}", hero=table.called("heroes", villain.lord_of))] if villain.lord_of else []
    return [
        table.called("combatants", id_),
        in_row(villain.hp, villain.most, "villains", id_, "hp"),
        villain.defense or None,
        None if villain.unsaid or villain.lord_of else SIDES[villain.side].copy_with(strength=villain.strength),
        _conditions(table, villain.conditions),
        listed([*(word for word, there in marks if there), *card, *lord]),
    ]


def _card_grid(table: Odalin) -> Grid:
    """The zone of each hero's action cards; the number left in the deck follows from it."""
    heads = (
        text("Hero"),
        text("In hand"),
        text("Auras in play"),
        text("Discarded"),
        text("Removed"),
        text("In the deck"),
    )
    rows: list[list[Cell]] = []
    for id_, hero in table.heroes.items():
        if any(sleeve.zone != "deck" for sleeve in hero.sleeves.values()):
            lying = (_sleeves_in(hero, *zones) for zones in (("hand",), ("aura",), ("discard",), ("removed", "box")))
            rows.append([table.called("heroes", id_), *lying, len(hero.in_zone("deck"))])
    return Grid(text("Action cards"), heads, rows)


def _sleeves_in(hero: Hero, *zones: str) -> Said:
    """The numbers of the sleeves in some zones."""
    return listed(id_.rpartition(" ")[2] for id_, sleeve in hero.sleeves.items() if sleeve.zone in zones)


def _deck_rows(table: Odalin) -> Iterator[list[Cell]]:
    """The known attack decks: the number of cards left, and the discarded cards."""
    here = {villain.name for villain in table.villains.values()}
    for name, deck in table.decks.items():
        if name in here and deck.cards:
            gone = listed(table.called("villain-attacks", card) for card in deck.discard)
            yield [_deck_called(table, name), len(deck.cards) - len(deck.discard), gone]


def _deck_called(table: Odalin, name: str) -> Said:
    return table.called("demon-lords" if name in table.ids("demon-lords") else "villains", name)


# === The summary: past days, defeated villains, and the deeds of each hero =======================


def summary_sheet(table: Odalin) -> Iterator[Sheet]:
    """The results of past days, once there is one."""
    if not table.outings:
        return
    where, took = (text("Chapter"), text("Section")), (text("Rounds"), text("Rooms"), text("Villains"))
    days: list[list[Cell]] = [
        [n, day.chapter_no, day.section, DAY_ENDS[day.end], *_what_it_took(day)] for n, day in enumerate(table.days, 1)
    ]
    rifts: list[list[Cell]] = [[rift.chapter_no, rift.section, *_what_it_took(rift)] for rift in table.rifts]
    today = {id_: hero.today for id_, hero in table.heroes.items()}
    deeds = [*(day.deeds for day in table.days), today]
    blocks = (
        Facts(text("Total"), list(_in_all(table))),
        Grid(text("Days"), (text("Day"), *where, text("End"), *took), days),
        Grid(text("Hell Rifts explored"), (*where, *took), rifts),
        deeds_grid(table, text("Heroes"), deeds),
        deeds_grid(table, text("Turns and dials"), deeds, DIAL_DEEDS),
        Grid(text("Villains defeated"), (text("Villain"), text("Side"), text("Number")), list(_fallen_rows(table))),
    )
    yield sheet_of("summary", text("Summary"), blocks)


def _what_it_took(day: DayTold) -> list[Cell]:
    return [day.rounds or None, day.rooms or None, day.villains or None]


def _in_all(table: Odalin) -> Iterator[Fact]:
    """The totals of the campaign."""
    quests = sum(quest.status == "completed" for quest in table.quests.values())
    levels = [sleeve.level for hero in table.heroes.values() for sleeve in hero.sleeves.values()]
    upgraded = None if None in levels else sum(map(bool, levels)) or None
    yield Fact(text("Outcome"), text("A perfect victory") if table.perfect else table.outcome)
    yield Fact(text("Rounds"), sum(one.rounds for one in table.outings) or None)
    yield Fact(text("Rooms"), sum(one.rooms for one in table.outings) or None)
    yield Fact(text("Days lost"), table.days_lost or None)
    yield Fact(text("Team level"), table.level or None)
    yield Fact(text("Cards upgraded"), upgraded, unknown=None in levels)
    yield Fact(text("Quests completed"), quests or None)
    yield Fact(text("Decisions"), len(table.decisions) or None)
    yield Fact(text("Facts"), len(table.facts) or None)
    yield Fact(text("Relics found"), table.relics_found or None)
    yield Fact(text("Relics spent"), max(0, table.relics_found - table.relics) or None)
    yield Fact(text("Equipment found"), len(cards_without(in_play(table), table.starting)) or None)
    yield Fact(text("Hell Rifts explored"), len(table.rifts) or None)


def _fallen_rows(table: Odalin) -> Iterator[list[Cell]]:
    names: dict[Side, Text] = {"order": text("Order"), "chaos": text("Chaos")}
    for name, count in table.defeated.items():
        side = VillainCard.of(table, name).side
        yield [table.called("villains", name), names[side] if side else None, count]

"""The board: the current act, villains as rows, power and initiative, the room, and each hero's dials."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from domain.components.numbers import counter_of
from domain.framework.table import join_path
from domain.framework.text import spaced_words, text
from domain.framework.views.board import Ask, Badge, Chip, Counter, Face, Piece, event_if_valid
from domain.framework.views.sheet import Said
from domain.games.odalin.base import room_of
from domain.games.odalin.combat.actions import EffectEnded, in_force
from domain.games.odalin.combat.balance import BalanceMoved
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.power import PowerRaised
from domain.games.odalin.combat.rounds import ExtraTurnGiven, InitiativeChanged
from domain.games.odalin.combat.villains import VillainPlaced
from domain.games.odalin.display.heroes import condition_chips, hero_piece
from domain.games.odalin.dungeon.rooms import (
    HAZARDS,
    HazardSuffered,
    Interacted,
    RelicGained,
    TokenPlaced,
    TrapSprung,
)
from domain.games.odalin.heroes.cards import half_card
from domain.games.odalin.heroes.dials import DamageTaken, Healed
from domain.games.odalin.heroes.dice import SYMBOLS, count_symbols
from domain.games.odalin.state.hero import Combatant, Villain
from domain.games.odalin.state.kinds import VillainAttack
from domain.games.odalin.state.table import MOST_POWER, Odalin


def board(table: Odalin) -> Sequence[Piece]:
    """The pieces of the board: the current act, villains, the party, the heroes, and the room."""
    now = chain(_attack_at_hand(table), _assault_at_hand(table), _villains(table))
    heroes = [hero_piece(table, id_) for id_ in table.heroes]
    return [*now, *_party(table), *_initiative(table), *heroes, *_room(table)]


# === The current act =============================================================================


def _attack_at_hand(table: Odalin) -> Iterator[Piece]:
    """The open attack of a hero: its targets and its dice."""
    attack = table.attack
    if attack is None:
        return
    moves = half_card(table, attack.hero, attack.card, "upper").movement
    rolled = [
        text("{count|hit|hits}", count=attack.hits + attack.extra_hits),
        text("{count} damage", count=attack.damage + attack.bonus + attack.rolled_damage),
        text("{count} soul", count=attack.soul) if attack.soul else "",
        text("{count} corruption", count=attack.corruption) if attack.corruption else "",
    ]
    known = [spaced_words(attack.side) if attack.side else "", text("moves {count}", count=moves) if moves else ""]
    yield Piece(
        "attack",
        text("{hero} attacks", hero=table.called("heroes", attack.hero)),
        marks=[mark for mark in (*known, *(rolled if attack.rolled else ())) if mark],
        faces=[die_face(table, die, face) for die, face in zip(attack.dice, attack.faces, strict=False)],
        chips=[Chip(table.called("combatants", one), marks=_defense_mark(table, one)) for one in attack.targets],
        look="moment",
    )


SYMBOL_ICONS = {"hit": "active", "damage": "wound", "soul": "gem", "corruption": "drop", "defense": "shield"}


def die_face(table: Odalin, die: str, face: str) -> Face:
    """A rolled die: its colour, and each symbol with its count."""
    shown = {symbol: count_symbols([face], symbol) for symbol in SYMBOLS}
    return Face(
        table.called("dice", die),
        [
            Badge(SYMBOL_ICONS[symbol], text("{symbol}: {count}", symbol=spaced_words(symbol), count=count), str(count))
            for symbol, count in shown.items()
            if count
        ],
    )


def _defense_mark(table: Odalin, target: str) -> Sequence[tuple[str, Said]]:
    villain = table.villains.get(target)
    if not villain or villain.defense is None:
        return []
    return [("shield", text("defense {defense}", defense=villain.defense))]


def _assault_at_hand(table: Odalin) -> Iterator[Piece]:
    """The act of a villain: its drawn card, then its targets and damage."""
    who = table.assault.villain if table.assault else table.at_turn
    if who not in table.villains or not (table.card or table.assault):
        return
    card = VillainAttack.of(table, table.card)
    damage = card.damage if table.assault is None else table.assault.damage
    open_ = Badge("wound", text("damage unknown"), "?") if table.assault else None
    signs = [
        Badge("wound", text("{count} damage", count=damage), str(damage)) if damage is not None else open_,
        Badge("run", text("moves {count}", count=card.movement), str(card.movement)) if card.movement else None,
        Badge("arrow", text("range {count}", count=card.range), str(card.range)) if card.range else None,
    ]
    shown = [sign for sign in signs if sign]
    name = table.called("combatants", who)
    yield Piece(
        "assault",
        text("{villain} attacks", villain=name) if table.assault else text("{villain}'s turn", villain=name),
        note=card.target if table.assault is None else "",
        faces=[Face(table.called("villain-attacks", table.card) if table.card else text("attack"), shown)],
        chips=[Chip(table.called("heroes", hero)) for hero in (table.assault.targets if table.assault else ())],
        look="moment",
    )


# === Villains, one row each ======================================================================


def _villains(table: Odalin) -> Iterator[Piece]:
    """The villains on the board as rows: hit points, defense, side, and conditions."""
    if table.phase != "dungeon":
        return
    rows = [_villain_row(table, id_, villain) for id_, villain in table.villains.items()]
    rows += [_ally_row(table, id_, ally) for id_, ally in table.allies.items()]
    asks = [Ask(text("Place a villain"), VillainPlaced, icon="new")]
    if rows:
        asks.append(Ask(text("Damage"), DamageTaken))
        asks += [Ask(text("Conditions"), ConditionsGained)] if table.tracks("conditions") else []
    yield Piece("villains", text("Villains"), rows=rows, asks=asks, icon="skull")


def hit_points(id_: str, body: Combatant, kind: str) -> Counter:
    """The hit points, with buttons for one damage and for healing one."""
    return Counter(
        text("Hit points"),
        body.hp,
        join_path((kind, id_, "hp")) if body.hp is not None else "",
        of=body.most,
        up=event_if_valid(Healed, whom=id_, amount=1),
        down=event_if_valid(DamageTaken, whom=id_, amount=1),
        most=body.most,
        look="life",
    )


def _villain_row(table: Odalin, id_: str, villain: Villain) -> Piece:
    return Piece(
        f"villain-{id_}",
        table.called("combatants", id_),
        note=_villain_note(table, villain),
        counters=[] if villain.hp is None else [hit_points(id_, villain, "villains")],
        chips=condition_chips(table, id_, villain),
        look="active" if table.at_turn == id_ else "",
    )


def _villain_note(table: Odalin, villain: Villain) -> Said:
    """A villain in one line: defense, side and strength, and kinds."""
    told = {
        "boss": villain.boss,
        "elite, second life": villain.second_life,
        "elite": villain.elite and not villain.second_life,
        "flying": villain.flying,
    }
    kinds = tuple(spaced_words(word) for word, holds in told.items() if holds)
    lord = table.called("heroes", villain.lord_of) if villain.lord_of else ""
    if villain.lord_of:  # whose side and strength are on no card that is typed in
        return text(
            "[DEF {defense} · ]Demon Lord of {lord}[ · {kinds}]", defense=villain.defense, lord=lord, kinds=kinds
        )
    if villain.unsaid:
        return text(
            "[DEF {defense} · ]side and strength unknown[ · {kinds}]", defense=villain.defense, kinds=kinds,
        )  # fmt: skip
    return text(
        "[DEF {defense} · ]{side} {strength}[ · {kinds}]",
        defense=villain.defense,
        side=spaced_words(villain.side),
        strength=villain.strength,
        kinds=kinds,
    )


def _ally_row(table: Odalin, id_: str, ally: Combatant) -> Piece:
    return Piece(
        f"ally-{id_}",
        table.called("allies", id_),
        marks=[text("ally")],
        counters=[hit_points(id_, ally, "allies")],
        chips=condition_chips(table, id_, ally),
    )


# === The party, the initiative and the room =======================================================


def _party(table: Odalin) -> Iterator[Piece]:
    """Power or balance, and the relics."""
    if table.phase == "setup":
        return
    counters = []
    if table.tracks("power") and table.system == "power track":
        counters = [replace(counter_of(table, text("Power"), PowerRaised), of=MOST_POWER)]
    elif table.tracks("power"):
        order, chaos = (
            event_if_valid(BalanceMoved, side="order", amount=1),
            event_if_valid(BalanceMoved, side="chaos", amount=1),
        )
        counters = [
            Counter(
                text("Balance"), table.balance, "balance", up=order, down=chaos,
                least=table.least_balance, most=table.balance_limit,
            )
        ]  # fmt: skip
    relics = Counter(text("Relics"), table.relics, "relics", up=event_if_valid(RelicGained), most=table.most_relics)
    corrupted = Counter(text("Corrupted relics"), table.corrupted_relics, "corrupted_relics")
    counters += [relics, *([corrupted] if table.corrupted_relics else [])]
    marks = [text("level {level}", level=table.level), table.called("difficulties", table.difficulty)]
    yield Piece("party", table.party_name or text("The party"), marks=marks, counters=counters)


def _initiative(table: Odalin) -> Iterator[Piece]:
    """The cards of the initiative: at turn, still to act, already acted."""
    if not table.track:
        return
    left = list(table.waiting)
    done = list(table.track)
    for card in left:
        if card in done:
            done.remove(card)
    chips = [Chip(table.called("combatants", card), look="on" if n == 0 else "") for n, card in enumerate(left)]
    asks = [
        Ask(text("Change the initiative"), InitiativeChanged, {"order": tuple(left)}),
        Ask(text("Give an extra turn"), ExtraTurnGiven),
    ]
    acted = tuple(table.called("combatants", card) for card in done)
    note = text("Already acted: {names}", names=acted) if acted else ""
    yield Piece("initiative", text("Initiative"), note=note, chips=chips, asks=asks, icon="run")


def _room(table: Odalin) -> Iterator[Piece]:
    """The current room, folded: doors, tokens, terrain, special rules and rewards.

    A tap on a trap or on harmful terrain opens the form for the combatant hurt by it.
    """
    if not table.room or not table.tracks("rooms"):
        return
    room = room_of(table)
    doors = [
        Chip(
            text("Door {number}[ → {entry}]", number=number, entry=door.leads_to),
            marks=[("door", text("open"))] if door.open else [],
            look="on" if door.open else "",
        )
        for number, door in room.doors.items()
    ]
    trap = Ask(text("A trap springs"), TrapSprung)
    tokens = [
        Chip(table.called("tokens", token), copies=count, opens=trap if token == "trap" else None)
        for token, count in room.tokens.items()
    ]
    terrain = [
        Chip(
            table.called("terrain", one),
            opens=Ask(text("Who is hurt"), HazardSuffered, {"terrain": one}) if one in HAZARDS else None,
        )
        for one in room.terrain
    ]
    asks = [Ask(text("Place a token"), TokenPlaced), Ask(text("Interact"), Interacted)]
    asks += [Ask(text("End a rule"), EffectEnded)] if in_force(table) else []
    yield Piece(
        "room",
        text("Room {entry}", entry=table.room),
        note="; ".join([*table.rules, *room.rules]) or room.rewards,
        marks=[text("tile {tile}", tile=room.tile)] if room.tile else [],
        chips=[*doors, *tokens, *terrain],
        asks=asks,
        icon="door",
        folded=True,
    )

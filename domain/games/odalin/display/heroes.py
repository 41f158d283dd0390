"""Heroes on the board: dials, action points, named cards in hand, conditions and equipment."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.components.numbers import counter_of
from domain.framework.table import join_path
from domain.framework.text import Text, text
from domain.framework.views.board import Ask, Chip, Counter, Handle, Piece, event_if_valid
from domain.framework.views.sheet import Said, Track
from domain.games.odalin.combat.actions import called_card
from domain.games.odalin.combat.conditions import ConditionRemoved, ConditionsGained, movement_bonus
from domain.games.odalin.combat.movement import Moved
from domain.games.odalin.dungeon.loot import ConsumableGiven
from domain.games.odalin.heroes.cards import CardMoved
from domain.games.odalin.heroes.dials import (
    CorruptionGained,
    CorruptionReduced,
    DamageTaken,
    Healed,
    SoulGained,
    SoulSpent,
)
from domain.games.odalin.heroes.equipment import EquipmentUsed
from domain.games.odalin.state.hero import MOST_DIAL, POINTS, Combatant, Hero
from domain.games.odalin.state.table import Odalin


def hero_piece(table: Odalin, id_: str) -> Piece:
    """The area of a player: the drawer of a hero."""
    hero, name = table.heroes[id_], table.called("heroes", id_)
    life, dials = hit_points_of(id_, hero), soul_and_corruption_of(table, id_)
    moves = [movement_of(id_, hero)] if table.at_turn == id_ and table.tracks("turns") and hero.movement != 0 else []
    asks = [
        Ask(text("Damage"), DamageTaken, {"whom": id_}),
        Ask(text("Heal"), Healed, {"whom": id_}),
        *([Ask(text("Conditions"), ConditionsGained, {"whom": id_})] if table.tracks("conditions") else []),
    ]
    return Piece(
        f"hero-{id_}",
        name,
        note=_who_it_is(table, hero),
        marks=[*hero_marks(table, hero), *(movement_marks(hero) if table.at_turn == id_ else ())],
        counters=[*life, *dials, *moves],
        tracks=list(point_tracks(table, id_, hero)),
        chips=[*condition_chips(table, id_, hero), *token_chips(table, hero)],
        asks=asks,
        inside=[*hand_piece(table, id_, hero), *gear_piece(table, id_, hero)],
        handle=Handle(
            name,
            seat=id_,
            numbers=[*(("heart", one) for one in life), ("drop", dials[-1]), *(("run", one) for one in moves)],
            active=table.at_turn == id_,
        ),
        look="active" if table.at_turn == id_ else "",
    )


def _who_it_is(table: Odalin, hero: Hero) -> Said:
    """The class of a hero and its Demon Lord, as far as known."""
    lord = table.called("demon-lords", hero.demon_lord) if hero.demon_lord else ""
    if not hero.hero_class:
        return lord
    return text("{hero_class}[ · {lord}]", hero_class=table.called("classes", hero.hero_class), lord=lord)


def hit_points_of(id_: str, hero: Hero) -> Sequence[Counter]:
    """The hit points of a hero with their buttons; empty if they are unknown."""
    if hero.hp is None:
        return []
    return [
        Counter(
            text("Hit points"), hero.hp, join_path(("heroes", id_, "hp")), of=hero.most,
            up=event_if_valid(Healed, whom=id_, amount=1), down=event_if_valid(DamageTaken, whom=id_, amount=1),
            most=hero.most,
            look="life",
        )
    ]  # fmt: skip


def soul_and_corruption_of(table: Odalin, id_: str) -> Sequence[Counter]:
    """Soul and corruption, with their buttons."""
    soul = replace(counter_of(table, text("Soul"), SoulGained, SoulSpent, hero=id_), of=MOST_DIAL)
    return [
        replace(soul, value=None) if table.heroes[id_].soul_unsaid else soul,
        replace(
            counter_of(table, text("Corruption"), CorruptionGained, CorruptionReduced, hero=id_),
            of=MOST_DIAL,
            look="danger",
        ),
    ]


def movement_of(id_: str, hero: Hero) -> Counter:
    """The movement points left in this turn, with a button to use one."""
    down = event_if_valid(Moved, hero=id_, amount=1) if hero.movement else None
    return Counter(text("Movement points"), hero.movement, join_path(("heroes", id_, "movement")), down=down)


def hero_marks(table: Odalin, hero: Hero) -> Iterator[Said]:
    """The marks of a hero: status, form, stealth, aura, lasting effects."""
    if hero.status != "active":
        yield Text(hero.status)
    if hero.form == "demon":
        yield text("demonic form")
    if hero.stealth:
        yield text("in stealth")
    if hero.aura:
        yield table.called("auras", hero.aura)
    for effect in hero.effects:
        yield effect.text


def movement_marks(hero: Hero) -> Iterator[Said]:
    """The movement points that conditions will add or remove, for the hero at turn."""
    if (more := movement_bonus(hero.conditions) - hero.pace) > 0:
        yield text("{count} movement points more", count=more)
    elif more:
        yield text("{count} movement points fewer", count=-more)


def point_tracks(table: Odalin, id_: str, hero: Hero) -> Iterator[Track]:
    """The action points left, and how many of the three are tainted."""
    if table.tracks("turns") and table.phase == "dungeon":
        yield Track(text("Action points"), max(0, hero.ready), POINTS + hero.extra)
    if hero.tainted:
        yield Track(text("Tainted"), hero.tainted, POINTS, path=join_path(("heroes", id_, "tainted")))


def condition_chips(table: Odalin, id_: str, body: Combatant) -> list[Chip]:
    """The conditions of a combatant; a tap opens the form to remove one."""
    return [
        Chip(
            table.called("conditions", condition),
            copies=count,
            look="ill",
            opens=Ask(text("Remove"), ConditionRemoved, {"whom": id_, "condition": condition}),
        )
        for condition, count in body.conditions.items()
    ]


def token_chips(table: Odalin, hero: Hero) -> list[Chip]:
    return [Chip(table.called("class-tokens", token), copies=count) for token, count in hero.tokens.items() if count]


def hand_piece(table: Odalin, id_: str, hero: Hero) -> Iterator[Piece]:
    """The named cards in hand with both halves, then the auras in play."""
    if not table.tracks("cards") or not hero.sleeves:
        return
    hand, auras = hero.in_zone("hand"), hero.in_zone("aura")
    chips = [
        Chip(
            table.called("sleeves", sleeve),
            marks=[("hand", half) for half in halves(table, id_, sleeve)],
            opens=Ask(text("Move"), CardMoved, {"hero": id_, "sleeve": sleeve}),
        )
        for sleeve in hand
    ]
    in_play = [Chip(called_card(table, id_, sleeve, "upper"), look="on") for sleeve in auras]
    left, discarded = len(hero.in_zone("deck")), len(hero.in_zone("discard"))
    marks = [text("{count} in the deck", count=left), text("{count} discarded", count=discarded)]
    yield Piece(
        f"hand-{id_}", text("Hand of {hero}", hero=table.called("heroes", id_)), marks=marks, chips=[*chips, *in_play]
    )


def halves(table: Odalin, id_: str, sleeve: str) -> Iterator[Said]:
    """The names of the two halves of a sleeve, as far as known."""
    here = table.heroes[id_].sleeves[sleeve]
    for card in (here.upper, here.lower):
        if card:
            yield table.called("action-cards", card)


def gear_piece(table: Odalin, id_: str, hero: Hero) -> Iterator[Piece]:
    """Worn equipment, with links to use it; and carried consumables, with links to pass them on."""
    worn = [
        Chip(
            table.called("equipment", item),
            marks=[("back", text("cooldown"))] if here.cooldown else [],
            opens=Ask(text("Use"), EquipmentUsed, {"hero": id_, "item": item}),
        )
        for item, here in hero.worn.items()
    ]
    carried = [
        Chip(
            table.called("consumables", item),
            opens=Ask(text("Pass on"), ConsumableGiven, {"giver": id_, "consumable": item}),
        )
        for item in hero.consumables
    ]
    if worn or carried:
        yield Piece(
            f"gear-{id_}", text("Equipment of {hero}", hero=table.called("heroes", id_)), chips=[*worn, *carried]
        )

"""Rounds and turns: the initiative, the start of a round, and the end of a turn (先攻, 每轮开始, 英雄回合)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.agenda import still_due
from domain.components.decks import cards_without
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Count, KeepsOrder, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import IN_DUNGEON, OdalinEvent, Source, hero_of
from domain.games.odalin.combat.conditions import end_of_turn
from domain.games.odalin.combat.defeats import is_elite
from domain.games.odalin.combat.power import PowerSpent
from domain.games.odalin.combat.villains import AttackCardDrawn, has_deck
from domain.games.odalin.heroes.cards import HAND, cards_dealt
from domain.games.odalin.heroes.dials import CorruptionGained, SoulGained
from domain.games.odalin.state.hero import Hero
from domain.games.odalin.state.periods import PERIODS
from domain.games.odalin.state.table import AMULETS, Odalin

CARDS_MISSING = refusal("cards-missing", "Missing from the initiative: {missing}.", rule=sections.INITIATIVE)
NO_INITIATIVE = refusal("no-initiative", "Lay out the initiative first.", rule=sections.INITIATIVE, areas=("turns",))
BURSTS_FIRST = refusal(
    "bursts-first", "Say first which heroes are within 1 of the square where {villain} died.", rule=sections.HERO_TURN
)
"""Bursts are resolved at the end of the turn, before conditions (Q22)."""


class TurnEvent(OdalinEvent):
    heading = "Rounds and turns"
    tracked = ("turns",)


def initiative_cards(table: Odalin) -> list[str]:
    """The cards of the initiative: heroes, amulets, villains (a boss twice), and Demon Lords at the end."""
    lords = [id_ for id_, villain in table.villains.items() if villain.lord_of]
    others = [id_ for id_, villain in table.villains.items() if not villain.lord_of for _ in range(1 + villain.boss)]
    return [*table.heroes, *table.amulets, *others, *lords]


class InitiativeSet(TurnEvent):
    title = "Lay out the initiative"
    help_text = "The initiative cards from left to right, shuffled here or as on the table; then a round begins."
    sentence = "Initiative: {order}"
    during = IN_DUNGEON
    order: Annotated[
        tuple[str, ...],
        Field(max_length=60, title="in which order"),
        Choice("combatants", initiative_cards),
        KeepsOrder(),
    ] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        is_set_up = not table.tracks("rooms") or (table.room and table.room == table.entry)
        if not table.track and is_set_up:
            yield Offer(text("Shuffle the initiative in the app"), required=True)
            yield Offer(text("The initiative as it lies on the table"), opens_form=True, also_required=("order",))

    def check(self, table: Odalin) -> Iterator[Refused]:
        missing = dict.fromkeys(cards_without(initiative_cards(table), self.order))
        if self.order and missing:
            yield CARDS_MISSING(missing=tuple(table.called("combatants", card) for card in missing))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        if self.order:
            return self
        cards = initiative_cards(table)
        lords = [card for card in cards if card in table.villains and table.villains[card].lord_of]
        return self.copy_with(order=(*chance.shuffle([card for card in cards if card not in lords]), *lords))

    def apply(self, table: Odalin) -> None:
        table.track, table.waiting = list(self.order), []

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield RoundStarted()


class RoundStarted(TurnEvent):
    title = "Begin a round"
    help_text = "Hands are discarded and dealt again, action points come back, and corruption grows."
    sentence = "Round {number} began"
    log = LogRole(starts_round=True)
    during = ("round start",)
    number: Annotated[Count, Settled()] = 0
    heroes: Annotated[tuple[str, ...], Choice("heroes"), Settled()] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        yield Offer(text("Begin round {number}", number=table.round + 1), required=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.track:
            yield NO_INITIATIVE()
        yield from bursts_open(table)
        yield from still_due(table, OdalinEvent)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        heroes = list(table.heroes) if table.ruled("rounds-for-the-fallen") else table.heroes_up()
        return self.copy_with(number=table.round + 1, heroes=tuple(heroes))

    def apply(self, table: Odalin) -> None:
        table.round, table.waiting = self.number, list(table.track)
        table.fight_round += table.fighting
        if cut_short := table.heroes.get(table.turn_of):
            end_turn_of(cut_short)
        table.turn_of, table.acted, table.extra_turns = "", False, False
        for hero in table.heroes.values():
            hero.by_amulet = False
        for id_ in self.heroes:
            hero = hero_of(table, id_)
            PERIODS.end(hero, "round")
            discard_hand(hero)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        mild = table.difficulty == "casual"
        for id_ in self.heroes:
            hero = hero_of(table, id_)
            if table.fighting and not hero.simplified:
                yield from cards_dealt(table, id_, HAND)
            yield (SoulGained if mild else CorruptionGained)(hero=id_, amount=1, source="round")


def discard_hand(hero: Hero) -> None:
    """Put a hand on the discard pile; for `apply`."""
    for sleeve in hero.in_zone("hand"):
        hero.sleeves[sleeve].zone = "discard"


def bursts_open(table: Odalin) -> Iterator[Refused]:
    """The refusal for ending a turn while a burst is not resolved."""
    if table.bursts:
        yield BURSTS_FIRST(villain=table.called("combatants", next(iter(table.bursts))))


class TurnBegan(TurnEvent):
    title = "Begin a turn"
    help_text = (
        "The next card of the initiative is at turn: what lasted until then ends, and a villain's card is drawn."
    )
    sentence = "{who}'s turn began"
    automatic: ClassVar[bool] = True
    who: Annotated[str, Choice("combatants"), Settled()] = ""

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(who=table.at_turn)

    def apply(self, table: Odalin) -> None:
        table.turn_of, table.acted, table.card = self.who, False, ""
        if self.who in table.waiting:
            del table.waiting[: table.waiting.index(self.who)]
        if hero := table.heroes.get(self.who):
            begin_turn_of(hero, ends_form=table.system == "balance track")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if self.who in table.villains and has_deck(table, self.who):
            yield AttackCardDrawn(villain=self.who)
        hero = table.heroes.get(self.who)
        if hero and hero.simplified and table.fighting:
            yield from cards_dealt(table, self.who, HAND)


def begin_turn_of(hero: Hero, *, ends_form: bool) -> None:
    """End the effects that last until a hero's turn begins: stealth, and on the Balance Track its demonic form."""
    PERIODS.end(hero, "turn")
    hero.today.turns += 1
    hero.from_stealth = hero.from_stealth or hero.stealth
    hero.stealth = False
    hero.effects = [effect for effect in hero.effects if effect.until != "turn"]
    if ends_form:
        hero.form, hero.form_turns = "hero", 0


class TurnEnded(TurnEvent):
    title = "End the turn"
    help_text = "A turn is over: bursts, then what poison and invigoration do; the next one is at turn."
    sentence = "{who} ended the turn"
    during = ("hero turn", "villain turn", "amulet turn")
    ends = "turn"
    who: Annotated[
        str, Choice("combatants", lambda table: [table.at_turn] if table.at_turn else []), Field(title="whose turn")
    ]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        who = table.at_turn
        if who in table.heroes or who in table.amulets:
            words = text("{who}: end the turn", who=table.called("combatants", who))
            if who in AMULETS:
                words = text("No hero takes the amulet's turn")
            question = text("Who takes the amulet's turn?") if who in AMULETS else None
            yield Offer(words, {"who": who}, required=True, question=question)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from bursts_open(table)
        yield from still_due(table, OdalinEvent)

    def apply(self, table: Odalin) -> None:
        if self.who in table.waiting:
            table.waiting.remove(self.who)
        table.last_to_act, table.turn_of, table.acted, table.card = self.who, "", False, ""
        table.assault = None
        PERIODS.end(table, "turn")
        table.agenda.drop(lambda due: not due.must and due.is_of(PowerSpent))
        if hero := table.heroes.get(self.who):
            end_turn_of(hero)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from end_of_turn(table, self.who)


def passing_turns(table: Odalin) -> Iterator[Event[Odalin]]:
    """The automatic end of a finished turn and the beginning of the next one, unless a decision is due."""
    who = table.at_turn
    if not table.tracks("turns") or not table.track or table.bursts or list(still_due(table, OdalinEvent)):
        return
    if who and table.turn_of != who:
        yield TurnBegan()
    elif who and is_over(table, who) and not table.agenda.of(PowerSpent):
        yield TurnEnded(who=who)
    elif not who and (extra := elites_to_act(table)):
        yield ExtraTurnsTaken(villains=tuple(extra))


def is_over(table: Odalin, who: str) -> bool:
    """Whether a turn is finished: the villain has acted, or the combatant at turn has fallen."""
    if who in table.heroes:
        return table.is_down(who)
    return who not in AMULETS and (who not in table.villains or (table.acted and not table.assault))


def end_turn_of(hero: Hero) -> None:
    """End the effects of a hero's turn; a demonic form lasts until the end of the next turn. For `apply`."""
    PERIODS.end(hero, "turn")
    if hero.simplified:
        discard_hand(hero)
    if hero.form == "demon":
        hero.form_turns -= 1
        if hero.form_turns <= 0:
            hero.form, hero.form_turns = "hero", 0


def elites_to_act(table: Odalin) -> list[str]:
    """The elites that take an extra turn at the end of a round in Hell, in the order of the initiative (难度)."""
    if table.difficulty != "hell" or table.extra_turns:
        return []
    here = ((id_, table.villains.get(id_)) for id_ in dict.fromkeys(table.track))
    return [id_ for id_, villain in here if villain and is_elite(table, villain)]


class ExtraTurnsTaken(TurnEvent):
    title = "Extra turns of elites"
    help_text = "In Hell every elite takes one more turn at the end of the round."
    sentence = "An extra turn: {villains}"
    automatic: ClassVar[bool] = True
    villains: Annotated[tuple[str, ...], Choice("combatants"), Settled()] = ()

    def apply(self, table: Odalin) -> None:
        table.extra_turns, table.waiting = True, list(self.villains)


class ExtraTurnGiven(TurnEvent):
    title = "Give an extra turn"
    help_text = "A combatant acts once more in this round, because a card or a room says so."
    sentence = "{who} took an extra turn[ ({source})]"
    during = IN_DUNGEON
    who: Annotated[str, Choice("combatants", initiative_cards), Field(title="whose turn")]
    at_once: bool = Field(default=False, title="before all others")
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        table.waiting = [self.who, *table.waiting] if self.at_once else [*table.waiting, self.who]


class InitiativeChanged(TurnEvent):
    title = "Change the initiative"
    help_text = "Who is still to act in this round, in the new order."
    sentence = "The initiative changed: {order}[ ({source})]"
    during = IN_DUNGEON
    order: Annotated[
        tuple[str, ...],
        Field(min_length=1, max_length=60, title="in which order"),
        Choice("combatants", initiative_cards),
        KeepsOrder(),
    ]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        table.waiting = list(self.order)

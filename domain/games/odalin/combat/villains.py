"""Villains: placed on the board, their turns in one step or by cards, and the heroes' defense (敌人回合)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import Deck
from domain.components.limits import Limit
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, name_of
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.odalin import sections
from domain.games.odalin.base import (
    IN_DUNGEON,
    EnemyId,
    Few,
    OdalinEvent,
    Source,
    Tokens,
    VillainId,
    VillainMet,
    hero_of,
)  # fmt: skip
from domain.games.odalin.combat.conditions import ConditionsGained, attack_bonus, damage_suffered
from domain.games.odalin.combat.defeats import put_on_board, villain_gone
from domain.games.odalin.heroes.dials import DamageTaken
from domain.games.odalin.heroes.dice import (
    Bonus,
    bonus_counted,
    bonuses_typed,
    keep_bonuses,
    left_to_table,
    rolled_shields,
    unknown_bonuses,
    unknown_dice,
    unknown_stats,
    unsaid_stats,
)
from domain.games.odalin.state.hero import Hero, Villain
from domain.games.odalin.state.kinds import Side, Strength, VillainAttack, VillainCard
from domain.games.odalin.state.table import Assault, AttackDeck, Odalin

ARMOR_UNKNOWN = never(
    "armor-unknown", "Type in the dice on the armor of {hero}, or say how many shields were rolled.",
    rule=sections.DEFENSE, asks=True,
)  # fmt: skip
DEFEND_FIRST = never("defend-first", "First these heroes defend: {left}.", rule=sections.DEFENSE)
NOT_ITS_TURN = refusal("not-its-turn", "It is the turn of {current}.", rule=sections.VILLAIN_TURN, areas=("turns",))
ACTED = refusal("one-blow", "{villain} has already acted this turn.", rule=sections.VILLAIN_TURN, areas=("turns",))
HAS_DRAWN = refusal(
    "one-card", "{villain} has already drawn its attack card this turn.", rule=sections.VILLAIN_TURN, areas=("turns",)
)
BLOW_UNKNOWN = never(
    "blow-unknown",
    "Say the damage of the attack, for {ally} does not defend.",
    rule=sections.VILLAIN_TURN,
    asks=True,
)
STRIKES_UNKNOWN = never(
    "strikes-unknown",
    "The damage of the attack is unknown: say how much gets through.",
    rule=sections.DEFENSE,
    asks=True,
)
HIDDEN = refusal(
    "hidden", "{hero} is in stealth: another target has to be attacked if possible.", rule=sections.STEALTH
)
ONLY_HEROES = refusal(
    "only-heroes",
    "Villains attack heroes. {ally} is only attacked if a card or a room says so.",
    rule=sections.VILLAIN_TURN,
)
BOSS_INSTEAD = refusal("boss-instead", "The boss takes the Boss Elite card instead.", rule=sections.DIFFICULTY)
ELITE_ALREADY = refusal("elite-already", "{villain} already has its elite card.", rule=sections.ELITES)
NO_SUCH_AURA = never("no-such-aura", "No hero has that aura.", rule=sections.HOLY_AURA)
NO_CARDS = never(
    "no-cards", "Not all attack cards of {villain} are known: draw one by hand, and say which.",
    rule=sections.VILLAIN_TURN, asks=True,
)  # fmt: skip

ONE_BLOW: Limit[Odalin] = Limit(lambda table, villain: int(table.acted and table.turn_of == villain), ACTED)
ONE_CARD: Limit[Odalin] = Limit(lambda table, villain: int(bool(table.card) and table.turn_of == villain), HAS_DRAWN)
"""Both count in the turn of a villain; before its turn began nothing is counted."""
MORE_ELITES = {"hard": 1, "nightmare": 2, "hell": 2}
"""The number of villains that get an elite card when a combat starts, by difficulty (难度)."""
PERFECT = 2
"""The number of shields that make a perfect defense (防御)."""
WHOLE_DECK = 8
"""The size of a villain's attack deck; while fewer cards are known, they are drawn by hand."""
LORD_DECK = 6
ON_CARD = Printed(VillainCard, by="name")
OnCard = Annotated[bool | None, ON_CARD]
ON_ATTACK = Printed(VillainAttack, by="card")


class VillainEvent(OdalinEvent):
    heading = "Villains"


def name_of_villain(table: Odalin, villain: str) -> str:
    here = table.villains.get(villain)
    return here.name if here else villain.rpartition(" ")[0]


def next_number(table: Odalin, name: str) -> int:
    """The number for the next villain of a name, unused in this room."""
    taken = {*table.villains, *table.bursts, *table.fallen}
    return next(n for n in range(1, 1000) if f"{name} {n}" not in taken)


class VillainPlaced(VillainEvent):
    title = "Place a villain"
    help_text = "The numbers on its card are typed in once."
    sentence = "{villain} appeared[ with {hp|hit point|hit points}][, {elite|an elite}][, {boss|the boss}]"
    during = IN_DUNGEON
    layout = Layout(usual=("hp", "defense", "side", "strength"))
    name: Annotated[VillainMet, Field(title="which villain")]
    hp: Annotated[Count | None, ON_CARD] = Field(default=None, title="hit points")
    defense: Annotated[Few | None, ON_CARD] = None
    side: Annotated[Side | None, ON_CARD] = Field(default=None, title="order or chaos")
    strength: Annotated[Strength | None, ON_CARD] = None
    elite: bool = False
    boss: OnCard = None
    rare: OnCard = None
    flying: OnCard = None
    villain: Annotated[str, Choice("combatants"), Settled()] = ""
    deck: Annotated[tuple[str, ...], Choice("villain-attacks"), Settled()] = ()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        number = next_number(table, self.name)
        return self.copy_with(villain=f"{self.name} {number}", deck=tuple(VillainCard.of(table, self.name).attacks))

    def apply(self, table: Odalin) -> None:
        villain = Villain(
            name=self.name, hp=self.hp, most=self.hp, defense=self.defense, side=self.side or "chaos",
            strength=1 if self.strength is None else self.strength, unsaid=None in (self.side, self.strength),
            elite=self.elite, boss=bool(self.boss), rare=bool(self.rare), flying=bool(self.flying),
        )  # fmt: skip
        put_on_board(table, self.villain, villain)
        kept = table.decks.setdefault(self.name, AttackDeck())
        kept.cards = list(self.deck) or kept.cards


def is_unknown(table: Odalin, villain: Villain) -> bool:
    """Whether a number of a villain is missing that the table needs; without its defense no hit can be computed."""
    return villain.most is None or (villain.defense is None and table.tracks("attacks"))


class VillainNumbersSet(VillainEvent):
    title = "Type in a villain's card"
    help_text = "Hit points and the rest of a villain that came without them; all of its name have them from then on."
    sentence = (
        "Typed in {villain}[: {hp|hit point|hit points}][, defense {defense}][, {side} {strength}][, {boss|the boss}]"
        "[; after the damage so far: {left}]"
    )
    layout = Layout(usual=("hp", "defense", "side", "strength"))
    villain: VillainId
    hp: Annotated[Count | None, ON_CARD] = Field(default=None, title="hit points")
    defense: Annotated[Few | None, ON_CARD] = None
    side: Annotated[Side | None, ON_CARD] = Field(default=None, title="order or chaos")
    strength: Annotated[Strength | None, ON_CARD] = None
    boss: OnCard = None
    rare: OnCard = None
    flying: OnCard = None
    name: Annotated[str, Choice("villains"), Settled()] = ""
    left: Annotated[Mapping[VillainId, Count], Settled(), Field(title="hit points left")] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        unknown = {villain.name: id_ for id_, villain in table.villains.items() if is_unknown(table, villain)}
        for id_ in unknown.values():
            called, most = table.called("combatants", id_), table.villains[id_].most
            needs = [*_numbers_asked(table, table.villains[id_])]
            if most is None:
                words, known = text("{villain}: how many hit points?", villain=called), {}
            else:
                words, known = text("{villain}: which defense?", villain=called), {"hp": most}
            yield Offer(words, {"villain": id_, **known}, required=True, opens_form=True, also_required=tuple(needs))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        here = table.villains.get(self.villain) or Villain()
        named = self.copy_with(name="" if here.lord_of else here.name)
        same = named._villains_with_card(table)
        hurt = {id_: villain.lost for id_, villain in same if villain.lost and villain.hp is None}
        return named.copy_with(left={id_: max(0, (self.hp or 0) - lost) for id_, lost in hurt.items() if self.hp})

    def _villains_with_card(self, table: Odalin) -> Iterator[tuple[str, Villain]]:
        """The villains with this card whose numbers are unknown, and the one that is named."""
        for id_, villain in table.villains.items():
            if id_ == self.villain or (villain.name == self.name and is_unknown(table, villain)):
                yield id_, villain

    def apply(self, table: Odalin) -> None:
        for id_, villain in list(self._villains_with_card(table)):
            if self.hp not in (None, villain.most):
                villain.hp, villain.most, villain.lost = self.left.get(id_, self.hp), self.hp, 0
            self._tell_of(villain)

    def _tell_of(self, villain: Villain) -> None:
        """Set the given fields of a villain; for `apply`."""
        for name in ("defense", "side", "strength", "boss", "rare", "flying"):
            if (said := getattr(self, name)) is not None:
                setattr(villain, name, said)
        villain.unsaid = villain.unsaid and None in (self.side, self.strength)


def _numbers_asked(table: Odalin, villain: Villain) -> Iterator[str]:
    """The numbers on a villain's card that its prompt asks for."""
    yield "hp"
    if table.tracks("attacks"):
        yield "defense"
    if villain.unsaid:
        yield from ("side", "strength")


class EliteMade(VillainEvent):
    title = "Make a villain elite"
    help_text = "A villain gets an elite card: it has a second life, and what the card says."
    sentence = "{villain} got an elite card[: {card}]"
    during = IN_DUNGEON
    villain: VillainId
    card: Annotated[Line, Choice("elite-cards", free=True)] | None = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for villain in elites_due(table):
            words = text("{villain} gets an elite card", villain=table.called("combatants", villain))
            card = boss_card(table, villain)
            known = {"villain": villain, **({"card": card} if card else {})}
            yield Offer(words, known, reminder=words, opens_form=not card)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if bosses(table) and self.villain not in bosses(table) and table.difficulty in MORE_ELITES:
            yield BOSS_INSTEAD()
        here = table.villains[self.villain]
        if here.elite_card or (here.elite and not self.card):
            yield ELITE_ALREADY(villain=table.called("combatants", self.villain))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(card=self.card or boss_card(table, self.villain))

    def apply(self, table: Odalin) -> None:
        if villain := table.villains.get(self.villain):
            table.elites_made += not villain.elite
            villain.elite_card = self.card or ""
            villain.elite = villain.elite or not villain.boss


def bosses(table: Odalin) -> list[str]:
    return [id_ for id_, villain in table.villains.items() if villain.boss]


def boss_card(table: Odalin, villain: str) -> str | None:
    """The elite card of a boss, by the difficulty; None for any other villain (难度)."""
    return f"boss-{table.difficulty}" if table.difficulty in MORE_ELITES and villain in bosses(table) else None


def elites_due(table: Odalin) -> list[str]:
    """The villains that get an elite card when a combat starts: a boss, else the first in the initiative."""
    left = MORE_ELITES.get(table.difficulty, 0) - table.elites_made
    if left <= 0 or table.fight_round > 1 or not table.fighting:
        return []
    if found := bosses(table):
        return [id_ for id_ in found if not table.villains[id_].elite_card]
    in_order = [id_ for id_ in dict.fromkeys(table.track or table.villains) if id_ in table.villains]
    return [id_ for id_ in in_order if not table.villains[id_].elite and not table.villains[id_].lord_of][:left]


class VillainLeft(VillainEvent):
    title = "Take a villain off"
    help_text = "A villain leaves the board without being defeated."
    sentence = "{villain} left the board[ ({source})]"
    villain: EnemyId
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        villain_gone(table, self.villain)


# === A villain's turn: its card, its targets, and their defense ==================================


def deck_of(table: Odalin, villain: str) -> Deck:
    """The attack deck of a villain; all villains of a name share it."""
    kept = table.decks.get(name_of_villain(table, villain)) or AttackDeck()
    return Deck(kept.cards, discard=kept.discard)


def has_deck(table: Odalin, villain: str) -> bool:
    """Whether a villain's card can be drawn here, because all cards of its deck are known."""
    here = table.villains.get(villain)
    whole = LORD_DECK if here and here.lord_of else WHOLE_DECK
    return table.tracks("villain decks") and len(deck_of(table, villain).cards) >= whole


def attack_cards_of(table: Odalin, villain: str) -> list[str]:
    return list(dict.fromkeys(deck_of(table, villain).cards))


def not_its_turn(table: Odalin, villain: str) -> Iterator[Refused]:
    if table.at_turn and table.at_turn != villain:
        yield NOT_ITS_TURN(current=table.called("combatants", table.at_turn))


def why_not_acting(table: Odalin, villain: str) -> Iterator[Refused]:
    """The refusals for a villain's act: it is not its turn, it has acted, or heroes are still defending."""
    yield from not_its_turn(table, villain)
    if table.assault:
        yield DEFEND_FIRST(left=tuple(table.called("heroes", one) for one in table.assault.targets))
    elif table.turn_of == villain:
        yield from ONE_BLOW.reasons(table, villain, villain=table.called("combatants", villain))


AttackCardOf = Annotated[Line, Choice("villain-attacks", attack_cards_of, given=("villain",), free=True)]


def acting_villains(table: Odalin) -> list[str]:
    """The villain at turn, for offers; all villains if turns are not tracked."""
    if not table.tracks("turns"):
        return list(table.villains)
    return [table.at_turn] if table.at_turn in table.villains else []


class AttackCardDrawn(VillainEvent):
    title = "Draw an attack card"
    help_text = "The top card of a villain's attack deck, drawn here or named."
    sentence = "{villain} drew {card}"
    tracked = ("villain decks",)
    during = ("villain turn", "dungeon")
    limits = {ONE_CARD: {}}
    villain: VillainId
    card: AttackCardOf | None = None
    shuffled: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.at_turn in table.villains and not (table.acted or table.card or has_deck(table, table.at_turn)):
            words = text("{villain}: which card did it draw?", villain=table.called("combatants", table.at_turn))
            known = {"villain": table.at_turn}
            yield Offer(words, known, opens_form=True, also_required=("card",), reminder=words)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_its_turn(table, self.villain)
        if table.turn_of == self.villain:
            yield from ONE_CARD.reasons(table, self.villain, villain=table.called("combatants", self.villain))
        if not self.card and not has_deck(table, self.villain):
            yield NO_CARDS(villain=table.called("combatants", self.villain))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        deck = deck_of(table, self.villain)
        if self.card and self.card not in deck.cards:
            return self
        drawn = deck.draw(1, chance, [self.card] if self.card else [])
        return self.copy_with(card=next(iter(drawn.cards), None), shuffled=drawn.shuffled)

    def apply(self, table: Odalin) -> None:
        kept = table.decks.setdefault(name_of_villain(table, self.villain), AttackDeck())
        card = self.card or ""
        if card and card not in kept.cards:
            kept.cards = [*kept.cards, card]
        kept.discard = [*([] if self.shuffled else kept.discard), *([card] if card else [])]
        table.card = card


def whom_villains_attack(table: Odalin) -> list[str]:
    return [*table.heroes_up(), *table.allies]


Target = Annotated[str, Choice("combatants", whom_villains_attack)]


class VillainAttacked(VillainEvent):
    title = "A villain attacks"
    help_text = "Whom a villain attacks, as its card says; each of them then defends."
    sentence = "{villain} attacked {hero}[, {others}][ with {card}][: {damage} damage][, {conditions}]"
    during = ("villain turn", "dungeon")
    layout = Layout(usual=("damage",))
    limits = {ONE_BLOW: {}}
    villain: VillainId
    hero: Target
    card: Annotated[Line, Choice("villain-attacks", free=True)] | None = None
    damage: Annotated[Few | None, ON_ATTACK] = None
    others: Annotated[tuple[Target, ...], Field(max_length=20, title="and whom else")] = ()
    conditions: Annotated[Tokens, Field(title="conditions it gives")] = Field(default_factory=dict)
    area: bool = Field(default=False, title="an area")
    strikes: Annotated[int | None, Field(ge=-99, le=99), Settled()] = 0

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.assault or (table.acted and table.turn_of):
            return
        for villain in acting_villains(table):
            words = text("{villain}: whom does it attack?", villain=table.called("combatants", villain))
            known = {"villain": villain, **({"card": table.card} if table.card else {})}
            left = words if table.tracks("turns") else None  # without turns it is unknown which of them has attacked
            yield Offer(words, known, reminder=left, keypad="hero")

    @classmethod
    def reminders(cls, table: Odalin, known: Known) -> Iterator[Text]:
        if table.ruled("theme-first"):
            yield text("Ties follow the theme, not the heroes' favor.")

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from why_not_acting(table, self.villain)
        seen = [hero for hero in table.heroes_up() if not hero_of(table, hero).stealth]
        for one in self.targets:
            if hero_of(table, one).stealth and seen:
                yield HIDDEN(hero=table.called("heroes", one))
            if one in table.allies and not table.ruled("allies-are-targets"):
                yield ONLY_HEROES(ally=table.called("allies", one))
            if one in table.allies and self.damage is None:
                yield BLOW_UNKNOWN(ally=table.called("allies", one))

    @property
    def targets(self) -> list[str]:
        """The ids of the targets in order, each once."""
        return list(dict.fromkeys((self.hero, *self.others)))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        if self.damage is None:
            return self.copy_with(strikes=None)
        damage = self.damage + attack_bonus(table.body(self.villain).conditions)
        if self.area and table.ruled("villain-areas-halve"):
            damage = halved(table, damage)
        return self.copy_with(strikes=damage)

    def apply(self, table: Odalin) -> None:
        targets = [one for one in self.targets if one in table.heroes]
        table.acted = True
        table.assault = Assault(
            villain=self.villain, card=self.card or "", damage=self.strikes, conditions=dict(self.conditions),
            targets=targets,
        )  # fmt: skip
        asked = DefenseRolled if self.damage is not None else BlowTaken
        for hero in reversed(targets):
            table.agenda.put(asked, hero=hero)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        for ally in (one for one in self.targets if one in table.allies):
            if damage := damage_suffered(table.body(ally).conditions, self.strikes or 0):
                yield DamageTaken(whom=ally, amount=damage, source="attack")
            if self.conditions:
                yield ConditionsGained(whom=ally, tokens=dict(self.conditions), source="attack")


def halved(table: Odalin, damage: int) -> int:
    """Half of the damage of an area, rounded by the table's ruling (A1)."""
    return (damage + 1) // 2 if table.ruled("area-rounds-up") else damage // 2


class VillainHeldBack(VillainEvent):
    title = "A villain does not attack"
    help_text = "A villain reaches no target: it moves twice as far, and its turn is over."
    sentence = "{villain} reached no target"
    during = ("villain turn", "dungeon")
    limits = {ONE_BLOW: {}}
    villain: VillainId

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.at_turn in table.villains and not (table.assault or table.acted):
            words = text("{villain} reaches no target", villain=table.called("combatants", table.at_turn))
            yield Offer(words, {"villain": table.at_turn})

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from why_not_acting(table, self.villain)

    def apply(self, table: Odalin) -> None:
        table.acted = True


def defenders(table: Odalin) -> list[str]:
    return table.assault.targets if table.assault else []


def with_aura(table: Odalin, aura: str) -> list[str]:
    """The paladins with this Holy Aura; only the table knows who is within 2 of them."""
    return [hero for hero in table.heroes_up() if table.heroes[hero].aura == aura]


class Defended(VillainEvent):
    """The base of a hero's defense against an attack: by its shields, or by the damage that gets through."""

    acting_seat = "hero"
    hero: Annotated[str, Choice("heroes", defenders)]
    instead: Annotated[
        str | None, Choice("heroes", lambda table: with_aura(table, "sacrifice")), Field(title="who takes it instead")
    ] = None
    perfect: Annotated[bool, Field(title="a perfect defense")] = False
    guard: Annotated[Count, Settled()] = 0
    harder: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        """Only the table knows who is near a Holy Aura, so each of its answers is offered next to the plain one."""
        for due in table.agenda.of(cls):
            for words, known in cls.near_auras(table, str(due.fields["hero"])):
                needs = tuple(cls.needed(table, due.fields))
                yield Offer(
                    words,
                    {**due.fields, **known},
                    also_required=needs,
                    keypad=cls.layout.keypad,
                    keypad_numbers=[*cls.layout.keypad_numbers],
                )

    @classmethod
    def near_auras(cls, table: Odalin, hero: str) -> Iterator[tuple[Text, Known]]:
        """The effects that a Holy Aura may have for a hero, as title and known fields."""
        for paladin in (one for one in with_aura(table, "sacrifice") if one != hero):
            names = table.called("heroes", paladin), table.called("heroes", hero)
            yield text("{paladin} takes it for {hero}", paladin=names[0], hero=names[1]), {"instead": paladin}

    def _with_guard(self, table: Odalin, through: int, **found: object) -> Self:
        """The event for damage that gets through shields; a Guard token is used if there is any."""
        hero = hero_of(table, self.hero)
        guard = int(bool(through and hero.tokens.get("guard")))
        return self.copy_with(guard=guard, harder=hero.stealth and table.ruled("revealed-strikes-harder"), **found)

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        if self.guard:
            hero.tokens["guard"] = max(0, hero.tokens.get("guard", 0) - self.guard)
        hero.stealth, hero.from_stealth = False, hero.from_stealth or self.harder
        others = [name for name in DEFENSES if name != name_of(type(self))]
        table.agenda.drop(lambda due: due.event in others and due.has_fields(hero=self.hero))
        if table.assault:
            table.assault.targets = [one for one in table.assault.targets if one != self.hero]

    def _suffered(self, table: Odalin, damage: int) -> Iterator[Event[Odalin]]:
        """The consequences of the attack with the damage left after shields and Guard tokens."""
        assault = table.assault or Assault()
        if damage:
            yield DamageTaken(whom=self.instead or self.hero, amount=damage, source="attack")
        if assault.conditions and not self.perfect:
            yield ConditionsGained(whom=self.hero, tokens=assault.conditions, source="attack")


def behind_guard(table: Odalin, hero: str, through: int) -> int:
    """The damage left after the Guard tokens of a hero."""
    return max(0, through - hero_of(table, hero).tokens.get("guard", 0))


class DefenseRolled(Defended):
    title = "Defend"
    help_text = "Each shield takes 1 damage off; two on the dice are a perfect defense: no damage and no effects."
    sentence = (
        "{hero} defended: {shields|shield|shields}[, {perfect|a perfect defense}][, {damage} damage][, without "
        "the unknown bonus of {unknown}]"
    )
    question = "{hero}: how many shields?"
    layout = Layout(usual=("shields", "more"), keypad="shields", keypad_numbers=(0, 1, 2, 3))
    shields: Few | None = None
    more: Annotated[Few, Field(title="shields besides the dice")] = 0
    protected: Annotated[bool, Field(title="within 2 of the Aura of Protection")] = False
    agility: Annotated[Bonus, Field(title="what Agility adds")] = None
    perfect: Annotated[bool, Settled()] = False
    damage: Annotated[Count, Settled()] = 0
    unknown: Annotated[tuple[str, ...], Choice("stats"), Settled()] = ()

    @classmethod
    def needed(cls, table: Odalin, known: Known) -> Iterator[str]:
        hero = hero_of(table, str(known.get("hero", "")))
        if list(unknown_dice(table, ["green"])) or not hero.defense_known():
            yield "shields"
        if unknown_stats(table, hero, cls(hero="")._asked(table, hero)):
            yield "agility"

    @classmethod
    def near_auras(cls, table: Odalin, hero: str) -> Iterator[tuple[Text, Known]]:
        yield from super().near_auras(table, hero)
        if any(one != hero for one in with_aura(table, "protection")):
            words = text("{hero} within 2 of the Aura of Protection", hero=table.called("heroes", hero))
            yield words, {"protected": True}

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.assault and table.assault.damage is None and (self.shields or 0) < PERFECT:
            yield STRIKES_UNKNOWN()
        if self.protected and not with_aura(table, "protection"):
            yield NO_SUCH_AURA()
        if self.shields is None:
            if not hero_of(table, self.hero).defense_known():
                yield ARMOR_UNKNOWN(hero=table.called("heroes", self.hero))
            yield from unknown_dice(table, ["green"])
        yield from unknown_bonuses(table, self.hero, self._asked(table, hero_of(table, self.hero)))

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        yield from unsaid_stats(table, self.hero, self._asked(table, hero_of(table, self.hero)))

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        keep_bonuses(hero_of(table, self.hero), {"agility": self.agility})

    def _asked(self, table: Odalin, hero: Hero) -> dict[str, int | None]:
        """The stats whose bonus affects the result: none for a perfect defense or without damage."""
        suffered = damage_suffered(hero.conditions, (table.assault or Assault()).damage or 0)
        perfect = self.shields is not None and self.shields >= PERFECT
        enough = (self.shields or 0) + self.more >= suffered and not table.ruled("bonus-makes-perfect")
        return {} if perfect or enough else {"agility": self.agility}

    def settle(self, table: Odalin, chance: Chance) -> Self:
        assault, hero = table.assault or Assault(), hero_of(table, self.hero)
        shields = rolled_shields(table, hero, chance) if self.shields is None else self.shields
        protected = self.protected or hero.aura == "protection"
        besides = self.more + bonus_counted(table, hero, "agility", self.agility) + protected + hero.stealth
        perfect = shields + (besides if table.ruled("bonus-makes-perfect") else 0) >= PERFECT
        through = 0 if perfect else max(0, damage_suffered(hero.conditions, assault.damage or 0) - shields - besides)
        damage = behind_guard(table, self.hero, through)
        asked = {} if perfect else self.copy_with(shields=shields)._asked(table, hero)
        unknown = left_to_table(table, self.hero, asked)
        return self._with_guard(table, through, shields=shields, perfect=perfect, damage=damage, unknown=unknown)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from bonuses_typed(table, self.hero, {"agility": self.agility})
        yield from self._suffered(table, self.damage)


class BlowTaken(Defended):
    title = "Take a blow"
    help_text = "The damage that got through, with shields taken off and Guard tokens not yet."
    sentence = "{hero} was hit for {taken} damage[: {perfect|a perfect defense}]"
    question = "{hero}: how much damage gets through?"
    layout = Layout(usual=("perfect",), keypad="damage", keypad_numbers=range(9))
    damage: Annotated[int, Field(ge=0, le=99)]
    taken: Annotated[Count, Settled()] = 0

    def settle(self, table: Odalin, chance: Chance) -> Self:
        through = 0 if self.perfect else self.damage
        return self._with_guard(table, through, taken=behind_guard(table, self.hero, through))

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from self._suffered(table, self.taken)


DEFENSES = (name_of(DefenseRolled), name_of(BlowTaken))
"""The two events that can be due for an attacked hero; recording one drops the other."""


def ended_assault(table: Odalin) -> Iterator[Event[Odalin]]:
    """The end of a villain's attack, as soon as no target is left to defend."""
    if table.assault and not table.assault.targets:
        yield AssaultEnded()


class AssaultEnded(VillainEvent):
    title = "The attack is over"
    help_text = "All who were attacked have defended."
    sentence = "The attack ended"
    automatic = True
    villain: Annotated[str, Choice("combatants"), Settled()] = ""

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(villain=table.assault.villain if table.assault else "")

    def apply(self, table: Odalin) -> None:
        table.assault = None
        if self.villain in table.villains:
            for paladin in with_aura(table, "retribution"):
                table.agenda.put("aura-struck-back", hero=paladin, villain=self.villain)

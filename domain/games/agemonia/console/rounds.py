"""Rounds: actions selected in secret, the initiative card, the order of turns, the end of a round."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import KeepsOrder, Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, hero_of
from domain.games.agemonia.campaign.vitality import StaminaSpent, too_little_stamina
from domain.games.agemonia.console.initiative import (
    NO_TURNS,
    EnemyActions,
    InitiativeId,
    Slots,
    Symbols,
    actors_tied,
    heroes_to_place,
    heroes_undecided,
    initiative_deck,
    initiative_of,
    initiative_plan,
    is_round_over,
    not_begun,
    not_in_rounds,
    not_revealed,
    remember_card,
    shuffle_due,
    turn_order,
    turns_left,
    without_symbol,
)
from domain.games.agemonia.console.preparing import actions_to_select, likely_actions, not_selectable, slot_for
from domain.games.agemonia.figures import ActionId, ActorId, SymbolId, action_called, at_turn, id_of
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import PERIODS, HeroTurn, InitiativeCard, Special
from domain.games.agemonia.state.table import Agemonia

# === Rounds: secret actions, the initiative card, the order of turns, the fate card (游戏玩法) ===

SCENARIO_OVER = refusal("scenario-over", "The scenario has its result: {code}.", rule=sections.SCENARIO_END)
FATE_FIRST = refusal("fate-first", "A timer is running: reveal the fate card first.", rule=sections.DISCARD_FATE)
ROUND_UNDER_WAY = never("round-under-way", "Fight round {n} is not over yet.")
NOT_SELECTING = refusal(
    "not-selecting", "Actions are selected at the start of the round.", rule=sections.SELECT_ACTIONS
)
HERO_EXHAUSTED = never(
    "hero-exhausted", "Exhausted heroes do not select actions.", rule=sections.EXHAUSTED, areas=("vitality",)
)
SKILL_NOT_OWNED = never("skill-not-owned", "{hero} does not have that skill.")
TACTICS_NOW = refusal(
    "tactics-now", "Tactics is used after selecting and before the initiative card.", rule=sections.SELECT_ACTIONS
)
TURN_TAKEN = never("turn-taken", "This figure has no turn left in this round.", rule=sections.SPECIAL_INITIATIVE)
NO_SHUFFLE_SYMBOL = refusal(
    "no-shuffle-symbol", "The last card shows no shuffle symbol.", rule=sections.REVEAL_INITIATIVE
)
NO_TIE = refusal("no-tie", "They do not act at the same time: there is no tie to decide.", rule=sections.TURN_ORDER)
HAS_ACTED = refusal(
    "has-acted",
    "{hero} has already begun the turn: special initiative comes before that.",
    rule=sections.SPECIAL_INITIATIVE,
)
LAST_WINS = refusal(
    "last-wins", "{hero} acts last this round, whatever else applies.", rule=sections.SPECIAL_INITIATIVE
)
SYMBOL_KNOWN = never("symbol-known", "The place of {hero} in the order is known.", rule=sections.REVEAL_INITIATIVE)
NOT_IN_ORDER = never("not-in-order", "Only figures that act this round have a place in the order.")

TACTICS = "tactics"
PRINTED_ON_INITIATIVE = ("card", "order", "actions", "bonus", "snake", "horn", "shuffle")
"""The fields of an initiative card, in view in its form; a card whose number is named keeps them."""


class RoundEvent(AgemoniaEvent):
    heading = "Fight rounds"


class RoundStarted(RoundEvent):
    title = "Begin a fight round"
    help_text = "A new round: every hero who is not exhausted selects an action."
    sentence = "Fight round {round} began"
    during = ("tutorial", "scenario")
    log = LogRole(starts_round=True)
    round: Annotated[int | None, Field(ge=1, le=999), Settled()] = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        scene = table.scene
        if not scene.phase:
            must = table.plays_rounds or not table.no_rounds or bool(scene.round)
            yield Offer(text("Fight round {n}: select actions", n=scene.round + 1), required=must)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.phase:
            yield ROUND_UNDER_WAY(n=table.scene.round)
        if table.running and table.running.result:
            yield SCENARIO_OVER(code=table.running.result)
        yield from not_begun(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.round else self.copy_with(round=table.scene.round + 1)

    def apply(self, table: Agemonia) -> None:
        for hero in table.heroes:
            table.scene.turn_of(hero)
        PERIODS.end(table.scene, "round")
        table.plays_rounds = True
        table.scene.round, table.scene.phase = self.round or 1, "select"


class HeroActionSelected(RoundEvent):
    """Select an action.

    A token that is in no slot goes into an open one, and stays there until the scenario ends (开放行动插槽).
    """

    title = "Select an action"
    help_text = "Select an action for this round, face down. No one sees it until the initiative card is revealed."
    sentence = "{hero} selected an action[: {action}]"
    secrets = Secrets(("action", "symbol", "slot"), of="hero")
    offer = Offer(text("{hero} selects an action"), required=True, keypad="action", each=("hero", heroes_undecided))
    hero: HeroId
    action: Annotated[
        Line, Choice("actions", actions_to_select, free=True, given=("hero",), likely=likely_actions, beside=("hero",))
    ]
    symbol: SymbolId | None = Field(default=None, title="which initiative symbol")
    slot: Annotated[Remark | None, Settled()] = Field(default=None, title="open slot")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.phase != "select":
            yield NOT_SELECTING()
        if hero_of(table, self.hero).exhausted:
            yield HERO_EXHAUSTED()
        yield from not_selectable(table, self.hero, self.action)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        slot = slot_for(table, self.hero, self.action)
        action = id_of(table, "actions", self.action)
        return self.copy_with(action=action, symbol=self.symbol or self._known_symbol(table), slot=slot)

    def _known_symbol(self, table: Agemonia) -> str | None:
        shown = hero_of(table, self.hero).symbols
        action = id_of(table, "actions", self.action)
        known = action_called(table, action).symbol or shown.get(action, "")
        return known if known in table.ids("symbols") else None

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.chosen, turn.action = True, self.action
        turn.symbol = turn.printed = self.symbol or ""


class InitiativeChangedByTactics(RoundEvent):
    title = "Use tactics"
    help_text = "Tactics: after selecting but before the card, spend 1 stamina to act on any ally symbol."
    sentence = "{hero} took the initiative {symbol}"
    hero: HeroId
    symbol: SymbolId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if TACTICS not in hero_of(table, self.hero).skills:
            yield SKILL_NOT_OWNED(hero=self._name(table))
        if table.scene.phase != "select" or self.hero in heroes_undecided(table):
            yield TACTICS_NOW()
        yield from too_little_stamina(table, self.hero, self._cost(table))

    def _name(self, table: Agemonia) -> object:
        return table.called("heroes", self.hero)

    def _cost(self, table: Agemonia) -> int:
        return Skill.of(table, TACTICS).stamina

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).symbol = self.symbol

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if cost := self._cost(table):
            yield StaminaSpent(hero=self.hero, amount=cost, purpose="tactics")


class SpecialInitiativeDeclared(RoundEvent):
    # In the rulebook under 特殊先攻.
    title = "Act out of the order"
    help_text = "A hero acts first, last or after any ally this round, and gives up the card's bonus maneuver."
    sentence = "{hero} acted out of order: {kind}[ ({source})]"
    hero: HeroId
    kind: Special
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_in_rounds(table)
        if self.hero in table.scene.done:
            yield TURN_TAKEN()
        turn = table.scene.heroes.get(self.hero) or HeroTurn()
        if turn.did or turn.used or turn.attacks:
            yield HAS_ACTED(hero=table.called("heroes", self.hero))
        if turn.special == "last" and self.kind != "last":
            yield LAST_WINS(hero=table.called("heroes", self.hero))

    def apply(self, table: Agemonia) -> None:
        """Move the hero to the front or the end of the order, and take away the bonus of its symbol."""
        scene, turn = table.scene, table.scene.turn_of(self.hero)
        if scene.phase == "turns":
            others = [actor for actor in scene.order if actor != self.hero]
            scene.order = [self.hero, *others] if self.kind == "first" else [*others, self.hero]
            if scene.initiative and turn.symbol in scene.initiative.bonus and not turn.special:
                turn.maneuvers = max(1, turn.maneuvers - 1)
        turn.special = self.kind


class InitiativeCardRevealed(RoundEvent):
    """Reveal the initiative card.

    It is drawn here if the app keeps the deck, or entered by hand. Enemy actions have the symbol as their name:
    `red = claw`.
    """

    title = "Reveal the initiative card"
    help_text = "Reveal the top initiative card: it shows who acts when, and who gets a bonus."
    sentence = "Revealed the initiative card[ {card}][: {order}]"
    log = LogRole(confirm_undo="revealed")
    layout = Layout(usual=PRINTED_ON_INITIATIVE, no_choice=PRINTED_ON_INITIATIVE)
    card: InitiativeId | None = None
    order: Slots = ()
    bonus: Symbols = Field(default=(), title="who gets a bonus maneuver")
    actions: EnemyActions = Field(default_factory=dict)
    snake: Symbols = Field(default=(), title="who gets the snake")
    horn: Symbols = Field(default=(), title="who gets the horn")
    shuffle: bool = Field(default=False, title="shuffle after this round")
    turns: Annotated[tuple[str, ...], Field(max_length=60), Choice("actors"), Settled()] = ()
    granted: Annotated[tuple[str, ...], Field(max_length=20), Choice("actors"), Settled()] = Field(
        default=(), title="with a bonus maneuver"
    )

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Drawn here if the app keeps the deck; named by its number if a card is known; else typed in."""
        if table.scene.phase == "select" and not heroes_undecided(table):
            drawable, known = initiative_deck(table).drawable, any(True for _ in table.ids("initiative-cards"))
            yield Offer(required=True, also_required=() if drawable else ("card",) if known else ("order",))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_revealed(table, self.as_card())

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        card = self.as_card()
        if not (card.card or card.order):
            card.card = next(iter(initiative_deck(table).draw(1, chance).cards), "")
        return self.copy_with(**initiative_plan(table, card).outcome)

    def as_card(self) -> InitiativeCard:
        return InitiativeCard(
            card=self.card or "",
            order=list(self.order),
            actions=dict(self.actions),
            bonus=list(self.bonus),
            snake=list(self.snake),
            horn=list(self.horn),
            shuffle=self.shuffle,
        )

    def apply(self, table: Agemonia) -> None:
        scene = table.scene
        if scene.initiative and (scene.initiative.shuffle or self.card in scene.initiative_drawn):
            scene.initiative_drawn = []
        scene.initiative, scene.phase, scene.order = self.as_card(), "turns", list(self.turns)
        scene.agreed = []
        if self.card:
            scene.initiative_drawn.append(self.card)
        for actor in self.granted:
            acts = scene.allies.get(actor) or scene.turn_of(actor)
            acts.maneuvers += 1

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        chosen = {hero: turn for hero, turn in table.scene.heroes.items() if turn.chosen}
        for hero, turn in chosen.items():
            symbols = {"symbol": turn.symbol or None, "printed": turn.printed or None}
            yield HeroActionRevealed(hero=hero, action=turn.action, **symbols)
        for hero, turn in chosen.items():
            if slot := slot_for(table, hero, turn.action):
                yield OpenSlotFilled(hero=hero, slot=slot, token=turn.action)
        yield from remember_card(table, self.as_card())


class HeroActionRevealed(RoundEvent):
    help_text = "Flip the marker: everyone sees the action the hero selected."
    sentence = "{hero} selected {action}[ ({symbol})]"
    automatic = True
    hero: HeroId
    action: ActionId
    symbol: SymbolId | None = None
    printed: SymbolId | None = Field(default=None, title="which symbol does the action have")

    def apply(self, table: Agemonia) -> None:
        if self.printed:
            hero_of(table, self.hero).symbols[self.action] = self.printed


class ActionSymbolNamed(RoundEvent):
    """Names the initiative symbol of a revealed action that nobody knew. The order follows; the symbol is kept."""

    # In the rulebook under 2. 揭示先攻卡.
    title = "Name an action's initiative symbol"
    help_text = "The symbol of a revealed action decides when its hero acts; it is known from then on."
    sentence = "{hero}'s action has the symbol {symbol}"
    hero: HeroId
    symbol: SymbolId
    turns: Annotated[tuple[str, ...], Field(max_length=60), Choice("actors"), Settled()] = ()
    bonus: Annotated[bool, Settled()] = Field(default=False, title="with a bonus maneuver")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for hero in heroes_to_place(table):
            action = table.called("actions", table.scene.turn_of(hero).action)
            words = text("{hero}: which initiative symbol does {action} show?", action=action)
            yield Offer(words, {"hero": hero}, required=True, keypad="symbol")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.hero not in heroes_to_place(table):
            yield SYMBOL_KNOWN(hero=table.called("heroes", self.hero))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        card = table.scene.initiative or InitiativeCard()
        turns = turn_order(table, card, {self.hero: self.symbol})
        return self.copy_with(turns=tuple(turns), bonus=self.symbol in card.bonus)

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.symbol = turn.printed = self.symbol
        turn.maneuvers += self.bonus
        table.scene.order = list(self.turns)
        hero_of(table, self.hero).symbols[turn.action] = self.symbol


class OpenSlotFilled(RoundEvent):
    # In the rulebook under 开放行动插槽.
    help_text = "Put a token into an open slot; it stays there until the scenario ends."
    sentence = "{hero} put {token} into an open slot"
    automatic = True
    hero: HeroId
    slot: Line
    token: ActionId

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).opened[self.slot] = self.token


class InitiativeDeckReshuffled(RoundEvent):
    title = "Shuffle the initiative deck"
    help_text = "Shuffle all initiative cards back into the deck."
    sentence = "The initiative deck was shuffled[. {reason}]"
    reason: Occasion = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The shuffle before the card of the next round, unless the app keeps the deck and shuffles it by itself."""
        scene = table.scene
        due = scene.phase == "select" and shuffle_due(table) and not scene.reshuffled
        if due and not heroes_undecided(table) and not initiative_deck(table).drawable:
            yield Offer(text("Shuffle all initiative cards: the last one shows the shuffle mark"), required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not shuffle_due(table) and initiative_deck(table):
            yield NO_SHUFFLE_SYMBOL()

    def apply(self, table: Agemonia) -> None:
        table.scene.initiative_drawn, table.scene.reshuffled = [], True


def choice_of_order(table: Agemonia) -> list[str]:
    """The actors that the table puts in order: those with the initiative at turn, or all if a hero has no symbol."""
    scene = table.scene
    unknown = without_symbol(table) and len(scene.order) > 1 and not (scene.done or scene.active)
    return scene.order if unknown else actors_tied(table)


class TurnOrderTieDecided(RoundEvent):
    title = "Decide who acts first"
    help_text = "Figures share a symbol: the table decides who goes first."
    sentence = "Turn order: {actors}"
    actors: Annotated[
        tuple[ActorId, ...], Field(min_length=2, max_length=60), KeepsOrder(), Field(title="who goes in which order")
    ]

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if at_turn(table) and (actors := choice_of_order(table)):
            yield Offer(text("Who acts first: {actors}?"), {"actors": actors}, opens_form=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        order = table.scene.order
        if table.scene.phase != "turns":
            yield NO_TURNS()
        elif any(actor not in order for actor in self.actors):
            yield NOT_IN_ORDER()
        elif not self._tied(table):
            yield NO_TIE()

    def _tied(self, table: Agemonia) -> bool:
        """Whether the actors share one initiative, or those of different initiatives keep their order."""
        order, known = table.scene.order, [actor for actor in self.actors if initiative_of(table, actor)]
        among = {initiative_of(table, actor) for actor in known}
        return len(among) <= 1 or known == sorted(known, key=order.index)

    def apply(self, table: Agemonia) -> None:
        """Put the named actors into the places that they had, in the new order."""
        named_ones = [actor for actor in self.actors if actor in table.scene.order]
        rest = iter(dict.fromkeys(named_ones))
        table.scene.order = [next(rest, actor) if actor in named_ones else actor for actor in table.scene.order]
        table.scene.agreed = list(dict.fromkeys((*table.scene.agreed, *named_ones)))


class RoundEnded(RoundEvent):
    title = "End the fight round"
    help_text = "The round is over and the next begins; effects that last one round end."
    sentence = "Fight round {round} ended"
    ends = "round"
    offer = Offer(text("End the round without a fate card"), when=is_round_over)
    round: Annotated[int | None, Field(ge=0, le=999), Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_in_rounds(table)
        yield from turns_left(table)
        if table.scene.timers and table.scene.phase == "turns":
            yield FATE_FIRST()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.round is not None else self.copy_with(round=table.scene.round)

    def apply(self, table: Agemonia) -> None:
        table.scene.phase, table.scene.active = "", ""

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield RoundStarted(round=(self.round or 0) + 1)

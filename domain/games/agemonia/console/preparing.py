"""Preparing a scenario: action slots and the tokens in them, the scenario's counters, tokens on the map."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Sets
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole
from domain.framework.events.marks import MOST_COUNTED, Amount, Count, Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, has_rounds, hero_of, is_setting_up
from domain.games.agemonia.figures import action_called, actions_by_id, all_figures, clamped_to, id_of, owned_actions
from domain.games.agemonia.state.kinds import HeroBoard
from domain.games.agemonia.state.scenario import HeroTurn, Scene, Token
from domain.games.agemonia.state.table import Agemonia

# === Action slots: the actions that a hero may select, and those that need an open slot (行动插槽)

NOT_IN_SLOT = refusal("not-in-slot", "That action is not in one of your slots.", rule=sections.SELECT_ACTIONS)
SLOTS_FULL = refusal("slots-full", "Every open slot is filled for this scenario.", rule=sections.OPEN_ACTION_SLOTS)


def free_slots(table: Agemonia, hero: str) -> list[str]:
    """The open slots of a hero without a token, and those of an unknown kind."""
    turn = table.scene.heroes.get(hero) or HeroTurn()
    return [slot for slot, kind in hero_of(table, hero).slots.items() if kind != "normal" and slot not in turn.opened]


def is_printed(table: Agemonia, action: str) -> bool:
    """Whether an action is printed on every hero board, so that no token is needed."""
    return action_called(table, action).printed


def printed_actions(table: Agemonia) -> list[str]:
    """The actions that every hero may select without a token."""
    return [action for action in table.ids("actions") if is_printed(table, action)]


def within_reach(table: Agemonia, hero: str) -> list[str]:
    """The actions available to a hero: those of its slots, its tokens, those it took before, and the printed ones."""
    turn, owned = table.scene.heroes.get(hero) or HeroTurn(), hero_of(table, hero).tokens
    taken = () if turn.slotted else hero_of(table, hero).symbols
    tokens = actions_by_id(table, (*(turn.slotted or owned), *turn.opened.values(), *owned, *taken))
    return list(dict.fromkeys((*tokens, *printed_actions(table))))


def actions_to_select(table: Agemonia, hero: str) -> list[str]:
    """The actions offered to a hero: those within its reach, then those that no other hero owns."""
    others = {
        token for id_, other in table.heroes.items() if id_ != hero for token in actions_by_id(table, other.tokens)
    }
    nobodys = [action for action in table.ids("actions") if action not in others]
    return list(dict.fromkeys((*within_reach(table, hero), *nobodys)))


def likely_actions(table: Agemonia, hero: str | None) -> list[list[str]]:
    """The likely actions of a hero: those within its reach."""
    return [within_reach(table, hero)] if hero in table.heroes else []


def in_no_slot(table: Agemonia, hero: str, action: str) -> bool:
    """Whether an action's token is in no slot yet; False if slots are not tracked."""
    turn = table.scene.heroes.get(hero) or HeroTurn()
    if not turn.slotted or is_printed(table, action):
        return False
    return id_of(table, "actions", action) not in actions_by_id(table, (*turn.slotted, *turn.opened.values()))


def slot_for(table: Agemonia, hero: str, action: str) -> str | None:
    """The open slot that the token of a selected action goes into; None if it needs none or none is free."""
    return next(iter(free_slots(table, hero)), None) if in_no_slot(table, hero, action) else None


def not_selectable(table: Agemonia, hero: str, action: str) -> Iterator[Refused]:
    """The refusals of selecting an action: its token was not brought, and the hero has no open slot free for it."""
    if in_no_slot(table, hero, action):
        state = hero_of(table, hero)
        owned = id_of(table, "actions", action) in actions_by_id(table, state.tokens)
        if not owned or all(kind == "normal" for kind in state.slots.values()):
            yield NOT_IN_SLOT()
        elif not free_slots(table, hero):
            yield SLOTS_FULL()


# === Preparing a scenario: tokens in slots, the scenario's counters, tokens on the map (场景设置)

TOKEN_NOT_OWNED = never(
    "token-not-owned", "The hero does not own these tokens: {tokens}.", rule=sections.UNLOCKING_SLOTS
)
OPEN_SLOTS_EMPTY = refusal(
    "open-slots-empty", "Open slots stay empty at setup: {n|token|tokens} at most.", rule=sections.OPEN_ACTION_SLOTS
)
SLOTS_FILLED = refusal(
    "slots-filled", "The slots of {hero} are filled for this scenario.", rule=sections.SCENARIO_SETUP
)
COUNTER_AT_ITS_END = never("counter-at-its-end", "{counter} is already at {value}.")
DECKS_IN_USE = refusal(
    "decks-in-use", "The decks are in use: they are shuffled before the first round.", rule=sections.SCENARIO_SETUP
)
SUMMONED_NOW = never(
    "summoned-now", "This ally was summoned this round, so it cannot move or attack.", rule=sections.SUMMONING
)

Name = Annotated[Line, Field(max_length=60)]
CounterHere = Annotated[Line, Field(max_length=60), Choice("counters", lambda table: table.scene.counters, free=True)]
TokenHere = Annotated[str, Choice("map-tokens", lambda table: table.scene.tokens)]


class PreparationEvent(AgemoniaEvent):
    heading = "Setting up"


class SceneCleared(PreparationEvent):
    title = "Clear the table"
    help_text = "Clear away the scenario, if you only track scenarios here and not the campaign."
    sentence = "The table was cleared for another scenario"
    log = LogRole(bookkeeping=True, confirm_undo="scenario")

    def apply(self, table: Agemonia) -> None:
        table.scene = Scene()


class OnceAgreed(PreparationEvent):
    # In the rulebook under 更改您的有效物品卡.
    title = "Agree what “once” means"
    help_text = "How your table reads “once”: swapping active items and using skills once a round, or once a turn."
    sentence = "Agreed: active items change for free, and skills work, once per {per}"
    per: Annotated[Literal["round", "turn"], Field(title="once per what")]

    def apply(self, table: Agemonia) -> None:
        table.once_a = self.per


class ScenarioDecksPrepared(PreparationEvent):
    """Shuffle the decks of the scenario, without the cards that heroes hold."""

    # In the rulebook under 场景设置.
    title = "Shuffle the decks of the scenario"
    help_text = "Shuffle the initiative, fate and injury decks, leaving out injuries that heroes have."
    sentence = "The decks were shuffled[. Not among the injuries: {held}]"
    offer = Offer(
        when=lambda table: is_setting_up(table) and has_rounds(table) and not table.scene.shuffled,
    )
    held: Annotated[tuple[str, ...], Field(max_length=60, title="injuries held"), Choice("injuries"), Settled()] = ()

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.round:
            yield DECKS_IN_USE()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(held=tuple(injury for hero in table.everybody() for injury in hero.injuries))

    def apply(self, table: Agemonia) -> None:
        table.scene.initiative_drawn, table.scene.fate, table.scene.shuffled = [], [], True


def own_tokens(table: Agemonia, hero: str | None) -> list[list[str]]:
    """The likely tokens of a hero: those that it owns."""
    return [list(actions_by_id(table, table.heroes[hero].tokens))] if hero in table.heroes else []


class ActionTokensAssigned(PreparationEvent):
    # In the rulebook under 行动插槽.
    title = "Choose action tokens to bring"
    help_text = "Choose the action tokens a hero brings. Open slots stay empty until you fill them during a round."
    sentence = "{hero} brought {tokens}"
    hero: HeroId
    tokens: Annotated[
        tuple[Annotated[Line, Choice("actions", owned_actions, free=True, likely=own_tokens, beside=("hero",))], ...],
        Field(min_length=1, max_length=12),
    ]
    learned: Annotated[
        tuple[Annotated[str, Choice("actions", free=True)], ...], Settled(), Field(title="tokens not known before")
    ] = ()

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Tokens for the slots of each hero that owns some and has brought none."""
        for id_, hero in table.heroes.items() if is_setting_up(table) else ():
            turn = table.scene.heroes.get(id_) or HeroTurn()
            if not turn.slotted:
                title = text("{hero}: choose action tokens to bring")
                yield Offer(title, {"hero": id_}, required=bool(hero.tokens))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        hero, scene = hero_of(table, self.hero), table.scene
        if scene.round and self.hero in scene.heroes and scene.heroes[self.hero].slotted:
            yield SLOTS_FILLED(hero=table.called("heroes", self.hero))
        others = {
            token
            for id_, other in table.heroes.items()
            if id_ != self.hero
            for token in actions_by_id(table, other.tokens)
        } - {*actions_by_id(table, hero.tokens)}
        foreign = [one for one in self.tokens if id_of(table, "actions", one) in others]
        if foreign:
            names = tuple(table.called("actions", token) for token in foreign)
            yield TOKEN_NOT_OWNED(tokens=names)
        base = HeroBoard.of(table, self.hero).slots
        more = sum(kind != "open" for kind in hero.slots.values())
        if base is not None and len(self.tokens) > base + more:
            yield OPEN_SLOTS_EMPTY(n=base + more)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        tokens, owned = actions_by_id(table, self.tokens), actions_by_id(table, hero_of(table, self.hero).tokens)
        # Nobody has to type the tokens of level 1 before: they are known once they are brought.
        learned = tuple(one for one in dict.fromkeys(tokens) if one not in owned and not is_printed(table, one))
        return self.copy_with(tokens=tuple(tokens), learned=learned)

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).slotted = list(dict.fromkeys(self.tokens))
        hero_of(table, self.hero).tokens += self.learned


# --- counters, tokens ------------------------------------------------------------------------


class ScenarioCounterSet(NumbersMoved[Agemonia], PreparationEvent):
    title = "Set a counter"
    help_text = "Set one of the scenario's own numbers: points, prisoners, doors."
    sentence = "{counter}: {value}[. {reason}]"
    counter: CounterHere
    value: Annotated[Count, Sets("scene.counters.{counter}")]
    reason: Occasion = ""


class ScenarioCounterChanged(PreparationEvent):
    title = "Change a counter"
    help_text = "One of the scenario's own numbers goes up or down, never below zero."
    sentence = "{counter}: now {value}"
    counter: CounterHere
    amount: Annotated[Amount, Merged(), MovesNumber("scene.counters.{counter}")] = 1
    down: bool = False
    value: Annotated[Count | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self._after(table) == self._before(table):
            yield COUNTER_AT_ITS_END(counter=self.counter, value=self._before(table))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        value = self._after(table)
        return self.copy_with(amount=abs(value - self._before(table)), value=value)

    def _before(self, table: Agemonia) -> int:
        return table.scene.counters.get(self.counter, 0)

    def _after(self, table: Agemonia) -> int:
        now = self._before(table)
        return clamped_to(now - self.amount if self.down else now + self.amount, MOST_COUNTED)

    def apply(self, table: Agemonia) -> None:
        table.scene.counters[self.counter] = self._after(table)


class TokenPlaced(PreparationEvent):
    # In the rulebook under 标记.
    title = "Place a token"
    help_text = "Put a token on an area, a figure or a card. One of the same name moves there."
    sentence = "{token} ({kind}): {where}"
    token: Name
    kind: Literal["marker", "teleport", "summoned", "counter"] = "marker"
    where: Annotated[Line, Choice("figures", all_figures, free=True), Field(title="where")]
    value: Annotated[int, Field(ge=0, le=99)] = 0
    active: bool = True
    source: Annotated[Occasion, Choice("actions", free=True)] = Field(default="", title="what put it there")

    def apply(self, table: Agemonia) -> None:
        table.scene.tokens[self.token] = Token(
            kind=self.kind,
            where=self.where,
            value=self.value,
            active=self.active,
            source=self.source,
            placed=table.scene.round,
        )


class TokenRemoved(PreparationEvent):
    title = "Remove a token"
    help_text = "A token goes back to its owner or into the box."
    sentence = "{token} was taken away"
    token: TokenHere

    def apply(self, table: Agemonia) -> None:
        table.scene.tokens.pop(self.token, None)


class TeleportTokenFlipped(PreparationEvent):
    # In the rulebook under 传送指示物.
    title = "Turn a teleport token"
    help_text = "Flip a teleport token to its active or inactive side."
    sentence = "{token} was turned; active: {active}"
    token: TokenHere
    active: Annotated[bool | None, Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        token = table.scene.tokens.get(self.token)
        return self.copy_with(active=not (token and token.active))

    def apply(self, table: Agemonia) -> None:
        if token := table.scene.tokens.get(self.token):
            token.active = bool(self.active)


class SummonedTokenActed(PreparationEvent):
    # In the rulebook under 召唤.
    title = "Act with a summoned token"
    help_text = "A summoned token can move or attack from the round after it appeared."
    sentence = "{token}: {what}"
    token: TokenHere
    what: Annotated[Literal["moves", "attacks"], Field(title="what does it do")]
    where: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        token = table.scene.tokens[self.token]
        if table.scene.round and token.placed == table.scene.round:
            yield SUMMONED_NOW()

    def apply(self, table: Agemonia) -> None:
        if (token := table.scene.tokens.get(self.token)) and self.where:
            token.where = self.where

"""Rounds: actions selected in secret, the initiative card, the order of turns, the fate card (游戏玩法)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Choice, Event, InOrder, Line, Occasion, Remark, Settled
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, hero_of
from domain.games.agemonia.campaign.vitality import StaminaSpent, too_little_stamina
from domain.games.agemonia.console.rounds.order import turn_order, undecided, waiting
from domain.games.agemonia.figures import ActionId, ActorId, SymbolId, actions_by_id, id_of, named, slots_of_cards
from domain.games.agemonia.state.scenario import HeroTurn, InitiativeCard, Special
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused, never, refusal

NO_ROUND = never("no-round", "Begin round 1 first.", rule=sections.GAMEPLAY)
PHASE_UNFINISHED = refusal("phase-unfinished", "Reveal the initiative card first.", rule=sections.DISCARD_FATE)
TURNS_LEFT = refusal("turns-left", "These have yet to act: {figures}.", rule=sections.DISCARD_FATE)
ROUND_UNDER_WAY = never("round-under-way", "Round {n} is not over yet.")
NOT_SELECTING = refusal(
    "not-selecting", "Actions are selected at the start of the round.", rule=sections.SELECT_ACTIONS
)
HERO_EXHAUSTED = never("hero-exhausted", "Exhausted heroes do not select actions.", rule=sections.EXHAUSTED)
NOT_IN_SLOT = refusal("not-in-slot", "That action is not in one of your slots.", rule=sections.SELECT_ACTIONS)
SLOTS_FULL = refusal("slots-full", "Every open slot is filled for this scenario.", rule=sections.OPEN_ACTION_SLOTS)
SKILL_NOT_OWNED = never("skill-not-owned", "{hero} does not have that skill.")
TACTICS_NOW = refusal(
    "tactics-now", "Tactics is used after selecting and before the initiative card.", rule=sections.SELECT_ACTIONS
)
TURN_TAKEN = never("turn-taken", "This figure already took its turn.", rule=sections.SPECIAL_INITIATIVE)
CARD_REVEALED = refusal(
    "card-revealed", "The initiative card of this round is already revealed.", rule=sections.REVEAL_INITIATIVE
)
SELECT_FIRST = refusal(
    "select-first", "Not every hero has selected an action: {heroes}.", rule=sections.REVEAL_INITIATIVE
)
NO_DECK = never(
    "no-deck",
    "Say what the card shows, or type in the initiative cards once; then one is drawn here.",
    rule=sections.REVEAL_INITIATIVE,
)
NO_SHUFFLE_SYMBOL = refusal(
    "no-shuffle-symbol", "The last card shows no shuffle symbol.", rule=sections.REVEAL_INITIATIVE
)
NO_TURNS = refusal("no-turns", "Reveal the initiative card first.", rule=sections.REVEAL_INITIATIVE)
NOT_IN_ORDER = never("not-in-order", "Only who acts this round has a place in the order.")

TACTICS = "tactics"
InitiativeId = Annotated[Line, Choice("initiative-cards", free=True)]
Slots = Annotated[
    tuple[Annotated[str, Choice("initiative", slots_of_cards)], ...],
    Field(max_length=20, title="order, top to bottom"),
    InOrder(),
]
Symbols = Annotated[tuple[SymbolId, ...], Field(max_length=12)]


def not_in_rounds(table: Agemonia) -> Iterator[Refused]:
    if not table.scene.round:
        yield NO_ROUND()


class RoundEvent(AgemoniaEvent):
    area_of_play = "Rounds"


class RoundStarted(RoundEvent):
    help_text = "A round begins: every hero that is not exhausted selects an action."
    says = "Round {round} begins"
    round: Annotated[int | None, Field(ge=1, le=999), Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.phase:
            yield ROUND_UNDER_WAY(n=table.scene.round)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.round else self.but(round=table.scene.round + 1)

    def apply(self, table: Agemonia) -> None:
        scene = table.scene
        scene.round, scene.phase = self.round or 1, "select"
        scene.order, scene.done, scene.active = [], [], ""
        for hero in table.heroes:
            scene.turn_of(hero).round_over()
        for ally in scene.allies.values():
            ally.did, ally.maneuvers = [], 1


def free_slots(table: Agemonia, hero: str) -> list[str]:
    """Open slots that hold no token yet."""
    turn = table.scene.heroes.get(hero) or HeroTurn()
    return [slot for slot, kind in hero_of(table, hero).slots.items() if kind == "open" and slot not in turn.opened]


def printed(table: Agemonia, action: str) -> bool:
    """Whether an action is printed on every hero board, so that no token is needed."""
    return bool(named(table, "actions", action).get("printed"))


def in_slot(table: Agemonia, hero: str, action: str) -> bool:
    """Whether an action's token is in one of a hero's slots."""
    turn = table.scene.heroes.get(hero) or HeroTurn()
    return id_of(table, "actions", action) in actions_by_id(table, (*turn.slotted, *turn.opened.values()))


class HeroActionSelected(RoundEvent):
    """A token that is in no slot goes into an open one, and stays there until the scenario ends (开放行动插槽)."""

    help_text = (
        "A hero selects its action for the round, face down: nobody else sees it until the initiative card is revealed."
    )
    says = "{hero} selected an action[: {action}]"
    secret = ("action", "symbol", "slot")
    secret_of = "hero"
    hero: HeroId
    action: ActionId
    symbol: SymbolId | None = Field(default=None, title="initiative symbol")
    slot: Annotated[Remark | None, Settled()] = Field(default=None, title="open slot")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        scene, hero = table.scene, hero_of(table, self.hero)
        if scene.phase != "select":
            yield NOT_SELECTING()
        if hero.exhausted:
            yield HERO_EXHAUSTED()
        slotted = (scene.heroes.get(self.hero) or HeroTurn()).slotted
        if slotted and not printed(table, self.action) and not in_slot(table, self.hero, self.action):
            if id_of(table, "actions", self.action) not in actions_by_id(table, hero.tokens):
                yield NOT_IN_SLOT()
            elif not free_slots(table, self.hero):
                yield SLOTS_FULL()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        turn = table.scene.heroes.get(self.hero) or HeroTurn()
        new = bool(turn.slotted) and not printed(table, self.action) and not in_slot(table, self.hero, self.action)
        slot = next(iter(free_slots(table, self.hero)), None) if new else None
        action = id_of(table, "actions", self.action)
        return self.but(action=action, symbol=self.symbol or self._known_symbol(table), slot=slot)

    def _known_symbol(self, table: Agemonia) -> str | None:
        shown = hero_of(table, self.hero).symbols
        action = id_of(table, "actions", self.action)
        known = named(table, "actions", action).get("symbol") or shown.get(action)
        return known if isinstance(known, str) and known in table.ids("symbols") else None

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.chosen, turn.action = True, self.action
        turn.symbol = turn.printed = self.symbol or ""


class InitiativeChangedByTactics(RoundEvent):
    help_text = "Tactics: after selecting and before the card, 1 stamina for the initiative of any ally symbol."
    says = "{hero} takes the initiative {symbol}"
    hero: HeroId
    symbol: SymbolId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if TACTICS not in hero_of(table, self.hero).skills:
            yield SKILL_NOT_OWNED(hero=self._name(table))
        if table.scene.phase != "select" or self.hero in undecided(table):
            yield TACTICS_NOW()
        yield from too_little_stamina(table, self.hero, self._cost(table))

    def _name(self, table: Agemonia) -> object:
        return table.called("heroes", self.hero)

    def _cost(self, table: Agemonia) -> int:
        return table.number("skills", TACTICS, "stamina")

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).symbol = self.symbol

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if cost := self._cost(table):
            yield StaminaSpent(hero=self.hero, amount=cost, purpose="tactics")


class SpecialInitiativeDeclared(RoundEvent):
    help_text = (
        "A hero acts first, last, or after any ally this round, and gets no bonus maneuver from the card (特殊先攻)."
    )
    says = "{hero} acts out of the order: {kind}[ ({source})]"
    hero: HeroId
    kind: Special
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_in_rounds(table)
        if self.hero in table.scene.done:
            yield TURN_TAKEN()

    def apply(self, table: Agemonia) -> None:
        """The hero leaves its place in the order, and gives back what the card gave it for that place."""
        scene, turn = table.scene, table.scene.turn_of(self.hero)
        if scene.phase == "turns":
            others = [actor for actor in scene.order if actor != self.hero]
            scene.order = [self.hero, *others] if self.kind == "first" else [*others, self.hero]
            if scene.initiative and turn.symbol in scene.initiative.bonus and not turn.special:
                turn.maneuvers = max(1, turn.maneuvers - 1)
        turn.special = self.kind


def deck(table: Agemonia) -> list[str]:
    """The initiative cards that the table typed in and that are still in the deck."""
    return [card for card in table.ids("initiative-cards") if card not in table.scene.initiative_drawn]


def shuffle_due(table: Agemonia) -> bool:
    card = table.scene.initiative
    return bool(card and card.shuffle)


class InitiativeCardRevealed(RoundEvent):
    """Drawn here from the deck that the table typed in once, or entered as it lies there. Enemy actions are named by
    their symbol, as `red = claw`.
    """

    help_text = "The top initiative card is revealed: it says who acts when, and who gets what besides."
    says = "Initiative card[ {card}][: {order}]"
    card: InitiativeId | None = None
    order: Slots = ()
    bonus: Symbols = Field(default=(), title="bonus maneuvers")
    actions: Annotated[
        Mapping[str, Annotated[str, Field(max_length=40)]], Field(max_length=12, title="enemy actions")
    ] = Field(default_factory=dict)
    snake: Symbols = ()
    horn: Symbols = ()
    shuffle: bool = Field(default=False, title="shuffle after this round")
    turns: Annotated[tuple[str, ...], Field(max_length=60), Choice("actors"), Settled()] = ()
    granted: Annotated[tuple[str, ...], Field(max_length=20), Choice("actors"), Settled()] = Field(
        default=(), title="with a bonus maneuver"
    )

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_in_rounds(table)
        if table.scene.phase == "turns":
            yield CARD_REVEALED()
        if left := undecided(table):
            names = tuple(table.called("heroes", hero) for hero in left)
            yield SELECT_FIRST(heroes=names)
        if self.card is None and not self.order and not self._pile(table):
            yield NO_DECK()

    def _pile(self, table: Agemonia) -> Sequence[str]:
        left = deck(table)
        return list(table.ids("initiative-cards")) if shuffle_due(table) or not left else left

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        card = self.card
        if card is None and not self.order:
            card = chance.draw(self._pile(table))
        filled = self.but(card=card, **self._printed(table, card))
        shown = filled.as_card()
        order = turn_order(table, shown)
        granted = tuple(actor for actor in order if filled._bonus(table, actor))
        return filled.but(turns=tuple(order), granted=granted)

    def _printed(self, table: Agemonia, card: str | None) -> dict[str, Any]:
        """What the content says of a card, where nothing else was typed."""
        if card is None or self.order:
            return {}
        known, symbols = table.thing("initiative-cards", card), set(table.ids("symbols"))
        slots = set(slots_of_cards(table))
        actions = known.get("actions")
        of_enemies = actions.items() if isinstance(actions, Mapping) else ()
        listed = {
            name: tuple(value for value in table.list_of("initiative-cards", card, name) if value in symbols)[:12]
            for name in ("bonus", "snake", "horn")
        }
        return {
            "order": tuple(slot for slot in table.list_of("initiative-cards", card, "order") if slot in slots)[:20],
            "actions": {str(symbol): str(action)[:40] for symbol, action in list(of_enemies)[:12]},
            "shuffle": known.get("shuffle") is True,
            **listed,
        }

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

    def _bonus(self, table: Agemonia, actor: str) -> bool:
        """Whether the card gives an ally a maneuver more: its symbol is marked, and its initiative is not special."""
        if ally := table.scene.allies.get(actor):
            return ally.symbol in self.bonus
        turn = table.scene.heroes.get(actor)
        return bool(turn and not turn.special and turn.symbol in self.bonus)

    def apply(self, table: Agemonia) -> None:
        scene = table.scene
        if scene.initiative and (scene.initiative.shuffle or self.card in scene.initiative_drawn):
            scene.initiative_drawn = []
        scene.initiative, scene.phase, scene.order = self.as_card(), "turns", list(self.turns)
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
            if turn.slotted and not in_slot(table, hero, turn.action) and not printed(table, turn.action):
                for slot in free_slots(table, hero)[:1]:
                    yield OpenSlotFilled(hero=hero, slot=slot, token=turn.action)


class HeroActionRevealed(RoundEvent):
    help_text = "A marker is turned over: everybody sees what the hero selected."
    says = "{hero} selected {action}[ ({symbol})]"
    automatic = True
    hero: HeroId
    action: ActionId
    symbol: SymbolId | None = None
    printed: SymbolId | None = Field(default=None, title="symbol of the action")

    def apply(self, table: Agemonia) -> None:
        if self.printed:
            hero_of(table, self.hero).symbols[self.action] = self.printed


class OpenSlotFilled(RoundEvent):
    help_text = "A token goes into an open slot; it stays there until the scenario ends (开放行动插槽)."
    says = "{hero} put {token} into an open slot"
    automatic = True
    hero: HeroId
    slot: Line
    token: ActionId

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).opened[self.slot] = self.token


class InitiativeDeckReshuffled(RoundEvent):
    help_text = "All initiative cards go back into the deck."
    says = "The initiative deck was shuffled[. {reason}]"
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not shuffle_due(table) and deck(table):
            yield NO_SHUFFLE_SYMBOL()

    def apply(self, table: Agemonia) -> None:
        table.scene.initiative_drawn = []


class TurnOrderTieDecided(RoundEvent):
    help_text = "The table decides in which order figures act that share a symbol."
    says = "Turn order: {actors}"
    actors: Annotated[tuple[ActorId, ...], Field(min_length=2, max_length=60), InOrder()]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        order = table.scene.order
        if table.scene.phase != "turns":
            yield NO_TURNS()
        elif any(actor not in order for actor in self.actors):
            yield NOT_IN_ORDER()

    def apply(self, table: Agemonia) -> None:
        """Those named take, in the new order, the places that they had."""
        named_ones = [actor for actor in self.actors if actor in table.scene.order]
        rest = iter(dict.fromkeys(named_ones))
        table.scene.order = [next(rest, actor) if actor in named_ones else actor for actor in table.scene.order]


def turns_left(table: Agemonia) -> Iterator[Refused]:
    """A round is over when every figure has had its turn."""
    if table.scene.phase == "select":
        yield PHASE_UNFINISHED()
    elif left := waiting(table):
        names = tuple(table.called("figures", figure) for figure in left)
        yield TURNS_LEFT(figures=names)


class RoundEnded(RoundEvent):
    help_text = "The round is over, and the next one begins; effects of one round end."
    says = "Round {round} is over"
    round: Annotated[int | None, Field(ge=0, le=999), Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_in_rounds(table)
        yield from turns_left(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.round is not None else self.but(round=table.scene.round)

    def apply(self, table: Agemonia) -> None:
        table.scene.phase, table.scene.active = "", ""

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield RoundStarted(round=(self.round or 0) + 1)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    RoundStarted,
    HeroActionSelected,
    InitiativeChangedByTactics,
    SpecialInitiativeDeclared,
    InitiativeCardRevealed,
    HeroActionRevealed,
    OpenSlotFilled,
    InitiativeDeckReshuffled,
    TurnOrderTieDecided,
    RoundEnded,
)

"""Rounds: actions selected in secret, the initiative card, the order of turns, the fate card."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, hero_of
from domain.games.agemonia.campaign.vitality import StaminaSpent, too_little_stamina
from domain.games.agemonia.console.preparing import actions_to_select, not_selectable, slot_for
from domain.games.agemonia.figures import (
    ActionId,
    ActorId,
    SymbolId,
    action_called,
    allies_up,
    at_turn,
    figures_waiting,
    heroes_up,
    id_of,
    slots_of_cards,
)
from domain.games.agemonia.state.kinds import InitiativePrint, Skill
from domain.games.agemonia.state.scenario import PERIODS, HeroTurn, InitiativeCard, Special
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Choice, Event, InOrder, Line, Occasion, Remark, Settled
from domain.language.kernel import ContentAdded
from domain.language.refusal import Refused, never, refusal
from domain.language.shown.sheet import Said
from domain.things import sealed
from domain.things.decks import Deck

# === Whose turn it is: the order that the initiative card gives, and who comes next (2. 揭示先攻卡)

NO_ROUND = never("no-round", "Begin fight round 1 first.", rule=sections.GAMEPLAY)
PHASE_UNFINISHED = refusal("phase-unfinished", "Reveal the initiative card first.", rule=sections.DISCARD_FATE)
NOT_BEGUN = refusal("not-begun", "The scenario has not begun yet.", rule=sections.SCENARIO_SETUP, areas=("steps",))
NO_TURNS = refusal("no-turns", "Reveal the initiative card first.", rule=sections.REVEAL_INITIATIVE)
OUT_OF_ORDER = refusal("out-of-order", "Others come first: {figure}.", rule=sections.TURN_ORDER)
TIED = OUT_OF_ORDER.saying("{figure} acts at the same time: decide who is first with “Decide who acts first”.")
TURNS_LEFT = refusal("turns-left", "These have yet to act: {figures}.", rule=sections.DISCARD_FATE)


def turn_order(table: Agemonia, card: InitiativeCard | None) -> list[str]:
    """All who act this round, from first to last: heroes and allies by their circles, enemies by their squares.

    Special initiative comes before and after everybody else; those whose symbol is not on the card come last of the
    others, in the order they were put on the table.
    """
    scene = table.scene
    symbols = {f"ally {symbol}": actors for symbol, actors in _by_symbol(table).items()}
    for id_, enemy in scene.enemies.items():
        symbols.setdefault(f"enemy {enemy.symbol}", []).append(id_)
    listed = [actor for slot in (card.order if card else ()) for actor in symbols.pop(slot, [])]
    others = [actor for actors in symbols.values() for actor in actors]
    return [
        *(hero for hero in heroes_up(table) if special_initiative(table, hero) == "first"),
        *listed,
        *others,
        *(hero for hero in heroes_up(table) if special_initiative(table, hero) == "after any ally"),
        *(hero for hero in heroes_up(table) if special_initiative(table, hero) == "last"),
    ]


def _by_symbol(table: Agemonia) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for hero in heroes_up(table):
        if not special_initiative(table, hero):
            turn = table.scene.heroes.get(hero)
            found.setdefault(turn.symbol if turn else "", []).append(hero)
    for ally in allies_up(table):
        found.setdefault(table.scene.allies[ally].symbol, []).append(ally)
    return found


def special_initiative(table: Agemonia, hero: str) -> str:
    turn = table.scene.heroes.get(hero)
    return turn.special if turn else ""


def out_of_turn(table: Agemonia, figure: str) -> Iterator[Refused]:
    """Where turns are kept, a figure acts in its own; what an enemy did may be told right after its turn."""
    scene, first = table.scene, at_turn(table)
    told_late = table.scene.figure(figure) is not None and figure == (scene.done or [""])[-1]
    if scene.phase == "select":
        yield NO_TURNS()
    elif scene.phase == "turns" and first not in ("", figure) and not told_late:
        yield comes_first(table, figure)


def comes_first(table: Agemonia, figure: str) -> Refused:
    """Why a figure waits for the one at turn; where both share an initiative, that the table may decide otherwise."""
    first = at_turn(table)
    refused = TIED if actor_of(table, figure) in actors_tied(table) else OUT_OF_ORDER
    return refused(figure=table.called("figures", first))


def actor_of(table: Agemonia, figure: str) -> str:
    """By what a figure stands in the order: an enemy by its type."""
    return figure.rpartition(" ")[0] if table.scene.figure(figure) else figure


def actors_tied(table: Agemonia) -> list[str]:
    """Actors that share the place at turn, while none of them has begun; none if there is no choice, or it is made."""
    scene, left = table.scene, figures_waiting(table)
    if not left or scene.active:
        return []
    first = initiative_of(table, actor_of(table, left[0]))
    actors = dict.fromkeys(actor_of(table, figure) for figure in left)
    same = [actor for actor in actors if first and initiative_of(table, actor) == first]
    begun = {actor_of(table, figure) for figure in scene.done}
    return same if len(same) > 1 and not begun & set(same) and not set(same) <= set(scene.agreed) else []


def without_symbol(table: Agemonia) -> list[str]:
    """Heroes that selected an action of unknown colour, which the table put into no order either (2. 揭示先攻卡)."""
    heroes = {hero: turn for hero, turn in table.scene.heroes.items() if turn.chosen and hero in heroes_up(table)}
    return [id_ for id_, turn in heroes.items() if not (turn.symbol or turn.special or id_ in table.scene.agreed)]


def initiative_of(table: Agemonia, actor: str) -> str:
    """By what an actor has its place in the order: special initiative, else its symbol; empty where nobody knows."""
    if special_ := special_initiative(table, actor):
        return special_
    side = "enemy" if actor in table.scene.enemies else "ally"
    found = table.scene.heroes.get(actor) or table.scene.allies.get(actor) or table.scene.enemies.get(actor)
    return f"{side} {found.symbol}" if found and found.symbol else ""


def whose_turn(table: Agemonia) -> Said:
    """Whose turn it is, by name."""
    figure = at_turn(table)
    return table.called("figures", figure) if figure else ""


def heroes_undecided(table: Agemonia) -> list[str]:
    """Heroes that have yet to select an action this round."""
    scene = table.scene
    if scene.phase != "select":
        return []
    return sealed.seats_undecided(heroes_up(table), scene.heroes)


def heroes_ready(table: Agemonia) -> list[str]:
    """Heroes that have selected an action, while others still do."""
    left = heroes_undecided(table)
    return [hero for hero in heroes_up(table) if hero not in left] if left else []


def not_begun(table: Agemonia) -> Iterator[Refused]:
    if table.running and not table.running.started:
        yield NOT_BEGUN()


def not_in_rounds(table: Agemonia) -> Iterator[Refused]:
    if not table.scene.round:
        yield NO_ROUND()


def turns_left(table: Agemonia) -> Iterator[Refused]:
    """A round is over when every figure has had its turn."""
    if table.scene.phase == "select":
        yield PHASE_UNFINISHED()
    elif left := figures_waiting(table):
        names = tuple(table.called("figures", figure) for figure in left)
        yield TURNS_LEFT(figures=names)


# === The initiative card: the pile it is drawn from, what is printed on it, and what it brings about (先攻卡)

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

MOST_SLOTS, MOST_SYMBOLS, LONGEST_ACTION = 20, 12, 40
InitiativeId = Annotated[Line, Choice("initiative-cards", free=True)]
Slots = Annotated[
    tuple[Annotated[str, Choice("initiative", slots_of_cards)], ...],
    Field(max_length=MOST_SLOTS, title="order, top to bottom"),
    InOrder(),
]
Symbols = Annotated[tuple[SymbolId, ...], Field(max_length=MOST_SYMBOLS)]
EnemyActions = Annotated[
    Mapping[SymbolId, Annotated[str, Field(max_length=LONGEST_ACTION)]],
    Field(max_length=MOST_SYMBOLS, title="enemy actions"),
]


def shuffle_due(table: Agemonia) -> bool:
    card = table.scene.initiative
    return bool(card and card.shuffle)


def initiative_deck(table: Agemonia) -> Deck:
    """The initiative cards that the table typed in; what was drawn is shuffled in where that is due.

    Cards that became known only as they were revealed are no deck: others lie among them that nobody knows.
    """
    drawn = () if shuffle_due(table) else table.scene.initiative_drawn
    typed_in = [card for card in table.ids("initiative-cards") if not InitiativePrint.of(table, card).seen]
    return Deck(typed_in, discard=[card for card in drawn if card in typed_in])


def not_revealed(table: Agemonia, card: InitiativeCard) -> Iterator[Refused]:
    """Why no initiative card is revealed now, or not this one."""
    yield from not_in_rounds(table)
    if table.scene.phase == "turns":
        yield CARD_REVEALED()
    if left := heroes_undecided(table):
        yield SELECT_FIRST(heroes=tuple(table.called("heroes", hero) for hero in left))
    if not (card.card or card.order or initiative_deck(table).drawable):
        yield NO_DECK()


@dataclass(frozen=True, slots=True)
class InitiativePlan:
    """What an initiative card brings about: who acts this round, in order, and who gets a maneuver more."""

    card: InitiativeCard
    turns: tuple[str, ...]
    granted: tuple[str, ...]

    @property
    def outcome(self) -> Mapping[str, object]:
        """The fields of the event that reveals it."""
        shown = self.card
        return {
            "card": shown.card or None,
            "order": tuple(shown.order),
            "bonus": tuple(shown.bonus),
            "actions": shown.actions,
            "snake": tuple(shown.snake),
            "horn": tuple(shown.horn),
            "shuffle": shown.shuffle,
            "turns": self.turns,
            "granted": self.granted,
        }


def initiative_plan(table: Agemonia, card: InitiativeCard) -> InitiativePlan:
    """The plan of a card, as it was typed in or as the content knows it."""
    shown = card if card.order else as_printed(table, card.card)
    turns = tuple(turn_order(table, shown))
    return InitiativePlan(shown, turns, tuple(actor for actor in turns if _gives_maneuver(table, shown, actor)))


def as_printed(table: Agemonia, card: str) -> InitiativeCard:
    """What the content says of a card, as far as it can be so."""
    known, symbols, slots = InitiativePrint.of(table, card), set(table.ids("symbols")), set(slots_of_cards(table))

    def listed(printed: Sequence[str], among: set[str], most: int) -> list[str]:
        return [value for value in printed if value in among][:most]

    return InitiativeCard(
        card=card,
        order=listed(known.order, slots, MOST_SLOTS),
        actions={
            id_: known.actions[id_][:LONGEST_ACTION] for id_ in listed(list(known.actions), symbols, MOST_SYMBOLS)
        },
        bonus=listed(known.bonus, symbols, MOST_SYMBOLS),
        snake=listed(known.snake, symbols, MOST_SYMBOLS),
        horn=listed(known.horn, symbols, MOST_SYMBOLS),
        shuffle=known.shuffle,
    )


def _gives_maneuver(table: Agemonia, card: InitiativeCard, actor: str) -> bool:
    """Whether a card gives an ally a maneuver more: its symbol is marked, and its initiative is not special."""
    if ally := table.scene.allies.get(actor):
        return ally.symbol in card.bonus
    turn = table.scene.heroes.get(actor)
    return bool(turn and not turn.special and turn.symbol in card.bonus)


def remember_card(table: Agemonia, card: InitiativeCard) -> Iterator[Event[Any]]:
    """A card that was typed in with its number is known by that the next time."""
    if card.card and card.order and card.card not in table.ids("initiative-cards"):
        names: dict[str, Any] = {"en": card.card, "zh": card.card, "seen": True}
        yield ContentAdded(
            kind="initiative-cards", id=card.card, fields={**card.model_dump(mode="json", exclude={"card"}), **names}
        )


# === Rounds: actions selected in secret, the initiative card, the order of turns, the fate card (游戏玩法)

SCENARIO_OVER = refusal("scenario-over", "The scenario has its result: {code}.", rule=sections.SCENARIO_END)
FATE_FIRST = refusal("fate-first", "A timer runs: reveal the fate card first.", rule=sections.DISCARD_FATE)
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
TURN_TAKEN = never("turn-taken", "This figure already took its turn.", rule=sections.SPECIAL_INITIATIVE)
NO_SHUFFLE_SYMBOL = refusal(
    "no-shuffle-symbol", "The last card shows no shuffle symbol.", rule=sections.REVEAL_INITIATIVE
)
NO_TIE = refusal("no-tie", "They do not act at the same time: there is no tie to decide.", rule=sections.TURN_ORDER)
HAS_ACTED = refusal(
    "has-acted", "{hero} has begun its turn: special initiative comes before it.", rule=sections.SPECIAL_INITIATIVE
)
LAST_WINS = refusal("last-wins", "{hero} acts last this round, whatever else it has.", rule=sections.SPECIAL_INITIATIVE)
NOT_IN_ORDER = never("not-in-order", "Only who acts this round has a place in the order.")

TACTICS = "tactics"


class RoundEvent(AgemoniaEvent):
    area_of_play = "Fight rounds"


class RoundStarted(RoundEvent):
    title = "Begin a fight round"
    help_text = "A new round: every hero who is not exhausted selects an action."
    says = "Fight round {round} began"
    during = ("tutorial", "scenario")
    begins_round = True
    round: Annotated[int | None, Field(ge=1, le=999), Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.phase:
            yield ROUND_UNDER_WAY(n=table.scene.round)
        if table.running and table.running.result:
            yield SCENARIO_OVER(code=table.running.result)
        yield from not_begun(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.round else self.but(round=table.scene.round + 1)

    def apply(self, table: Agemonia) -> None:
        for hero in table.heroes:
            table.scene.turn_of(hero)
        PERIODS.end(table.scene, "round")
        table.scene.round, table.scene.phase = self.round or 1, "select"


class HeroActionSelected(RoundEvent):
    """A token that is in no slot goes into an open one, and stays there until the scenario ends (开放行动插槽)."""

    title = "Select an action"
    help_text = "Select an action for this round, face down. No one sees it until the initiative card is revealed."
    says = "{hero} selected an action[: {action}]"
    secret = ("action", "symbol", "slot")
    secret_of = "hero"
    hero: HeroId
    action: Annotated[Line, Choice("actions", actions_to_select, free=True, given=("hero",))]
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
        return self.but(action=action, symbol=self.symbol or self._known_symbol(table), slot=slot)

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
    says = "{hero} took the initiative {symbol}"
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
    says = "{hero} acted out of the order: {kind}[ ({source})]"
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
        """The hero leaves its place in the order, and gives back what the card gave it for that place."""
        scene, turn = table.scene, table.scene.turn_of(self.hero)
        if scene.phase == "turns":
            others = [actor for actor in scene.order if actor != self.hero]
            scene.order = [self.hero, *others] if self.kind == "first" else [*others, self.hero]
            if scene.initiative and turn.symbol in scene.initiative.bonus and not turn.special:
                turn.maneuvers = max(1, turn.maneuvers - 1)
        turn.special = self.kind


class InitiativeCardRevealed(RoundEvent):
    """Drawn here from the deck that the table typed in once, or entered as it lies there. Enemy actions are named by
    their symbol, as `red = claw`.
    """

    title = "Reveal the initiative card"
    help_text = "Reveal the top initiative card: it shows who acts when, and who gets a bonus."
    says = "Initiative card[ {card}][: {order}]"
    likely = ("card", "order")
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

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_revealed(table, self.as_card())

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        card = self.as_card()
        if not (card.card or card.order):
            (card.card,) = initiative_deck(table).draw(1, chance).cards
        return self.but(**initiative_plan(table, card).outcome)

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
    says = "{hero} selected {action}[ ({symbol})]"
    automatic = True
    hero: HeroId
    action: ActionId
    symbol: SymbolId | None = None
    printed: SymbolId | None = Field(default=None, title="which symbol does the action have")

    def apply(self, table: Agemonia) -> None:
        if self.printed:
            hero_of(table, self.hero).symbols[self.action] = self.printed


class OpenSlotFilled(RoundEvent):
    # In the rulebook under 开放行动插槽.
    help_text = "Put a token into an open slot; it stays there until the scenario ends."
    says = "{hero} put {token} into an open slot"
    automatic = True
    hero: HeroId
    slot: Line
    token: ActionId

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).opened[self.slot] = self.token


class InitiativeDeckReshuffled(RoundEvent):
    title = "Shuffle the initiative deck"
    help_text = "Shuffle all initiative cards back into the deck."
    says = "The initiative deck was shuffled[. {reason}]"
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not shuffle_due(table) and initiative_deck(table):
            yield NO_SHUFFLE_SYMBOL()

    def apply(self, table: Agemonia) -> None:
        table.scene.initiative_drawn = []


class TurnOrderTieDecided(RoundEvent):
    title = "Decide who acts first"
    help_text = "Figures share a symbol: the table decides who goes first."
    says = "Turn order: {actors}"
    actors: Annotated[
        tuple[ActorId, ...], Field(min_length=2, max_length=60), InOrder(), Field(title="who goes in which order")
    ]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        order = table.scene.order
        if table.scene.phase != "turns":
            yield NO_TURNS()
        elif any(actor not in order for actor in self.actors):
            yield NOT_IN_ORDER()
        elif not self._tied(table):
            yield NO_TIE()

    def _tied(self, table: Agemonia) -> bool:
        """Whether nobody overtakes who acts at another time, as far as that is known."""
        order, known = table.scene.order, [actor for actor in self.actors if initiative_of(table, actor)]
        among = {initiative_of(table, actor) for actor in known}
        return len(among) <= 1 or known == sorted(known, key=order.index)

    def apply(self, table: Agemonia) -> None:
        """Those named take, in the new order, the places that they had."""
        named_ones = [actor for actor in self.actors if actor in table.scene.order]
        rest = iter(dict.fromkeys(named_ones))
        table.scene.order = [next(rest, actor) if actor in named_ones else actor for actor in table.scene.order]
        table.scene.agreed = list(dict.fromkeys((*table.scene.agreed, *named_ones)))


class RoundEnded(RoundEvent):
    title = "End the fight round"
    help_text = "The round is over and the next begins; effects that last one round end."
    says = "Fight round {round} ended"
    ends = "round"
    round: Annotated[int | None, Field(ge=0, le=999), Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_in_rounds(table)
        yield from turns_left(table)
        if table.scene.timers and table.scene.phase == "turns":
            yield FATE_FIRST()

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

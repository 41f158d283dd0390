"""Defeats: an ally or minion leaves play, the villain's stage ends, a hero is out (击败, 击败反派, 玩家退场)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    InGame,
    Maybe,
    NumberName,
    PlayedEvent,
    comes_of_it,
    is_due,
    no_longer_due,
    not_in_play,
)
from domain.games.champions.endgame import follow_last_villain, follow_loss
from domain.games.champions.numbers import (
    body_of,
    health_of,
    known_numbers,
)
from domain.games.champions.state.kinds import VillainSheet
from domain.games.champions.state.parts import CHARACTERS
from domain.games.champions.state.table import VILLAIN, Champions, Seat
from domain.games.champions.zones import discard_from_play, engage_player


def path_of_body(table: Champions, id_: str) -> tuple[str, ...]:
    """The path of a character in the state."""
    if id_ == VILLAIN:
        return (VILLAIN,)
    return ("seats", id_) if id_ in table.seats else ("play", id_)


def damage_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """The path of the damage on the event's `target`."""
    return (*path_of_body(table, str(getattr(event, "target", ""))), "damage")


ENCOUNTERED = ("obligation-resolved", "treachery-resolved")
"""The due events that hold the name of the current encounter card."""
DIAL_NOT_SET = refusal(
    "dial-not-set", "Set the hit points of {villain} first: the next stage begins once none are left.",
    rule=sections.VILLAIN,
)  # fmt: skip
LAST_STAGE = refusal("last-stage", "This is already the last stage.", rule=sections.VILLAIN)


class DefeatEvent(PlayedEvent):
    heading = "Hit points"


class CharacterDefeated(DefeatEvent):
    """An ally or minion is defeated: an ally goes to its owner's discard pile, a minion to the encounter discard pile.

    A minion that is a player's card goes to its owner's discard pile.
    """

    title = "Defeat a character"
    help_text = "An ally or minion is defeated: discard it and everything attached to it."
    sentence = "{card} was defeated[ ({source})]"
    log = LogRole(memorable=True)
    card: Annotated[str, Choice("characters", lambda table: table.copies(*CHARACTERS), why_not=not_in_play)]
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        if card := table.play.get(self.card):
            table.beaten = {**table.beaten, card.type: table.beaten.get(card.type, 0) + 1}
        discard_from_play(table, self.card)
        comes_of_it(table, "defeat")


class SeatEliminated(DefeatEvent):
    """A player is eliminated: all their cards are discarded, and their minions engage the next player."""

    title = "Take a player out of the game"
    help_text = "A hero with no hit points left is out; the others play on."
    sentence = "{seat} was out of the game[ ({source})][; {heir} was engaged by {minions}]"
    log = LogRole(headline=True)
    seat: InGame
    source: Occasion = ""
    minions: Annotated[tuple[str, ...], Choice("minions"), Settled()] = ()
    """The minions that engage the next player, who is `heir`."""
    heir: Annotated[str, Choice("identities"), Settled()] = ""
    discarded: Annotated[tuple[str, ...] | None, Choice("cards"), Settled()] = None
    """The cards of the hand and the known ones of the deck; entries without it discard those of the state."""

    def settle(self, table: Champions, chance: Chance) -> Self:
        # Settled by name, so that `apply` never computes the next player, and a preview never names hidden cards.
        seat = table.seats.get(self.seat)
        heir = next_player(table, self.seat) if seat else ""
        theirs = [copy for copy, card in table.play.items() if card.engaged == self.seat]
        said = self.copy_with(discarded=tuple(cards_given_up(seat)) or None if seat else None)
        return said.copy_with(minions=tuple(theirs), heir=heir) if heir and theirs else said

    def apply(self, table: Champions) -> None:
        put_out(table, self.seat, self.discarded)
        comes_of_it(table, "defeat")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not table.in_game():
            yield from follow_loss(table, "all eliminated")


class VillainStageDefeated(DefeatEvent):
    help_text = "The villain's hit points are at 0: this stage is defeated."
    sentence = "The villain's stage was defeated[: {villain}]"
    log = LogRole(headline=True)
    automatic = True
    villain: Annotated[Remark, Choice("villains", free=True), Settled()] = ""
    last: Annotated[bool, Settled()] = False

    def settle(self, table: Champions, chance: Chance) -> Self:
        stages = len(table.villain.stages)
        last = table.scenario.skirmish or bool(stages and table.villain.stage >= stages)
        return self.copy_with(villain=table.villain.sheet or table.villain.name, last=last)

    def apply(self, table: Champions) -> None:
        comes_of_it(table, "stage")
        if not self.last:
            table.agenda.put(VillainStageBegun)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.last:
            yield from follow_last_villain(table)
        elif table.villain.stages:
            yield VillainStageBegun()


STANDS = refusal("still-stands", "{target} has {left|hit point|hit points} left.", rule=sections.VILLAIN)


class VillainStageBegun(DefeatEvent):
    """The villain's next stage begins. Excess damage is lost; status cards, attachments and counters stay."""

    title = "Begin the next stage of the villain"
    help_text = "The villain's next stage: reset the hit points. Status cards, attachments and counters stay."
    log = LogRole(changes_names=True)
    sentence = "Stage {stage} of the villain began[: {villain}][, {health} hit points]"
    question = "Begin the villain's next stage"
    layout = Layout(usual=("villain", "health"))
    villain: Annotated[Line | None, Choice("villains", free=True)] = Field(default=None, title="which stage")
    health: Maybe | None = Field(default=None, title="hit points, for all players")
    stage: Annotated[Count, Settled()] = 0
    printed: Annotated[dict[NumberName, Maybe], Settled()] = Field(default_factory=dict)
    keywords: Annotated[tuple[str, ...], Choice("keywords"), Settled()] = ()
    traits: Annotated[tuple[Line, ...], Settled()] = ()
    name: Annotated[Remark, Settled()] = ""
    """The new name of the villain if the given stage is not among the known ones."""
    fresh: Annotated[bool, Settled()] = False
    """Whether the previous stage's numbers are dropped although those of the new stage are unknown."""

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.villain.stages and table.villain.stage >= len(table.villain.stages) and not self.villain:
            yield LAST_STAGE()
        if not is_due(table, VillainStageBegun):
            yield from stage_goes_on(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        villain = table.villain
        stage = villain.stage + 1
        stages = villain.stages
        id_ = self.villain or (stages[stage - 1] if stage <= len(stages) else "") or villain.name
        sheet = VillainSheet.of(table, id_)
        printed = known_numbers(attack=sheet.attack, scheme=sheet.scheme, retaliate=sheet.retaliate or None)
        health = self.health if self.health is not None else health_of(table, sheet)
        name = "" if id_ in (*stages, villain.name) else id_
        found = {"villain": id_ or None, "stage": stage, "health": health, "name": name}
        fresh = bool(villain.printed and not printed)
        words = {"keywords": tuple(sheet.keywords), "traits": tuple(sheet.traits)}
        return self.copy_with(**found, **words, printed=printed, fresh=fresh)

    def apply(self, table: Champions) -> None:
        villain = table.villain
        villain.stage, villain.health, villain.damage = self.stage, self.health, 0
        # An unknown stage must not keep the previous numbers: an unknown number is asked for, a wrong one is
        # overlooked.
        villain.printed = dict(self.printed) or ({} if self.fresh else villain.printed)
        villain.name = self.name or villain.name
        villain.keywords, villain.traits, villain.print_said = list(self.keywords), list(self.traits), False
        # Status cards stay from one stage to the next; Toughness adds one only if there is none.
        villain.tough = villain.tough or "toughness" in self.keywords


IT_WAS_THE_LAST = Offer(
    text("It was the villain's last stage: the players win"),
    when=lambda table: is_due(table, VillainStageBegun) and not table.villain.stages,
)
"""The win next to a stage that is due, if it is not typed in how many stages there are."""


class VillainStageStands(DefeatEvent):
    help_text = "The villain still has hit points: no next stage yet."
    sentence = "The villain's stage was not defeated after all"
    automatic = True

    def apply(self, table: Champions) -> None:
        no_longer_due(table, VillainStageBegun)


def follow_defeat(table: Champions, id_: str) -> Iterator[Event[Champions]]:
    """The consequences for a character without hit points; for the villain, also if it has some again."""
    whom = body_of(table, id_)
    if id_ == VILLAIN:
        yield from stage_over(table)
    elif whom is None or whom.left != 0:
        return
    elif isinstance(whom, Seat):
        if not whom.eliminated:
            yield SeatEliminated(seat=id_)
    else:
        yield CharacterDefeated(card=id_)


def stage_goes_on(table: Champions) -> Iterator[Refused]:
    """The refusal for the villain's next stage while hit points are left, or while they are unknown."""
    name, left = table.called("characters", VILLAIN), table.villain.left
    if left is None:
        yield DIAL_NOT_SET(villain=name)
    elif left:
        yield STANDS(target=name, left=left)


def stage_over(table: Champions) -> Iterator[Event[Champions]]:
    """The defeat of the villain's stage, once; or its revocation if the dial was turned too far."""
    due = is_due(table, VillainStageBegun)
    if table.villain.left == 0 and not due:
        yield VillainStageDefeated()
    elif table.villain.left and due:
        yield VillainStageStands()


def put_out(table: Champions, id_: str, discarded: Sequence[str] | None = None) -> None:
    """Eliminate a player: clear their area and drop their due events. For `apply`."""
    if seat := table.seats.get(id_):
        heir = next_player(table, id_)
        seat.eliminated = True
        clear_player_area(table, id_, seat, discarded)
        for copy in [copy for copy, card in table.play.items() if card.engaged == id_]:
            engage_player(table, copy, heir)
        leave_undone(table, id_)
        if table.first == id_:
            table.first = heir


def next_player(table: Champions, seat: str) -> str:
    """The next player clockwise who is still in the game; empty if there is none."""
    seats = list(table.seats)
    at = seats.index(seat)
    return next((id_ for id_ in (*seats[at + 1 :], *seats[:at]) if not table.seats[id_].eliminated), "")


def cards_given_up(seat: Seat) -> Sequence[str]:
    """The cards that an eliminated player discards: the hand, and the deck as far as it is known."""
    return [*seat.hand, *seat.lying("deck")]


def clear_player_area(table: Champions, id_: str, seat: Seat, discarded: Sequence[str] | None) -> None:
    """Move the cards in the area of an eliminated player to the discard piles."""
    seat.discard += cards_given_up(seat) if discarded is None else discarded
    seat.hand, seat.deck = [], 0
    table.scenario.discard += [""] * seat.dealt
    seat.dealt = 0
    for copy in [copy for copy, card in table.play.items() if card.controller == id_]:
        discard_from_play(table, copy)
    for copy in [copy for copy, card in table.play.items() if card.host == id_]:
        discard_from_play(table, copy)


def leave_undone(table: Champions, id_: str) -> None:
    """Drop the due events of an eliminated player; their current encounter card is discarded."""
    theirs = table.agenda.drop(lambda due: due.has_fields(seat=id_))
    names = [str(due.fields.get("name", "")) for due in theirs if due.event in ENCOUNTERED]
    table.scenario.discard += names
    table.peril = "" if table.peril == id_ else table.peril

"""The course of a game: turns, phases, rounds and scenarios, and what ends with them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.periods import Periods
from domain.components.turns import TurnOrder
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Count, NamedAs, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Term, Text, text
from domain.games.own.base import FILE, Name, OwnEvent
from domain.games.own.kinds import BoxCard, ListCard, NumberCard, PhaseCard, ResultCard, StatusCard
from domain.games.own.numbers import amounts_moved, ended_numbers
from domain.games.own.records import BoxMarked, mark_of
from domain.games.own.table import Ended, OwnTable

PERIODS = Periods(("turn", "round", "scenario"))
OUT = never("out", "{seat} is not in the game.")
NOT_YOUR_TURN = refusal("not-your-turn", "It is the turn of {current}.", rule=FILE)
TURN_TAKEN = refusal("turn-taken", "{seat} has taken this turn already.", rule=FILE)
OPEN_SCENARIO = never("open-scenario", "The last one has not ended yet.")
NO_SCENARIO = never("no-scenario", "None has begun.")
UNKNOWN_POINTS = never("unknown-points", "A number of {seat} that counts is not known yet. Set it first.")
NEEDS_RESULT = never("needs-result", "Say how it ended.", asks=True)


# === Whose turn it is =============================================================================


def turns_left(table: OwnTable) -> list[str]:
    """The seats that have not taken their turn of this round, in their order."""
    seats = [seat for seat in table.owners_of("seat") if seat]
    if table.game_card.turns == "rotating" and seats:
        first = (table.round - 1) % len(seats)
        seats = [*seats[first:], *seats[:first]]
    return [seat for seat in seats if not table.seats[seat].moved]


def are_turns_now(table: OwnTable) -> bool:
    """Whether players take turns now: in a round, in a phase with turns if any phase has them."""
    phases = table.cards(PhaseCard)
    marked = [id_ for id_, phase in phases.items() if phase.turns]
    return table.round > 0 and bool(table.game_card.turns) and (not marked or table.phase in marked)


TURNS: TurnOrder[OwnTable] = TurnOrder(
    kind="owners",
    has_turns=lambda table: are_turns_now(table) and table.game_card.turns != "free",
    left=turns_left,
    is_out=lambda table, seat: seat not in table.owners_of("seat"),
    out=OUT,
    not_yours=NOT_YOUR_TURN,
)


def numbered(word: Term, fields: Mapping[str, object]) -> Text:
    """A round or scenario by the word of the game, with the number in the fields of an event."""
    return text("{word} {number}", word=word, number=fields.get("number") or "")


# === What ends ====================================================================================

Over = Annotated[tuple[Annotated[str, NamedAs("statuses")], ...], Settled()]


def ending_statuses(table: OwnTable, period: str) -> tuple[str, ...]:
    """The statuses that end with a period."""
    over = PERIODS.over_with(period)
    return tuple(id_ for id_, status in table.cards(StatusCard).items() if status.until in over)


def end_statuses(table: OwnTable, over: tuple[str, ...], *seats: str) -> None:
    """Remove statuses of some seats, or of all seats and figures; for `apply`."""
    for id_ in seats or (*table.seats, *table.figures):
        if owned := table.owner(id_):
            owned.statuses = [status for status in owned.statuses if status not in over]


class TurnEnded(OwnEvent):
    title = "End the turn"
    heading = "Turns and rounds"
    help_text = "A player ends the turn; what lasts for a turn is over."
    sentence = "{seat} ended the turn"
    ends = "turn"
    acting_seat = "seat"
    seat: Annotated[str, Choice("owners", lambda table: table.seats)]
    over: Over = ()

    @classmethod
    def offers(cls, table: OwnTable) -> Iterator[Offer]:
        if are_turns_now(table):
            free = table.game_card.turns == "free"
            for seat in turns_left(table) if free else TURNS.seats_at_turn(table):
                yield Offer(text("{seat} ends the turn"), {"seat": seat}, required=True)

    def check(self, table: OwnTable) -> Iterator[Refused]:
        if are_turns_now(table) and self.seat in table.seats and table.seats[self.seat].moved:
            yield TURN_TAKEN(seat=table.called("owners", self.seat))
        else:
            yield from TURNS.not_at_turn(table, self.seat)

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        return self.copy_with(over=ending_statuses(table, "turn"))

    def apply(self, table: OwnTable) -> None:
        end_statuses(table, self.over, self.seat)
        if seat := table.seats.get(self.seat):
            seat.moved = True

    def follow(self, table: OwnTable) -> Iterator[Event[OwnTable]]:
        yield from ended_numbers(table, PERIODS.over_with("turn"), (self.seat, None))


class PhaseBegan(OwnEvent):
    title = "Begin a phase"
    heading = "Turns and rounds"
    help_text = "Another phase of the round begins."
    sentence = "Phase: {phase}"
    ends = "step"
    phase: Annotated[str, Choice("phases", lambda table: table.live("phases"))]

    @classmethod
    def offers(cls, table: OwnTable) -> Iterator[Offer]:
        phases = table.live("phases")
        if table.phase in phases[:-1]:
            after = phases[phases.index(table.phase) + 1]
            yield Offer(text("Next phase: {phase}"), {"phase": after}, required=True)

    def apply(self, table: OwnTable) -> None:
        table.phase = self.phase


def has_rounds(table: OwnTable) -> bool:
    """Whether the definition has rounds: by name, by turns or phases, or by what ends with one."""
    card = table.game_card
    lasting = [number.until for number in table.cards(NumberCard).values()]
    lasting += [status.until for status in table.cards(StatusCard).values()]
    return card.rounds or bool(card.turns or table.live("phases")) or "round" in lasting


class RoundBegan(OwnEvent):
    title = "Begin a round"
    heading = "Turns and rounds"
    help_text = "A new round begins; what lasts for a round is over."
    sentence = "{number} began"
    ends = "round"
    number: Annotated[Count, Settled()] = 0
    first: Annotated[str, NamedAs("phases"), Settled()] = ""
    over: Over = ()

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Any) -> Mapping[str, object]:
        return {"number": numbered(table.round_word, fields)}

    @classmethod
    def offers(cls, table: OwnTable) -> Iterator[Offer]:
        if has_rounds(table) and table.seats and (table.is_open or not has_scenarios(table)):
            last = not table.round or table.phase in ("", *table.live("phases")[-1:])
            yield Offer(text("{word} {number} begins", word=table.round_word, number=table.round + 1), required=last)

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        first = next(iter(table.live("phases")), "")
        return self.copy_with(number=table.round + 1, first=first, over=ending_statuses(table, "round"))

    def apply(self, table: OwnTable) -> None:
        table.round, table.phase = self.number, self.first
        end_statuses(table, self.over)
        for seat in table.seats.values():
            seat.moved = False

    def follow(self, table: OwnTable) -> Iterator[Event[OwnTable]]:
        if self.number > 1:
            yield from ended_numbers(table, PERIODS.over_with("round"), (None, *table.seats, *table.figures))


# === Scenarios ====================================================================================


def scenario_boxes(table: OwnTable) -> list[str]:
    """The scenarios of the definition that are neither locked nor done."""
    lists = [id_ for id_, one in table.cards(ListCard).items() if one.scenarios]
    boxes = [id_ for id_, box in table.cards(BoxCard).items() if box.list in lists]
    return [box for box in boxes if mark_of(table, table, box) not in ("locked", "done")]


def has_scenarios(table: OwnTable) -> bool:
    """Whether the definition has scenarios: a list of them, or results."""
    return bool(table.live("results")) or any(one.scenarios for one in table.cards(ListCard).values())


def numbers_with_points(table: OwnTable) -> dict[str, int]:
    """The numbers that count for points, with the points for each."""
    return {id_: card.points for id_, card in table.cards(NumberCard).items() if card.points}


def points_of(table: OwnTable, seat: str) -> int | None:
    """The points that a seat has now; None if one of its numbers is unknown."""
    numbers, points = table.seats[seat].numbers, numbers_with_points(table)
    return None if points.keys() - numbers.keys() else sum(numbers[id_] * each for id_, each in points.items())


class ScenarioBegan(OwnEvent):
    title = "Begin a scenario"
    heading = "Scenarios"
    help_text = "A scenario, an adventure or a game begins."
    sentence = "{number} began[: {scenario}]"
    log = LogRole(headline=True)
    scenario: Annotated[Name, Choice("boxes", scenario_boxes, free=True)] | None = None
    number: Annotated[Count, Settled()] = 0

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Any) -> Mapping[str, object]:
        return {"number": numbered(table.scenario_word, fields)}

    @classmethod
    def offers(cls, table: OwnTable) -> Iterator[Offer]:
        if table.seats and not table.is_open and (has_scenarios(table) or table.ended):
            listed = any(one.scenarios for one in table.cards(ListCard).values())
            words = text("{word} {number} begins", word=table.scenario_word, number=table.scenarios + 1)
            yield Offer(words, required=True, opens_form=listed)

    def check(self, table: OwnTable) -> Iterator[Refused]:
        if table.is_open:
            yield OPEN_SCENARIO()

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        return self.copy_with(number=table.scenarios + 1)

    def apply(self, table: OwnTable) -> None:
        table.scenarios, table.scenario, table.is_open = self.number, self.scenario or "", True
        table.round, table.phase, table.ended = 0, "", None

    def follow(self, table: OwnTable) -> Iterator[Event[OwnTable]]:
        yield from ended_numbers(table, PERIODS.names, (None, *table.seats), points=True)


class ScenarioEnded(OwnEvent):
    title = "End the scenario"
    heading = "Scenarios"
    help_text = "How it ended. Points are added up, and what the game's file gives for the result follows."
    sentence = "{number} ended[: {result}][: {scores}][. {winners} won]"
    ends = "scenario"
    log = LogRole(headline=True, concludes=True, confirm_undo="scenario")
    result: Annotated[str, Choice("results", lambda table: table.live("results"))] | None = None
    number: Annotated[Count, Settled()] = 0
    scenario: Annotated[str, NamedAs("boxes"), Settled()] = ""
    won: Annotated[bool | None, Settled()] = None
    scores: Annotated[Mapping[Annotated[str, Choice("owners")], int], Settled()] = Field(default_factory=dict)
    winners: Annotated[tuple[Annotated[str, NamedAs("owners")], ...], Settled()] = ()
    over: Over = ()

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Any) -> Mapping[str, object]:
        winners = {} if fields.get("scores") else {"winners": ""}
        return {"number": numbered(table.scenario_word, fields), **winners}

    @classmethod
    def offers(cls, table: OwnTable) -> Iterator[Offer]:
        words = text("{word} {number} ends", word=table.scenario_word, number=max(1, table.scenarios))
        needed = ("result",) if table.live("results") else ()
        if table.is_open or (numbers_with_points(table) and table.seats and not table.ended):
            yield Offer(words, also_required=needed, opens_form=bool(needed))

    @classmethod
    def needed(cls, table: OwnTable, known: Mapping[str, Any]) -> Iterator[str]:
        if table.live("results"):
            yield "result"

    def check(self, table: OwnTable) -> Iterator[Refused]:
        if not table.is_open and (has_scenarios(table) or table.ended or not numbers_with_points(table)):
            yield NO_SCENARIO()
        if self.result is None and table.live("results"):
            yield NEEDS_RESULT()
        for seat in table.owners_of("seat"):
            if seat and points_of(table, seat) is None:
                yield UNKNOWN_POINTS(seat=table.called("owners", seat))

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        points = numbers_with_points(table)
        seats = [seat for seat in table.owners_of("seat") if seat] if points else []
        scores = {seat: score for seat in seats if (score := points_of(table, seat)) is not None}
        best = (min if table.game_card.wins == "least" else max)(scores.values(), default=0)
        return self.copy_with(
            number=max(1, table.scenarios),
            scenario=table.scenario,
            won=ResultCard.of(table, self.result).won if self.result else None,
            scores=scores,
            winners=tuple(seat for seat, score in scores.items() if score == best),
            over=ending_statuses(table, "scenario"),
        )

    def apply(self, table: OwnTable) -> None:
        table.ended = Ended(
            scenario=self.scenario, result=self.result or "", scores=dict(self.scores), winners=list(self.winners)
        )
        table.results.append(table.ended.model_copy(deep=True))
        together = [*table.seats] if self.won else []
        winners = [*self.winners] if self.scores else None if self.won is None else together
        table.note_result(winners, "boxes" if self.scenario else "", self.scenario, self.scores)
        table.scenarios, table.scenario, table.is_open = self.number, "", False
        table.round, table.phase = 0, ""
        end_statuses(table, self.over)

    def follow(self, table: OwnTable) -> Iterator[Event[OwnTable]]:
        yield from ended_numbers(table, PERIODS.names, (None, *table.seats, *table.figures))
        if self.result:
            result = ResultCard.of(table, self.result)
            yield from amounts_moved(table, result.table, None)
            for seat in table.owners_of("seat"):
                yield from amounts_moved(table, result.each, seat)
        list_ = BoxCard.of(table, self.scenario).list if self.scenario and self.won is not False else ""
        if list_ and mark_of(table, table, self.scenario) != "done":
            yield BoxMarked(list=list_, box=self.scenario, mark="done")

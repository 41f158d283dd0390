"""Stages of the main scheme: completed, and the next one (主线密谋)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import Maybe, PlayedEvent, comes_of_it, is_due, no_longer_due, none_due
from domain.games.champions.endgame import GameLost
from domain.games.champions.numbers import times
from domain.games.champions.state.kinds import SchemeSheet
from domain.games.champions.state.scenario import MainScheme
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Line, Remark, Settled
from domain.language.refusal import Refused, never, refusal

LAST_SCHEME = refusal("last-scheme", "The last stage has no next one.", rule=sections.MAIN_SCHEME)
BELOW_TARGET = refusal("below-target", "{threat} of {target} threat: it is not completed.", rule=sections.MAIN_SCHEME)
NOT_COMPLETED = refusal(
    "not-completed", "Say first that the stage of the main scheme is completed.", rule=sections.MAIN_SCHEME
)
COMPLETED_ALREADY = never("completed-already", "It is completed already: the next stage is due.")


class StageEvent(PlayedEvent):
    area_of_play = "Schemes"


class MainSchemeCompleted(StageEvent):
    help_text = "There is as much threat on the main scheme as its target: its stage is completed."
    says = "The stage of the main scheme is completed[: {scheme}]"
    scheme: Annotated[str, Choice("main-schemes"), Settled()] = ""
    last: Annotated[bool, Settled()] = False

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.lapses(table)
        if is_due(table, MainSchemeAdvanced):
            yield COMPLETED_ALREADY()

    def lapses(self, table: Champions) -> Iterator[Refused]:
        if table.main.target is not None:
            yield from stage_goes_on(table.main)

    def settle(self, table: Champions, chance: Chance) -> Self:
        stages = len(table.main.stages)
        last = bool(stages and table.main.stage >= stages)
        return self.but(scheme=table.main.sheet or table.main.name, last=last)

    def apply(self, table: Champions) -> None:
        comes_of_it(table, "stage")
        if not self.last:
            table.agenda.put(MainSchemeAdvanced)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.last:
            yield GameLost()
        elif table.main.stages:
            yield MainSchemeAdvanced()


class MainSchemeAdvanced(StageEvent):
    """What was beyond the target is lost, and so are acceleration tokens, unless the table rules otherwise (A3)."""

    help_text = "The main scheme's next stage, with its starting threat; tokens go, unless your table rules otherwise."
    says = (
        "[{scheme}: ]stage {stage} of the main scheme[, target {target}][, {threat} threat]"
        "[; {gone|acceleration token goes|acceleration tokens go}]"
        "[; {tokens|acceleration token stays|acceleration tokens stay}]"
    )
    renames = True
    asks = (
        "The next stage of the main scheme[; {gone|acceleration token goes|acceleration tokens go}]"
        "[; {tokens|acceleration token stays|acceleration tokens stay}]"
    )
    likely = ("scheme", "target", "threat", "acceleration")
    scheme: Annotated[Line | None, Choice("main-schemes", free=True)] = Field(default=None, title="stage")
    target: Maybe | None = Field(default=None, title="target threat, of all players")
    threat: Maybe | None = Field(default=None, title="starting threat, of all players")
    acceleration: Maybe | None = Field(default=None, title="threat in each villain phase, of all players")
    stage: Annotated[Count, Settled()] = 0
    hazard: Annotated[Count, Settled()] = 0
    tokens: Annotated[Count, Settled()] = 0
    gone: Annotated[Count, Settled()] = 0
    """The acceleration tokens that go with the stage before."""
    name: Annotated[Remark, Settled()] = ""
    """What the main scheme is called from now on, where somebody said a stage that is none of those known."""

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """While it is due, what becomes of the tokens by now."""
        return {} if fields.get("stage") else {name: count or "" for name, count in tokens_left(table).items()}

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.main.stages and table.main.stage >= len(table.main.stages) and not self.scheme:
            yield LAST_SCHEME()
        if not is_due(table, MainSchemeAdvanced):
            yield from stage_goes_on(table.main)

    def settle(self, table: Champions, chance: Chance) -> Self:
        main = table.main
        stage = main.stage + 1
        id_ = self.scheme or (main.stages[stage - 1] if stage <= len(main.stages) else "") or main.name
        sheet = SchemeSheet.of(table, id_)
        name = "" if id_ in (*main.stages, main.name) else id_
        told = {"scheme": id_ or None, "stage": stage, "name": name}
        return self.but(**told, hazard=sheet.hazard, **tokens_left(table)).filled(table, sheet)

    def filled(self, table: Champions, sheet: SchemeSheet) -> Self:
        """With the numbers that nobody said, as far as its card is known (F1, F19)."""
        target = times(sheet.target, table.heads if sheet.target_each else 1)
        acceleration = times(sheet.acceleration, table.heads if sheet.acceleration_each else 1)
        start = times(sheet.threat, table.heads if sheet.threat_each else 1)
        return self.but(
            target=target if self.target is None else self.target,
            threat=start if self.threat is None else self.threat,
            acceleration=acceleration if self.acceleration is None else self.acceleration,
        )

    def apply(self, table: Champions) -> None:
        main = table.main
        main.stage, main.threat, main.target = self.stage, self.threat or 0, self.target
        main.acceleration, main.hazard, main.tokens, main.side = self.acceleration or 0, self.hazard, self.tokens, "B"
        main.name = self.name or main.name


class MainSchemeStands(StageEvent):
    help_text = "There is less threat than the target after all: the next stage is not due any more."
    says = "The stage of the main scheme is not completed after all"
    automatic = True

    def lapses(self, table: Champions) -> Iterator[Refused]:
        yield from none_due(table, MainSchemeAdvanced)

    def apply(self, table: Champions) -> None:
        no_longer_due(table, MainSchemeAdvanced)


def stage_goes_on(main: MainScheme) -> Iterator[Refused]:
    """Why a stage of the main scheme is not over: there is less threat than its target, or nobody said that it is."""
    if main.target is None:
        yield NOT_COMPLETED()
    elif main.threat < main.target:
        yield BELOW_TARGET(threat=main.threat, target=main.target)


def tokens_left(table: Champions) -> Mapping[str, int]:
    """How many acceleration tokens stay for the next stage, and how many go (A3)."""
    tokens = table.main.tokens
    return {"tokens": tokens, "gone": 0} if table.ruled("tokens-carry-over") else {"tokens": 0, "gone": tokens}


def completed(table: Champions) -> Iterator[Event[Champions]]:
    """What follows once there is as much threat on the main scheme as its target (F18), or no longer."""
    main, due = table.main, is_due(table, MainSchemeAdvanced)
    if main.target and main.threat >= main.target and not due:
        yield MainSchemeCompleted()
    elif main.target and main.threat < main.target and due:
        yield MainSchemeStands()


EVENTS = (MainSchemeCompleted, MainSchemeAdvanced, MainSchemeStands)

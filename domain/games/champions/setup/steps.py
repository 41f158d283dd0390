"""The steps of the setup in their order: which are still to be done at this table, and what has no state (附录II)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import Maybe
from domain.games.champions.setup.players import SetupEvent
from domain.games.champions.state.names import SETUP_STEP_NAMES
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Settled
from domain.language.refusal import Refused, never, refusal

FIRST_THIS = refusal("setup-order", "First: {step}.", rule=sections.SETUP, areas=("turns",))
STEP_DONE = refusal("setup-step-done", "Done already: {step}.", rule=sections.SETUP)
ON_SIDE_B = never("on-side-b", "The main scheme shows side B already.", rule=sections.SETUP)
BY_WORD = ("tokens", "side A", "characters")
"""Steps that change nothing that a table writes down: somebody says that they are done."""
NEEDS = {
    "obligations": "encounter",
    "nemesis sets": "encounter",
    "decks": "hands",
    "encounter deck": "encounter",
    "shuffle": "encounter",
    "starting hands": "hands",
}
"""Steps in which a table has nothing to do that leaves out an area, and that area."""


def steps_left(table: Champions) -> list[str]:
    """The steps that are still to be done, in their order; none where the setup is not followed step by step."""
    if table.step != "setup" or not table.tracks("turns") or not table.seats:
        return []
    return [step for step in SETUP_STEP_NAMES if table.tracks(*_needs(step)) and not is_done(table, step)]


def is_followed(table: Champions) -> bool:
    """Whether the game waits for the setup: at a table that was opened, or opened anew, with turns among what it keeps.

    A table that leaves turns out sets itself up. So may one of a log that never says what its table keeps (then no game
    has a number yet), unless it tells of a step.
    """
    return table.tracks("turns") and (table.number > 0 or bool(table.prepared))


def _needs(step: str) -> tuple[str, ...]:
    return (NEEDS[step],) if step in NEEDS else ()


def is_done(table: Champions, step: str) -> bool:
    """Whether a step is done, as the table shows or somebody said."""
    match step:
        case "first player":
            return bool(table.first) or len(table.seats) == 1
        case "decks":
            return all(seat.deck or seat.hand for seat in table.seats.values())
        case "scenario":
            return bool(table.scenario.id) and not other_heads(table)
        case "encounter deck":
            return table.scenario.composed
        case "side B":
            return table.main.side == "B"
        case "starting hands":
            return all(seat.hand for seat in table.seats.values())
    return step in table.prepared


def other_heads(table: Champions) -> bool:
    """Whether heroes came or left since the scenario was chosen, so that its values are those of other players."""
    return table.scenario.heads not in (0, len(table.seats))


def too_early(table: Champions, step: str) -> Iterator[Refused]:
    """Why a step cannot be done yet: one before it is still to be done."""
    left = steps_left(table)
    order = list(SETUP_STEP_NAMES)
    if left and order.index(left[0]) < order.index(step):
        yield FIRST_THIS(step=SETUP_STEP_NAMES[left[0]])


class StepEvent(SetupEvent):
    """A step of the setup, done once and in its order where the setup is followed step by step."""

    during = ("setup",)
    step_done: ClassVar[str]

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from self.done_already(table)
        yield from too_early(table, self.step_done)

    def done_already(self, table: Champions) -> Iterator[Refused]:
        """Why the step is not done once more."""
        if is_done(table, self.step_done):
            yield STEP_DONE(step=SETUP_STEP_NAMES[self.step_done])

    def apply(self, table: Champions) -> None:
        done(table, self.step_done)


def done(table: Champions, step: str) -> None:
    """Write down that a step is done; for `apply`."""
    if step not in table.prepared:
        table.prepared = [*table.prepared, step]


class SetupStepDone(SetupEvent):
    help_text = "A step of the setup is done that changes nothing the table writes down."
    says = "Setup: {step}"
    title = "Step of the setup done"
    tracked = ("turns",)
    during = ("setup",)
    step: Annotated[str, Choice("setup-steps", lambda table: BY_WORD)]

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.step in table.prepared:
            yield STEP_DONE(step=SETUP_STEP_NAMES[self.step])
        yield from too_early(table, self.step)

    def apply(self, table: Champions) -> None:
        done(table, self.step)


class MainSchemeFlipped(StepEvent):
    help_text = "Side A of the main scheme is carried out: it is turned to side B, with its starting threat."
    says = "{scheme}: side B[, {threat} threat]"
    tracked = ("turns",)
    step_done = "side B"
    threat: Maybe | None = Field(default=None, title="starting threat, of all players")
    scheme: Annotated[str, Choice("schemes"), Settled()] = "main scheme"

    def done_already(self, table: Champions) -> Iterator[Refused]:
        if table.main.side == "B":
            yield ON_SIDE_B()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(threat=table.main.threat if self.threat is None else self.threat)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.main.side, table.main.threat = "B", self.threat or 0


EVENTS = (SetupStepDone, MainSchemeFlipped)

"""The Power Track: raised by defeats, and spent as a whole by two heroes right afterwards (能量轨)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, move_numbers
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Known
from domain.framework.events.event import Event, Layout, question_answered
from domain.framework.events.marks import Merged, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.odalin import sections
from domain.games.odalin.base import Few, OdalinEvent, Source, StandingHero, hero_of
from domain.games.odalin.heroes.dials import CorruptionReduced, SoulGained
from domain.games.odalin.state.kinds import Half, PowerLevel
from domain.games.odalin.state.table import MOST_POWER, Odalin

NO_POWER_TRACK = refusal("no-power-track", "This table plays with the Balance Track.", rule=sections.POWER_TRACK)
TOO_LATE = refusal("power-too-late", "Power can be spent only right after it rose.", rule=sections.POWER_TRACK)
NO_POWER = never("no-power", "There is no power to spend.", rule=sections.POWER_TRACK)
TWO_HEROES = refusal("two-heroes", "Choose two heroes.", rule=sections.POWER_TRACK)
NO_HALF = never("no-half", "Say which half {hero} takes.", rule=sections.POWER_TRACK, asks=True)
BENEFIT_UNKNOWN = refusal(
    "benefit-unknown", "Say the soul and the corruption of {level} power: they are on the track, and typed in once.",
    rule=sections.POWER_TRACK,
)  # fmt: skip
NOT_ASKED = never("not-asked", "There is no decision about power to make right now.", rule=sections.POWER_TRACK)
AT_THE_TOP = never("power-at-the-top", "The Power Track is at its end.", rule=sections.POWER_TRACK)

ON_TRACK = Printed(PowerLevel, by="step", given=("level",))
"""The benefits of a level are printed on the track; the rulebook gives those of level 4 only."""
Benefit = Annotated[Few | None, ON_TRACK]
BENEFITS = {"upper_soul", "upper_corruption", "lower_soul", "lower_corruption"}


class PowerEvent(OdalinEvent):
    heading = "Power track"
    tracked = ("power",)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.system != "power track":
            yield NO_POWER_TRACK()


def offer_power(table: Odalin) -> None:
    """Offer to spend the power; for `apply`. The decision is required if another villain falls next (Q7)."""
    first = any(villain.hp == 0 for villain in table.villains.values()) and not table.ruled("power-after-attack")
    withdraw_power(table)
    if table.power:
        table.agenda.put(PowerSpent, must=first, level=table.power)


def withdraw_power(table: Odalin) -> None:
    """Withdraw the offer to spend power; for `apply`."""
    table.agenda.drop(lambda due: due.is_of(PowerSpent))


class PowerRaised(NumbersMoved[Odalin], PowerEvent):
    title = "Raise power"
    help_text = "The Power Track rises because a card or a room says so."
    sentence = "Power rose by {amount}[ ({source})]"
    amount: Annotated[int, Field(ge=1, le=MOST_POWER), Merged(), Gains("power", none=AT_THE_TOP)] = 1
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        move_numbers(table, self)
        offer_power(table)


TAKERS = 2
"""The number of heroes that take a benefit of spent power."""


class PowerSpent(PowerEvent):
    title = "Spend power"
    help_text = "All power is spent at once: two heroes each take the benefit of the upper or of the lower half."
    sentence = "{level} power was spent: {first} took the {first_half} half[, {second} the {second_half} half]"
    question = "Spend all {level} power"
    answers = "{level} power: spend it now?"
    comes_again = True
    layout = Layout(usual=("second", "second_half"))
    first: StandingHero
    first_half: Half
    second: StandingHero | None = None
    second_half: Half | None = None
    upper_soul: Annotated[Benefit, Field(title="soul of the upper half")] = None
    upper_corruption: Annotated[Benefit, Field(title="corruption off, upper half")] = None
    lower_soul: Annotated[Benefit, Field(title="soul of the lower half")] = None
    lower_corruption: Annotated[Benefit, Field(title="corruption off, lower half")] = None
    level: Annotated[int, Field(ge=0, le=MOST_POWER), Settled(offered=True)] = 0

    @classmethod
    def prefilled(cls, table: Odalin) -> Mapping[str, Any]:
        """The heroes, if there is no choice of them."""
        heroes = table.heroes_up()
        return dict(zip(("first", "second"), heroes, strict=False)) if len(heroes) <= TAKERS else {}

    @classmethod
    def reminders(cls, table: Odalin, known: Known) -> Iterator[Text]:
        level = PowerLevel.of(table, str(table.power))
        if not BENEFITS - level.model_fields_set:
            soul, less = level.upper_soul, level.upper_corruption
            yield text("Upper half: {soul} soul, {less} corruption off.", soul=soul, less=less)
            soul, less = level.lower_soul, level.lower_corruption
            yield text("Lower half: {soul} soul, {less} corruption off.", soul=soul, less=less)

    @classmethod
    def needed(cls, table: Odalin, known: Known) -> Iterator[str]:
        level = PowerLevel.of(table, str(table.power))
        if len(table.heroes_up()) > 1:
            yield from ("second", "second_half")
        yield from sorted(BENEFITS - level.model_fields_set, reverse=True)

    @property
    def step(self) -> str:
        """The content id of the spent level; empty if there is none."""
        return str(self.level) if self.level else ""

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.power:
            yield NO_POWER()
        elif not table.agenda.of(PowerSpent):
            yield TOO_LATE()
        if self.second in (self.first, None) and len(table.heroes_up()) > 1:
            yield TWO_HEROES()
        if self.second and not self.second_half:
            yield NO_HALF(hero=table.called("heroes", self.second))

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        if table.power and any(self._unsaid(table, half) for half in (self.first_half, self.second_half) if half):
            yield BENEFIT_UNKNOWN(level=table.power)

    def _unsaid(self, table: Odalin, half: Half) -> bool:
        """Whether a benefit of a half is neither given nor known."""
        level = PowerLevel.of(table, str(table.power))
        names = (f"{half}_soul", f"{half}_corruption")
        return any(getattr(self, name) is None and getattr(level, name) is None for name in names)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(level=table.power).with_card_defaults(table)

    def apply(self, table: Odalin) -> None:
        table.power = 0
        for hero in filter(None, (self.first, self.second)):
            hero_of(table, hero).today.powers += 1

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from self._benefit(self.first, self.first_half)
        if self.second and self.second_half:
            yield from self._benefit(self.second, self.second_half)

    def _benefit(self, hero: str, half: Half) -> Iterator[Event[Odalin]]:
        soul, less = (
            (self.upper_soul, self.upper_corruption) if half == "upper" else (self.lower_soul, self.lower_corruption)
        )
        if soul:
            yield SoulGained(hero=hero, amount=soul, source="power")
        if less:
            yield CorruptionReduced(hero=hero, amount=less, source="power")


class PowerKept(PowerEvent):
    title = "Keep power"
    help_text = "Power stays on the track for a later defeat."
    sentence = "Power was kept"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for due in table.agenda.of(PowerSpent):
            yield Offer(text("Keep power"), question=question_answered(PowerSpent, due.fields, table))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.agenda.of(PowerSpent):
            yield NOT_ASKED()

    def apply(self, table: Odalin) -> None:
        withdraw_power(table)

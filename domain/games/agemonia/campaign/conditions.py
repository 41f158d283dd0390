"""Conditions of any figure: at most two, none twice; of three the lowest number goes (状态)."""

from collections.abc import Iterator

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId
from domain.games.agemonia.figures import FigureId, conditions_of, is_out
from domain.games.agemonia.state.kinds import ConditionCard
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Event, Occasion
from domain.language.refusal import Refused, never

HERO_EXHAUSTED = never(
    "hero-exhausted", "An exhausted hero is not affected.", rule=sections.EXHAUSTED, areas=("vitality",)
)
FIGURE_GONE = never("figure-gone", "{figure} is out of the fight.", rule=sections.CONDITIONS)
CONDITION_PRESENT = never("condition-present", "It already has this condition.", rule=sections.CONDITIONS)
CONDITION_ABSENT = never("condition-absent", "It does not have this condition.", rule=sections.CONDITIONS)

MOST_CONDITIONS = 2


def condition_number(table: Agemonia, condition: str) -> int | None:
    """The number in brackets on a condition card; None if nobody typed it in."""
    return ConditionCard.of(table, condition).number


class ConditionEvent(AgemoniaEvent):
    """A condition of a hero, an ally or an enemy."""

    area_of_play = "Conditions"
    version = 2
    figure: FigureId
    condition: ConditionId

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Heroes alone had conditions."""
        fields["figure"] = fields.pop("hero")


class ConditionGained(ConditionEvent):
    """Of three the one with the lowest number goes, as a consequence, where all three numbers are known."""

    # In the rulebook under 状态.
    help_text = "A figure gains a condition; at most two, and never one twice."
    says = "{figure} gained {condition}[ ({source})]"
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.figure in table.heroes and table.heroes[self.figure].exhausted:
            yield HERO_EXHAUSTED()
        elif is_out(table, self.figure):
            yield FIGURE_GONE(figure=table.called("figures", self.figure))
        if self.condition in conditions_of(table, self.figure):
            yield CONDITION_PRESENT()

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        if is_out(table, self.figure):
            yield FIGURE_GONE(figure=table.called("figures", self.figure))

    def apply(self, table: Agemonia) -> None:
        conditions_of(table, self.figure).append(self.condition)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        conditions = conditions_of(table, self.figure)
        numbers = [condition_number(table, condition) for condition in conditions]
        if len(conditions) > MOST_CONDITIONS and None not in numbers:
            lowest = min(conditions, key=lambda condition: condition_number(table, condition) or 0)
            yield ConditionDiscarded(figure=self.figure, condition=lowest, reason="lowest of three")


class ConditionDiscarded(ConditionEvent):
    help_text = "A condition goes."
    says = "{figure} lost {condition}[. {reason}]"
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.condition not in conditions_of(table, self.figure):
            yield CONDITION_ABSENT()

    def apply(self, table: Agemonia) -> None:
        conditions = conditions_of(table, self.figure)
        if self.condition in conditions:
            conditions.remove(self.condition)


EVENTS: tuple[type[Event[Agemonia]], ...] = (ConditionGained, ConditionDiscarded)

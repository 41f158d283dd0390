"""The base class of Agemonia's events, kinds of fields, and common refusals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from domain.components.numbers import Gains, Spends, part_at
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Line
from domain.framework.refusal import Refusal, Refused, never, refusal
from domain.framework.table import Table
from domain.framework.text import Term, text
from domain.games.agemonia import sections
from domain.games.agemonia.state.table import HIGHEST_LEVEL, Agemonia, Hero

SAME_HERO = never("same-hero", "Choose two heroes.")
NOT_ENOUGH_STARS = never(
    "not-enough-stars", "{hero} does not have enough stars ({have}/{need}).", rule=sections.STARS, areas=("stars",)
)
STARS_UNKNOWN = never(
    "stars-unknown",
    "Say first how many stars {hero} carries: nobody has typed it.",
    rule=sections.STARS,
    areas=("stars",),
)
REQUIREMENT_NOT_MET = refusal("requirement-not-met", "The requirement for this is not met.")
AFTER_THE_REVEAL = refusal(
    "after-the-reveal",
    "The city event is revealed: what is left are activities, and services paid with points.",
    rule=sections.CITY_EVENTS,
    areas=("steps",),
)
IN_THE_TUTORIAL = refusal(
    "in-the-tutorial",
    "The campaign has not come to the city yet: the tutorials come before it.",
    rule=sections.CITY_EVENTS,
)
NOT_ENOUGH_POINTS = never(
    "not-enough-points",
    "Not enough city activity points ({have}/{need}).",
    rule=sections.ACTIVITY_POINTS,
    areas=("steps",),
)

READINGS = text("Read at the table")
"""The card of all that is to be read now."""
THE_END = text("The end of the scenario")
"""The card of a scenario's result and of all that comes with it."""


class AgemoniaEvent(Event[Agemonia]):
    """Something that happened in an Agemonia campaign."""

    namespace: ClassVar[str] = "agemonia"


def in_stock(table: Agemonia) -> list[str]:
    """The scenario cards in the stock."""
    return [no for no, card in table.scenarios.items() if card.zone == "stock"]


def standing_words(table: Agemonia) -> list[str]:
    """The keywords of all journals that are not crossed out."""
    journals = (table.journal, *(hero.journal for hero in table.everybody()))
    return list(dict.fromkeys(w.keyword for journal in journals for w in journal.words.values() if not w.crossed_out))


Keyword = Annotated[Line, Choice("keywords", standing_words, free=True)]
HeroId = Annotated[str, Choice("heroes", lambda table: table.heroes)]
HeroIds = Annotated[tuple[str, ...], Field(max_length=8), Choice("heroes", lambda table: table.heroes)]
Owner = Annotated[str, Choice("journals", lambda table: ("party", *table.heroes))]
FactionId = Annotated[str, Choice("factions")]
ScenarioNo = Annotated[Line, Choice("scenarios", free=True)]
ItemId = Annotated[Line, Choice("items", free=True)]
OwnSkill = Annotated[str, Choice("skills", lambda table, hero: table.heroes[hero].skills, given=("hero",))]
ConditionId = Annotated[Line, Choice("conditions", free=True)]
InjuryId = Annotated[Line, Choice("injuries", free=True)]
ProfessionId = Annotated[Line, Choice("professions", free=True)]
FollowerId = Annotated[Line, Choice("followers", free=True)]
ArtifactId = Annotated[Line, Choice("artifacts", free=True)]
LocationId = Annotated[Line, Choice("locations", free=True)]
ServiceId = Annotated[Line, Choice("services", free=True)]
ActivityId = Annotated[Line, Choice("activities", free=True)]
CardId = Annotated[Line, Choice("cards", free=True)]
PlaceId = Annotated[str, Choice("storage", lambda table: table.storage)]
MOST_SMALL = 30
"""The maximum of small amounts: chips, dice, movement points, printed numbers."""
Level = Annotated[int, Field(ge=1, le=HIGHEST_LEVEL)]
Chips = Annotated[int, Field(ge=1, le=MOST_SMALL)]
MOST_STARS = 9_999
Price = Annotated[int, Field(ge=0, le=MOST_STARS)]


@dataclass(frozen=True, slots=True)
class GainsStars(Gains):
    """Marks an amount of stars that a hero gains; from then on their number is known."""

    def move_number(self, event: Event[Any], table: Table, name: str) -> None:
        Gains.move_number(self, event, table, name)
        for path, _ in self.changes_by_path(event, table, name):
            if isinstance(hero := part_at(table, path[:-1]), Hero):
                hero.stars_known = True


@dataclass(frozen=True, slots=True)
class SpendsStars(Spends):
    """Marks stars that a hero pays. They are typed in before."""

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        unknown = [path for path, need in self.sizes_by_path(event, table, name) if need and _lacks_stars(table, path)]
        if unknown:
            yield STARS_UNKNOWN(hero=table.called("heroes", unknown[0][1]))
        else:
            yield from Spends.reasons(self, event, table, name)


def _lacks_stars(table: Table, path: Sequence[str]) -> bool:
    """Whether nobody has typed the stars of the hero at a path."""
    hero = part_at(table, path[:-1])
    return isinstance(hero, Hero) and hero.stars_shown is None


STARS_GAINED = GainsStars("heroes.{hero}.stars", areas=("stars",))
STARS_PAID = SpendsStars("heroes.{hero}.stars", areas=("stars",), too_few=NOT_ENOUGH_STARS)
"""Stars cannot be owed: a hero pays only with those it carries, not with stored ones."""
POINTS_PAID = Spends("heroes.{hero}.activity_tokens", areas=("steps",), too_few=NOT_ENOUGH_POINTS)
"""City activity points are tokens; they cannot be owed (城市活动点数)."""


def hero_of(table: Agemonia, hero: str) -> Hero:
    """A hero of the party; a blank one that is not stored if a correction removed it."""
    return table.heroes.get(hero) or Hero()


def is_played(table: Agemonia) -> bool:
    """Whether a scenario is being played: begun, and without a result."""
    running = table.running
    return (running.started and not running.result) if running else table.scene.round > 0


def is_setting_up(table: Agemonia) -> bool:
    """Whether the first round of a fight has not begun."""
    return not table.scene.round


def too_early(table: Agemonia) -> Iterator[Refused]:
    """The refusal during the tutorials, until a tutorial or a city event is recorded.

    A table that does not record its steps overrides it only once.
    """
    if table.step == "tutorial" and table.tracks("steps") and not (table.tutorials or table.city_events):
        yield IN_THE_TUTORIAL()


def too_late(table: Agemonia, points: int = 0) -> Iterator[Refused]:
    """The refusal of city actions after the city event is revealed, except those paid with activity points."""
    if table.step == "city" and table.city.event and not points:
        yield AFTER_THE_REVEAL()


def below_level(table: Agemonia, level: int, too_low: Refusal) -> Iterator[Refused]:
    """The refusal if the party has not reached a level."""
    if table.level < level:
        yield too_low(level=level)


def requirement_not_met(met: bool, rule: Term) -> Iterator[Refused]:
    """The refusal of an unmet requirement. Its text is on a card or entry, so the players say whether it is met."""
    if not met:
        yield REQUIREMENT_NOT_MET.under(rule)()


def follows_fights(table: Agemonia) -> bool:
    """Whether fights are played with this table: it tracks stamina and wounds."""
    return table.tracks("vitality")


def has_rounds(table: Agemonia) -> bool:
    """Whether scenarios are played round by round with this table: each has its large button, and the result none."""
    return follows_fights(table) and (table.plays_rounds or not table.no_rounds)

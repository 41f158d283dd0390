"""Story points and story cards: revealed once, flipped, laid on the map (故事点, 故事卡)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.console.map.terrain import area_named, ground
from domain.games.agemonia.figures import AreaHere, AreaId, FriendId, Letter
from domain.games.agemonia.state.scenario import BorderLine, Ground, Scene, StoryCard
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Choice, Event, Occasion, Remark
from domain.language.refusal import Refused, never, refusal

CARD_KNOWN = never("card-known", "This story card was already revealed.", rule=sections.STORY_CARDS)
HEROES_ONLY = never("heroes-only", "Only heroes can use this story card section.", rule=sections.STORY_CARDS)
NOT_IN_RANGE = refusal("not-in-range", "Not within range.", rule=sections.STORY_CARDS)
FLIP_FIRST = refusal("flip-first", "It is laid on the map once it is flipped.", rule=sections.STORY_CARDS)
CARD_FLIPPED = refusal("card-flipped", "This story card is already flipped.", rule=sections.STORY_CARDS)

CardHere = Annotated[str, Choice("story-cards", lambda table: table.scene.cards)]


class StoryCardEvent(AgemoniaEvent):
    area_of_play = "Story cards"


class StoryCardRevealed(StoryCardEvent):
    help_text = (
        "A story card is revealed, by whoever comes within range of its point or because something says so; once."
    )
    says = "Story card {letter}[ revealed by {by}]"
    letter: Letter
    by: FriendId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.letter in table.scene.cards:
            yield CARD_KNOWN()

    def apply(self, table: Agemonia) -> None:
        table.scene.cards.setdefault(self.letter, StoryCard())


class StorySectionUsed(StoryCardEvent):
    help_text = "A hero uses a section of a story card; sections with a range are for heroes only."
    says = "{figure} uses {letter}[: {section}]"
    letter: CardHere
    figure: FriendId
    section: Remark = ""
    in_range: bool = Field(default=True, title="within range")
    everywhere: bool = Field(default=False, title="no range, or ∞")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.figure not in table.heroes and not self.everywhere:
            yield HEROES_ONLY()
        if not (self.in_range or self.everywhere):
            yield NOT_IN_RANGE()

    def apply(self, table: Agemonia) -> None:
        if card := table.scene.cards.get(self.letter):
            card.used[self.figure] = card.used.get(self.figure, 0) + 1


class StoryCardFlipped(StoryCardEvent):
    # In the rulebook under 翻转故事卡.
    help_text = "A story card is turned to its other side, once its requirement is met."
    says = "Story card {letter} is flipped[: {reason}]"
    letter: CardHere
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.cards[self.letter].flipped:
            yield CARD_FLIPPED()

    def apply(self, table: Agemonia) -> None:
        if card := table.scene.cards.get(self.letter):
            card.flipped = True


def not_flipped(table: Agemonia, letter: str) -> Iterator[Refused]:
    """Cards cover areas and connect them with their other side (覆盖故事卡, 连接故事卡)."""
    card = table.scene.cards.get(letter)
    if card and not card.flipped:
        yield FLIP_FIRST()


class OverlayCardPlaced(StoryCardEvent):
    """Figures stand in the area that takes the place of theirs; where one is split, the table puts them anew."""

    # In the rulebook under 覆盖故事卡.
    help_text = "A story card covers areas of the map, which become one or several others."
    says = "Story card {letter} covers {areas}: now {becomes}"
    letter: CardHere
    areas: Annotated[tuple[AreaHere, ...], Field(min_length=1, max_length=10)]
    becomes: Annotated[tuple[AreaId, ...], Field(min_length=1, max_length=10)]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_flipped(table, self.letter)

    def apply(self, table: Agemonia) -> None:
        scene = table.scene
        moved = [figure for figure, place in scene.places.items() if place in self.areas]
        for area in self.becomes:
            ground(table, area)
        for figure in moved:
            if len(self.becomes) == 1:
                scene.places[figure] = self.becomes[0]
            elif scene.places[figure] not in self.becomes:
                del scene.places[figure]
        for area in self.areas:
            if area not in self.becomes and (covered := scene.areas.pop(area, None)):
                self._lay_back(scene, area, covered)
        for left in scene.areas.values():
            left.borders = {to: line for to, line in left.borders.items() if to in scene.areas}

    def _lay_back(self, scene: Scene, area: str, covered: Ground) -> None:
        """What lay in a covered area lies in the first of the new ones; its borders are those of the only one."""
        new = scene.areas[self.becomes[0]]
        new.traps, new.stars = new.traps + covered.traps, new.stars + covered.stars
        new.points += covered.points
        new.items = {id_: new.items.get(id_, 0) + covered.items.get(id_, 0) for id_ in (*new.items, *covered.items)}
        scene.traps_due = [self.becomes[0] if due == area else due for due in scene.traps_due]
        for token in scene.tokens.values():
            token.where = self.becomes[0] if token.where == area else token.where
        for to, line in covered.borders.items() if len(self.becomes) == 1 else ():
            if to not in (*self.areas, *self.becomes) and to in scene.areas:
                new.borders[to] = line
                scene.areas[to].borders[self.becomes[0]] = line


class ConnectingCardPlaced(StoryCardEvent):
    # In the rulebook under 连接故事卡.
    help_text = "A story card is laid at its banner, which is a single white line for everything."
    says = "Story card {letter} is connected to {to}"
    letter: CardHere
    area: AreaId
    to: AreaId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_flipped(table, self.letter)

    def apply(self, table: Agemonia) -> None:
        here, there = area_named(table, self.area), area_named(table, self.to)
        ground(table, here).borders[there] = BorderLine()
        ground(table, there).borders[here] = BorderLine()


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    StoryCardRevealed,
    StoryCardFlipped,
    StorySectionUsed,
    OverlayCardPlaced,
    ConnectingCardPlaced,
)

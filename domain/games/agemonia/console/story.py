"""Story points, story cards and traps: hidden things on the map."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.marks import Line, Occasion, Remark, SearchText
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.console.terrain import area_named, ground_of, lines_from, new_ground, traps_untried
from domain.games.agemonia.figures import AreaHere, AreaId, FigureId, FriendId, Letter, heroes_at_turn
from domain.games.agemonia.state.scenario import BorderLine, Ground, Scene, StoryCard
from domain.games.agemonia.state.table import Agemonia

# === Story points and story cards: revealed once, flipped, placed on the map (故事点, 故事卡) ====

CARD_KNOWN = never("card-known", "This story card was already revealed.", rule=sections.STORY_CARDS)
HEROES_ONLY = never("heroes-only", "Only heroes can use this story card section.", rule=sections.STORY_CARDS)
NOT_IN_RANGE = refusal("not-in-range", "The target is out of range.", rule=sections.STORY_CARDS)
FLIP_FIRST = refusal("flip-first", "Flip this story card first; then it goes on the map.", rule=sections.STORY_CARDS)
CARD_FLIPPED = refusal("card-flipped", "This story card is already flipped.", rule=sections.STORY_CARDS)

CardHere = Annotated[str, Choice("story-cards", lambda table: table.scene.cards)]


class StoryCardEvent(AgemoniaEvent):
    heading = "Story cards"


class StoryCardRevealed(StoryCardEvent):
    title = "Reveal a story card"
    help_text = "Reveal a story card, once: an ally comes within range of its point, or something says so."
    sentence = "Revealed story card {letter}[ by {by}]"
    offer = Offer()
    letter: Letter
    by: FriendId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.letter in table.scene.cards:
            yield CARD_KNOWN()

    def apply(self, table: Agemonia) -> None:
        table.scene.cards.setdefault(self.letter, StoryCard())


class StorySectionUsed(StoryCardEvent):
    title = "Use a section of a story card"
    help_text = "A hero uses a section of a story card. Sections with a range are for heroes only."
    sentence = "{figure} used story card {letter}[: {section}]"
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
    title = "Flip a story card"
    help_text = "Flip a story card once its requirement is met."
    sentence = "Story card {letter} was flipped[: {reason}]"
    offer = Offer(
        text("Flip story card {letter}"),
        each=("letter", lambda table: [letter for letter, card in table.scene.cards.items() if not card.flipped]),
    )
    letter: CardHere
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.cards[self.letter].flipped:
            yield CARD_FLIPPED()

    def apply(self, table: Agemonia) -> None:
        if card := table.scene.cards.get(self.letter):
            card.flipped = True


def not_flipped(table: Agemonia, letter: str) -> Iterator[Refused]:
    """The refusal of an unflipped card: its other side covers or connects areas (覆盖故事卡, 连接故事卡)."""
    card = table.scene.cards.get(letter)
    if card and not card.flipped:
        yield FLIP_FIRST()


class OverlayCardPlaced(StoryCardEvent):
    """Cover areas with a story card.

    Figures move to the area that replaces theirs; if it is split, the players place them.
    """

    # In the rulebook under 覆盖故事卡.
    title = "Place a story card over areas"
    help_text = "A story card covers some areas of the map, which become one or more new ones."
    sentence = "Story card {letter} covered {areas}: now {becomes}"
    letter: CardHere
    areas: Annotated[tuple[AreaHere, ...], Field(min_length=1, max_length=10)]
    becomes: Annotated[tuple[AreaId, ...], Field(min_length=1, max_length=10), Field(title="what do they become")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_flipped(table, self.letter)

    def apply(self, table: Agemonia) -> None:
        scene = table.scene
        moved = [figure for figure, place in scene.places.items() if place in self.areas]
        for area in self.becomes:
            new_ground(table, area)
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
        """Move the contents of a covered area to the first new one; if it is the only one, also the borders."""
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
    title = "Connect a story card"
    help_text = "Put a story card next to its banner; the banner is a single white line for everyone."
    sentence = "Story card {letter} was connected to {to}"
    letter: CardHere
    area: AreaId
    to: AreaId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_flipped(table, self.letter)

    def apply(self, table: Agemonia) -> None:
        here, there = area_named(table, self.area), area_named(table, self.to)
        new_ground(table, here)
        ground_of(table, here).borders[there] = BorderLine()
        ground_of(table, there).borders[here] = BorderLine()


# === Trap tokens and the trap deck (陷阱) ========================================================

NO_TRAP = never("no-trap", "There is no trap token.", rule=sections.TRAP_TOKENS)
TRAP_HEIGHT = never("trap-height", "Traps cannot be set at a different height.", rule=sections.TRAP_TOKENS)
NO_TRAP_DUE = refusal("no-trap-due", "No trap has gone off.", rule=sections.TRAPS)

NOT_IN_THE_TRAP = refusal(
    "not-in-the-trap", "Only a hero who has entered the area can disarm the trap.", rule=sections.TRAP_TOKENS
)
TRAPS_IN_PLAY = never("traps-in-play", "The trap deck is already in play.", rule=sections.TRAPS)

TrapId = Annotated[Line, Choice("trap-cards", free=True)]


class TrapEvent(AgemoniaEvent):
    heading = "Traps"


class TrapDeckPrepared(TrapEvent):
    # In the rulebook under 陷阱牌组.
    title = "Shuffle the trap deck"
    help_text = "Something calls for the trap deck: shuffle it and start using it."
    sentence = "The trap deck came into play"

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.traps:
            yield TRAPS_IN_PLAY()

    def apply(self, table: Agemonia) -> None:
        table.scene.traps = True


class TrapTokenPlaced(TrapEvent):
    # In the rulebook under 陷阱牌组.
    title = "Set a trap"
    help_text = "Set a trap token in an area. From now on the trap deck is in play."
    sentence = "A trap was set in {area}[ by {by}]"
    area: AreaId
    by: FigureId | None = None
    other_height: bool = Field(default=False, title="at another height than the figure that sets it")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        here = table.scene.places.get(self.by or "", "")
        border = lines_from(table, here).get(area_named(table, self.area))
        if self.other_height or (border and border.higher):
            yield TRAP_HEIGHT()

    def apply(self, table: Agemonia) -> None:
        ground_of(table, area_named(table, self.area)).traps += 1
        table.scene.traps = True


class TrapDisarmed(TrapEvent):
    # In the rulebook under 解除陷阱.
    title = "Disarm a trap"
    help_text = "A trap is disarmed: discard its token."
    sentence = "{by} disarmed the trap[ in {area}]"
    area: AreaHere
    by: FriendId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_trap(table, self.area)
        if self.by:
            yield from outside_the_trap(table, self.by, self.area)

    def apply(self, table: Agemonia) -> None:
        here = ground_of(table, self.area)
        here.traps = max(0, here.traps - 1)


def outside_the_trap(table: Agemonia, figure: str, area: str) -> Iterator[Refused]:
    """The refusal of disarming a trap: only a hero in its area may, or any hero whose area is unknown."""
    if figure not in table.heroes or table.scene.places.get(figure, area) != area:
        yield NOT_IN_THE_TRAP()


def trap_question(table: Agemonia, hero: str) -> Text | None:
    """The question about a trap that a hero walked into and did not try to disarm; None without one."""
    if not traps_untried(table, hero):
        return None
    return text("Does {hero} try to disarm the trap?", hero=table.called("heroes", hero))


def no_trap(table: Agemonia, area: str) -> Iterator[Refused]:
    if not table.scene.areas[area].traps:
        yield NO_TRAP()


class TrapTriggered(TrapEvent):
    # In the rulebook under 陷阱.
    title = "Set off a trap"
    help_text = "A trap goes off: discard its token, then reveal and resolve the top trap card."
    sentence = "The trap in {area} went off[: {by}]"
    area: AreaHere
    by: FigureId | None = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The trap in the area of the hero at turn; one that it walked into is asked about (陷阱)."""
        for hero in heroes_at_turn(table):
            if area := table.scene.places.get(hero):
                asked = trap_question(table, hero)
                yield Offer(text("Set off the trap"), {"area": area, "by": hero}, bool(asked), question=asked)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_trap(table, self.area)

    def apply(self, table: Agemonia) -> None:
        here = ground_of(table, self.area)
        here.traps = max(0, here.traps - 1)
        table.scene.traps_due.append(self.area)


class TrapCardResolved(TrapEvent):
    title = "Resolve the trap card"
    help_text = "Resolve the revealed trap card, and shuffle it back into its deck."
    sentence = "Resolved the trap card[ {card}][: {effect}]"
    offer = Offer(required=True, opens_form=True, when=lambda table: table.scene.traps_due)
    card: TrapId | None = None
    effect: Annotated[Remark, SearchText()] = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not table.scene.traps_due:
            yield NO_TRAP_DUE()

    def apply(self, table: Agemonia) -> None:
        table.scene.traps_due = table.scene.traps_due[1:]

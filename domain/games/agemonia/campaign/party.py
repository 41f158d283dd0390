"""The party and its campaign: the players of heroes, the tutorials, the loop of campaign steps, the end."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Seating
from domain.framework.events.marks import Line, Remark
from domain.framework.events.offer import Offer
from domain.framework.game import TrackingSet
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import AREAS as TRACKED
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    AgemoniaEvent,
    Chips,
    HeroId,
    Level,
    ScenarioNo,
    follows_fights,
    has_rounds,
    hero_of,
    is_setting_up,
)
from domain.games.agemonia.campaign.levels import missing_steps
from domain.games.agemonia.figures import ActionId
from domain.games.agemonia.state.scenario import PERIODS, Scene
from domain.games.agemonia.state.table import AREAS, Agemonia, Area, City, Hero, Journey, Step

HERO_PRESENT = never("hero-present", "{hero} is already in the party.")
PARTY_FULL = refusal("party-full", "A campaign needs 1 to 4 heroes.", rule=sections.OVERVIEW)
HERO_CONTROLS_ITSELF = never(
    "hero-controls-itself", "A hero is always controlled by its own player.", rule=sections.CONTROLLING_ALLIES
)
TUTORIAL_DONE = never("tutorial-done", "Tutorial {number} is already done.")
TUTORIALS_FIRST = refusal(
    "tutorials-first", "Finish the 3 tutorial scenarios first.", rule=sections.OVERVIEW, areas=("scenarios",)
)
STEP_ORDER = refusal(
    "step-order", "Campaign steps are played in the order city, journey, scenario.", rule=sections.CAMPAIGN_STEPS
)
SCENARIO_UNFINISHED = never(
    "scenario-unfinished", "Finish the scenario first.", rule=sections.CLEAN_UP, areas=("scenarios",)
)
DISK_NUMBERS = refusal(
    "disk-numbers",
    "No disk brings back more chips when wounded ({wounded}) than it has ({chips}).",
    rule=sections.NEW_VITALITY_DISK,
)
DISK_LOWER = refusal(
    "disk-lower",
    "The disk of a new level is usually one higher than the one before ({before}).",
    rule=sections.NEW_VITALITY_DISK,
)

# One to four heroes; three tutorials come before the campaign (§「概述」).
MOST_HEROES = 4
TUTORIALS = 3
ORDER: dict[str, tuple[Step, ...]] = {
    "city": ("tutorial", "scenario"),
    "journey": ("city",),
    "scenario": ("journey",),
}
Score = Annotated[int, Field(ge=0, le=20)]


def _upper(value: Any) -> Any:
    return value.strip().upper() if isinstance(value, str) else value


ResultCode = Annotated[
    str,
    BeforeValidator(_upper),
    Field(max_length=3, pattern=r"^[SF][0-9]{0,2}$", title="result (S or F, then its number)"),
]
"""The result of a scenario: S or F, and its number in the scenario book."""


class PartyEvent(AgemoniaEvent):
    heading = "Party"


class CampaignSetUp(PartyEvent):
    """The game's opening: recorded right after the start, with the fields given to `new`."""

    title = "Set up the campaign"
    help_text = "The areas to track: everything unless you choose otherwise. Each part works alone."
    layout = Layout(keeps_unnamed=True)
    sentence = "The party set out[ as {party_name}], keeping track of {tracks}"
    party_name: Remark = ""
    tracks: Annotated[
        tuple[Area, ...], Choice(TRACKED, lambda table: table.areas), Field(title="what do you track")
    ] = AREAS

    @classmethod
    def prefilled(cls, table: Agemonia) -> Mapping[str, Any]:
        return {"party_name": table.party_name, "tracks": table.areas_tracked()}

    def apply(self, table: Agemonia) -> None:
        table.party_name = self.party_name or table.party_name
        table.tracked = list(self.tracks)


TRACKING_SETS = (
    TrackingSet(
        "everything",
        text("Everything"),
        text("The campaign log, heroes with their items and skills, and fights round by round."),
        AREAS,
    ),
    TrackingSet(
        "campaign",
        text("The campaign log"),
        text("Steps, reputation, journals, scenarios, levels and stars; heroes and fights stay on the table."),
        ("steps", "reputation", "journals", "scenarios", "levels", "stars"),
    ),
)


class PartyNamed(PartyEvent):
    title = "Name the party"
    help_text = "Name your party."
    sentence = "The party took the name {party_name}"
    party_name: Line

    def apply(self, table: Agemonia) -> None:
        table.party_name = self.party_name


def heroes_to_take(table: Agemonia) -> list[str]:
    return [hero for hero in table.ids("heroes") if hero not in table.heroes]


def why_not_to_take(table: Agemonia, hero: str) -> Refused | None:
    return HERO_PRESENT(hero=table.called("heroes", hero)) if hero in table.heroes else None


def is_gathering(table: Agemonia) -> bool:
    """Whether heroes still come together: nothing else was written down of any, and nothing was played."""
    begun = table.tutorials or table.round or table.running or table.scene != Scene()
    return not begun and all(hero.strength is None and hero.chips is None for hero in table.heroes.values())


ANOTHER_HERO = Offer(text("Take another hero"), keypad="hero")


class HeroJoinedParty(PartyEvent):
    title = "Take a hero"
    help_text = "A hero joins the party; a player may have several."
    sentence = "{hero} joined the party[, played by {player}]"
    layout = Layout(usual=("player",))
    seating = Seating("hero", "player")
    hero: Annotated[str, Choice("heroes", heroes_to_take, why_not=why_not_to_take)]
    player: Remark = Field(default="", title="who plays it")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if not table.heroes:
            yield Offer(text("Who plays? A hero joins the party"), required=True, keypad="hero")
        elif is_gathering(table):
            yield ANOTHER_HERO

    @classmethod
    def offers_before_tutorials(cls, table: Agemonia) -> Iterator[Offer]:
        """Another hero, as long as the campaign proper has not begun and no tutorial lies on the table."""
        if table.heroes and not table.running and table.scene == Scene() and not is_gathering(table):
            yield ANOTHER_HERO

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if len(table.heroes) >= MOST_HEROES:
            yield PARTY_FULL()

    def apply(self, table: Agemonia) -> None:
        table.heroes[self.hero] = Hero(player=self.player)


class HeroLeftParty(PartyEvent):
    title = "Let a hero leave the party"
    help_text = "A hero retires for good, box and all."
    sentence = "{hero} left the party"
    hero: HeroId

    def apply(self, table: Agemonia) -> None:
        table.heroes.pop(self.hero, None)


class HeroBoardRecorded(PartyEvent):
    """Type in a hero board. A missing number keeps its value; tokens are added to the known ones."""

    title = "Type in a hero board"
    help_text = "The numbers at the bottom of a hero board, as many as you want to use."
    sentence = "Typed in {hero}'s board[: strength {strength}][, agility {agility}][, will {will}][, taunt {taunt}]"
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("strength", "agility", "will", "taunt"))
    tracked = ("builds",)
    hero: HeroId
    strength: Score | None = None
    agility: Score | None = None
    will: Score | None = None
    taunt: Score | None = None
    tokens: tuple[ActionId, ...] = Field(default=(), title="which action tokens of level 1")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The next unknown number of each hero."""
        for id_, hero in table.heroes.items() if is_setting_up(table) else ():
            if unknown := next((number for number in ON_BOARD if getattr(hero, number) is None), None):
                yield Offer(ON_BOARD[unknown], {"hero": id_}, keypad=unknown, keypad_numbers=ON_BOARDS)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        for name in ("strength", "agility", "will", "taunt"):
            value = getattr(self, name)
            if value is not None:
                setattr(hero, name, value)
        hero.tokens += [token for token in self.tokens if token not in hero.tokens]


class PlayerAssignedToHero(PartyEvent):
    title = "Hand a hero to another player"
    help_text = "Another player takes over a hero."
    sentence = "{player} took over {hero}"
    reseating = Seating("hero", "player")
    hero: HeroId
    player: Annotated[Line, Field(title="who plays it")]

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).player = self.player


class SharedAllyControllerAgreed(PartyEvent):
    # In the rulebook under 控制盟友.
    title = "Agree who moves an ally"
    help_text = "Agree on who moves a non-hero ally."
    sentence = "{player} took over {ally}"
    ally: Annotated[Line, Choice("followers", free=True)]
    player: Annotated[Line, Field(title="who moves it")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.ally in table.heroes:
            yield HERO_CONTROLS_ITSELF()

    def apply(self, table: Agemonia) -> None:
        table.controllers[self.ally] = self.player


ON_BOARD = {
    "strength": text("{hero}: what strength does the board show?"),
    "agility": text("{hero}: what agility does the board show?"),
    "will": text("{hero}: what will does the board show?"),
    "taunt": text("{hero}: what taunt does the board show?"),
}
"""The question for each number at the bottom of a hero board."""
ON_BOARDS, ON_DISKS = range(6), range(5, 12)
"""The numbers on boards and disks that are a tap each."""
TutorialNo = Annotated[int, Field(ge=1, le=TUTORIALS)]


def recover_all(table: Agemonia) -> None:
    """Recover all heroes after a scenario; injuries stay (场景后恢复)."""
    for hero in table.everybody():
        hero.made_whole()
        hero.conditions, hero.active, hero.left_behind = [], [], []


def next_tutorial(table: Agemonia) -> int | None:
    """The next tutorial to play; None after the last one, or if the table does not track scenarios."""
    left = [number for number in range(1, TUTORIALS + 1) if str(number) not in table.tutorials]
    return left[0] if left and table.tracks("scenarios") else None


class TutorialScenarioCompleted(PartyEvent):
    """Record the result of a tutorial. If it was set up here, it is cleared up and its heroes recover."""

    title = "Finish a tutorial"
    help_text = "You have played one of the three tutorial scenarios."
    sentence = "Tutorial {number} was played: {result}"
    log = LogRole(concludes=True)
    during = ("tutorial",)
    number: TutorialNo
    result: ResultCode = "S"

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The end of one that is fought here, or one that was played on the table alone."""
        if number := next_tutorial(table):
            played_here, fought = table.running or not follows_fights(table), table.running and has_rounds(table)
            ends, played = text("The end of tutorial {number}"), text("Tutorial {number} was already played")
            must = bool(table.heroes) and not fought
            needs = ("result",) if played_here else ()
            words = ends if played_here else played
            yield Offer(words, {"number": number}, required=must, opens_form=True, also_required=needs)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if str(self.number) in table.tutorials:
            yield TUTORIAL_DONE(number=self.number)

    def apply(self, table: Agemonia) -> None:
        table.tutorials[str(self.number)] = self.result
        winners = list(table.heroes) if self.result.startswith("S") else []
        table.note_result(winners, "scenarios", f"tutorial-{self.number}")
        if table.running and table.running.scenario == f"tutorial-{self.number}":
            recover_all(table)
            table.running, table.scene = None, Scene()


class CampaignProperStarted(PartyEvent):
    # In the rulebook under 概述.
    title = "Begin the campaign in the city"
    help_text = "The tutorials are behind you: the first campaign round begins in the city."
    sentence = "The main campaign began"
    during = ("tutorial",)
    ends = "step"
    tracked = ("steps",)

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if next_tutorial(table) is None:
            yield Offer(required=bool(table.heroes))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if len(table.tutorials) < TUTORIALS:
            yield TUTORIALS_FIRST()

    def apply(self, table: Agemonia) -> None:
        table.round = max(1, table.round)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield CampaignStepEntered(step="city")


class CampaignStepEntered(PartyEvent):
    """Go to a step and set it up; from a scenario to the city, it ends the campaign round (战役步骤)."""

    title = "Go to a step of the campaign"
    help_text = "Jump to another step, if you track only the steps or start in the middle."
    sentence = "{step} began"
    log = LogRole(bookkeeping=True)
    tracked = ("steps",)
    ends = "step"
    former_fields = ("ends_round",)
    step: Annotated[Step, Choice("steps")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.step not in ORDER.get(self.step, ()):
            yield STEP_ORDER()
        if self.step == "city" and table.running:
            yield SCENARIO_UNFINISHED()

    def plan(self, table: Agemonia) -> bool:
        """Whether it ends the campaign round."""
        return self.step == "city" and table.step == "scenario"

    def apply(self, table: Agemonia) -> None:
        table.step = self.step
        table.round = max(1, table.round)
        if self.step == "city":
            enter_city(table)
        elif self.step == "journey":
            table.journey = Journey()
        elif self.step == "scenario":
            table.scene = Scene()

    def follow_plan(self, table: Agemonia, plan: bool) -> Iterator[Event[Agemonia]]:
        if plan:
            yield CampaignRoundCompleted(round=table.round)


def enter_city(table: Agemonia) -> None:
    """Set up the city step: markers on Uneasy Sleep, disks on their blue side, no tokens (设置)."""
    table.city, table.running, table.scene = City(), None, Scene()
    for track in table.factions.values():
        track.due = list(track.unread)
        track.asks, track.risen = track.asks or track.risen, False
    PERIODS.end(table.heroes, "campaign round")
    for hero in table.everybody():
        hero.made_whole()


class CampaignRoundCompleted(PartyEvent):
    help_text = "City, journey and scenario are done: the next campaign round begins in the city."
    sentence = "Campaign round {round} ended"
    log = LogRole(confirm_undo="scenario", headline=True)
    tracked = ("steps",)
    automatic = True
    round: Annotated[int, Field(ge=0, le=9_999)]

    def apply(self, table: Agemonia) -> None:
        table.round, table.step = self.round + 1, "city"


class StoryCardKept(PartyEvent):
    title = "Keep a story card"
    help_text = "A hero keeps a story card, as the card says."
    sentence = "{hero} kept story card {letter} of {scenario}"
    hero: HeroId
    scenario: ScenarioNo
    letter: Annotated[Line, Field(max_length=5)]

    @classmethod
    def prefilled(cls, table: Agemonia) -> Mapping[str, Any]:
        return {"scenario": table.running.scenario} if table.running else {}

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).story_cards.append(f"{self.scenario} {self.letter}")


class CampaignFinished(PartyEvent):
    title = "Finish the campaign"
    help_text = "You declare the campaign finished; the rulebook sets no end."
    sentence = "The campaign ended[. {note}]"
    log = LogRole(confirm_undo="scenario", concludes=True)
    note: Remark = ""

    def apply(self, table: Agemonia) -> None:
        table.step = "finished"


class VitalityDiskReplaced(PartyEvent):
    title = "Change the vitality disk"
    help_text = (
        "The numbers on the hero's vitality disk: chips on the blue side, and chips regained when wounded (red)."
    )
    sentence = "{hero} took the vitality disk with {chips|chip|chips}[, {wounded_cap} when wounded]"
    log = LogRole(bookkeeping=True)
    tracked = ("vitality",)
    hero: HeroId
    chips: Chips
    wounded_cap: Annotated[Chips | None, Field(title="wounded number")] = None
    level: Level | None = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The number on each disk that is unknown."""
        title = text("{hero}: how many chips does the vitality disk show?")
        for id_, hero in table.heroes.items() if is_setting_up(table) else ():
            if hero.chips is None and "disk" not in missing_steps(table, id_):
                yield Offer(title, {"hero": id_}, reminder=title, keypad="chips", keypad_numbers=ON_DISKS)

    @classmethod
    def offers_for_wounded(cls, table: Agemonia) -> Iterator[Offer]:
        """The number on the red side of a disk that was turned: so many chips come back (受伤)."""
        title = text("{hero} is wounded: how many chips does the red side bring back?")
        for id_, hero in table.heroes.items():
            if hero.wounded and hero.chips and hero.wounded_cap is None:
                known, numbers = {"hero": id_, "chips": hero.chips}, range(1, hero.chips + 1)
                yield Offer(title, known, required=True, keypad="wounded_cap", keypad_numbers=numbers)

    @classmethod
    def offers_at_new_level(cls, table: Agemonia) -> Iterator[Offer]:
        for hero in table.heroes:
            if "disk" in missing_steps(table, hero):
                title = text("{hero}: {what}", what=text("new vitality disk"))
                yield Offer(title, {"hero": hero, "level": table.level}, required=True, also_required=("wounded_cap",))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        before = hero_of(table, self.hero).chips
        if self.level and before and self.chips < before:
            yield DISK_LOWER(before=before)
        wounded = self.wounded_cap or hero_of(table, self.hero).wounded_cap or 0
        if wounded > self.chips:
            yield DISK_NUMBERS(chips=self.chips, wounded=wounded)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if hero.wounded and hero.wounded_cap is None and self.wounded_cap is not None:
            # The chips that the red side does not bring back stay wounds, besides those suffered since.
            hero.wounds += max(0, self.chips - self.wounded_cap)
        hero.chips = self.chips
        hero.wounded_cap = self.wounded_cap if self.wounded_cap is not None else hero.wounded_cap
        hero.spent = min(hero.spent, self.chips)
        hero.wounds = min(hero.wounds, self.chips - hero.spent)
        if table.level_up and "disk" not in hero.level_steps:
            hero.level_steps.append("disk")

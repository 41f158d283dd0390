"""The journey step: choosing a scenario, its numbered stages, world events (2. 旅程步骤)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Occasion, Remark
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, spaced_words, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    AgemoniaEvent,
    CardId,
    in_stock,
    requirement_not_met,
)
from domain.games.agemonia.campaign.party import CampaignStepEntered
from domain.games.agemonia.state.kinds import ScenarioPrint, StageKind, StagePrint
from domain.games.agemonia.state.table import Agemonia, Journey, Running

NO_SCENARIO = never("no-scenario", "Choose a scenario first.", rule=sections.JOURNEY_STEP, areas=("scenarios",))
WORLD_EVENT_OPEN = never(
    "world-event-open", "Resolve the revealed world event first.", rule=sections.WORLD_EVENTS, areas=("steps",)
)
NO_WORLD_EVENT = never("no-world-event", "No world event is revealed.", rule=sections.WORLD_EVENTS)
CARD_IN_STOCK = never("card-in-stock", "This scenario card is already in the stock.", rule=sections.SCENARIO_CARDS)
CARD_REMOVED = refusal("card-removed", "This scenario card was removed from the game.", rule=sections.SCENARIO_CARDS)
SCENARIO_AT_HAND = refusal("scenario-at-hand", "A scenario is already chosen.", rule=sections.JOURNEY_STEP)
CARD_NOT_IN_STOCK = never(
    "card-not-in-stock", "This scenario card is not in the stock.", rule=sections.JOURNEY_STEP, areas=("scenarios",)
)
ARENA_TWICE = never("arena-twice", "Two arena scenarios cannot be played in a row.", rule=sections.ARENA_CITY_STEP)
NO_ARENA_YET = never("arena-level", "Arena scenarios start at level 2.", rule=sections.JOURNEY_STEP, areas=("levels",))
KEEP_THE_LETTER = never(
    "keep-the-letter", "You must keep letter {letter} from the previous split stage.", rule=sections.SPLIT_STAGES
)
STAGE_ORDER = never("stage-order", "Stage {next} comes first.", rule=sections.JOURNEY_STAGES, areas=("steps",))
NO_EVENT_CALLED_FOR = refusal("no-event-called-for", "No world event is called for.", rule=sections.WORLD_EVENTS)
STAGES_REMAIN = never("stages-remain", "Finish the remaining journey stages first.", rule=sections.JOURNEY_STAGES)

NOT_SPLIT = refusal("not-split", "Stage {stage} is not split in A and B.", rule=sections.SPLIT_STAGES)
CHOOSE_A_WAY = refusal("choose-a-way", "Stage {stage} is split: choose way A or B first.", rule=sections.SPLIT_STAGES)
OTHER_STAGE = refusal("other-stage", "Stage {stage} on the card is: {kinds}.", rule=sections.JOURNEY_STAGES)
NO_SUCH_STAGE = refusal(
    "no-such-stage", "The journey has no stage {stage}: the scenario is played.", rule=sections.JOURNEY_STAGES
)

OPTION_CHOSEN = refusal(
    "option-chosen",
    "An option of this event is already chosen: {option}.",
    rule=sections.WORLD_EVENTS,
    areas=("steps",),
)

# An arena scenario may be chosen from party level 2 on.
ARENA_LEVEL = 2


def shows_arena(table: Agemonia, scenario: str) -> bool:
    """Whether a scenario card shows the arena symbol, by its print or as it was chosen before."""
    card = table.scenarios.get(scenario)
    return ScenarioPrint.of(table, scenario).arena or bool(card and card.arena)


# What is typed about the symbols when a card is chosen is known when it is chosen again.
EXPERIENCE = Printed(
    ScenarioPrint,
    by="scenario",
    read=lambda table, id_: ScenarioPrint.of(table, id_).xp,
    kept=lambda value: {"xp": value},
)
REPLAY = Printed(
    ScenarioPrint,
    by="scenario",
    read=lambda table, id_: ScenarioPrint.of(table, id_).replay,
    kept=lambda value: {"replay": value},
)
ARENA = Printed(ScenarioPrint, by="scenario", read=shows_arena, kept=lambda value: {"arena": value})
THE_LAST: StageKind = "play the scenario"


def stages_of(table: Agemonia) -> Sequence[StagePrint]:
    """The printed stages of the current card; empty if unknown."""
    return ScenarioPrint.of(table, table.running.scenario).stages if table.running else ()


def stages_left(table: Agemonia) -> int:
    """The number of typed-in stages of the current card that are still to come."""
    return max(0, len({stage.no for stage in stages_of(table)}) - table.journey.stage)


def whether_last(table: Agemonia) -> Text | None:
    """The question whether the current card has another stage, while only the players see it; else None."""
    unknown = table.tracks("scenarios") and not stages_of(table) and table.journey.last != THE_LAST
    return text("Does the scenario card have another stage?") if unknown and table.journey.stage else None


def printed_at(table: Agemonia, number: int) -> Sequence[StagePrint]:
    """The printed entries of a stage of the current card: both ways if it is split."""
    return [stage for stage in stages_of(table) if stage.no == number]


def may_be_split(table: Agemonia, number: int) -> bool:
    """Whether a stage of the current card is split in A and B; True if no stages were typed in."""
    return not stages_of(table) or any(stage.branch for stage in printed_at(table, number))


def kinds_at(table: Agemonia, number: int) -> set[str]:
    """The possible kinds of a stage, on the chosen way if there is one; empty if unknown."""
    return _kinds_on(table, number, table.journey.branch or table.journey.kept)


def _kinds_on(table: Agemonia, number: int, way: str) -> set[str]:
    return {stage.kind for stage in printed_at(table, number) if not (stage.branch and way) or stage.branch == way}


def way_open(table: Agemonia) -> bool:
    """Whether the next stage is split on the current card, and no way is chosen."""
    split = any(stage.branch for stage in printed_at(table, table.journey.stage + 1))
    return split and not (table.journey.branch or table.journey.kept)


def events_left(table: Agemonia) -> bool:
    """Whether the stages up to the current one call for another world event, as far as their print is known."""
    called = {stage.no: stage.count for stage in stages_of(table) if stage.kind == "world event"}
    return sum(count for no, count in called.items() if no <= table.journey.stage + 1) > table.journey.events


def not_called_for(table: Agemonia, kind: StageKind) -> bool:
    """Whether the current card is known to call for no stage of a kind now.

    The last finished stage and the next one count, on the way that was taken.
    """
    journey = table.journey
    known = any(stage.no in (journey.stage, journey.stage + 1) for stage in stages_of(table))
    kinds = _kinds_on(table, journey.stage, journey.kept) | kinds_at(table, journey.stage + 1)
    return known and table.step == "journey" and kind not in kinds


def needs_scenario(table: Agemonia) -> bool:
    """Whether a scenario has to be chosen first."""
    return table.running is None and table.tracks("scenarios")


def is_under_way(table: Agemonia) -> bool:
    """Whether the journey goes on: a scenario is chosen, and no world event is open."""
    return not needs_scenario(table) and not table.journey.event


def is_between_stages(table: Agemonia) -> bool:
    """Whether the next stage may come: its way is known, and the last one is not done."""
    return is_under_way(table) and not way_open(table) and table.journey.last != THE_LAST


class JourneyEvent(AgemoniaEvent):
    heading = "Journey"


def cards_to_gain(table: Agemonia) -> list[str]:
    """The scenario cards that are neither in the stock nor gone for good; tutorials have none."""
    gained = {no for no, card in table.scenarios.items() if card.zone != "archive"}
    return [no for no in table.ids("scenarios") if no not in gained and not ScenarioPrint.of(table, no).tutorial]


class ScenarioCardGained(JourneyEvent):
    title = "Gain a scenario card"
    help_text = "A scenario card goes from the archive to the stock: you can choose it from now on."
    sentence = "Gained the scenario card {scenario}"
    log = LogRole(memorable=True)
    tracked = ("scenarios",)
    offer = Offer()
    scenario: Annotated[Line, Choice("scenarios", cards_to_gain, free=True)]
    source: Occasion = ""

    @classmethod
    def offers_on_journey(cls, table: Agemonia) -> Iterator[Offer]:
        """On a journey only if there is no scenario to choose."""
        if needs_scenario(table) and not to_choose(table):
            yield Offer(required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        card = table.scenarios.get(self.scenario)
        if card and card.zone in ("stock", "selected"):
            yield CARD_IN_STOCK()
        if card and card.zone == "removed":
            yield CARD_REMOVED()

    def apply(self, table: Agemonia) -> None:
        table.card(self.scenario).zone = "stock"


def why_not_to_choose(table: Agemonia, scenario: str) -> Refused | None:
    return ARENA_TWICE() if table.after_arena and shows_arena(table, scenario) else None


def to_choose(table: Agemonia) -> list[str]:
    """The scenarios of the stock, without a second arena in a row (旅程步骤)."""
    return [scenario for scenario in in_stock(table) if why_not_to_choose(table, scenario) is None]


class ScenarioSelected(JourneyEvent):
    """Choose a scenario. Its experience, replay and arena symbols are copied from its known print."""

    title = "Choose a scenario"
    help_text = "Choose a scenario card from the stock whose requirement is met."
    sentence = "Set out for {scenario}"
    during = ("journey",)
    tracked = ("scenarios",)
    offer = Offer(required=True, when=lambda table: needs_scenario(table) and to_choose(table))
    scenario: Annotated[Line, Choice("scenarios", in_stock, free=True, why_not=why_not_to_choose)]
    requirement_met: bool = True
    experience: Annotated[bool | None, EXPERIENCE] = Field(default=None, title="experience symbol")
    replay: Annotated[bool | None, REPLAY] = Field(default=None, title="replay symbol")
    arena: Annotated[bool | None, ARENA] = Field(default=None, title="arena symbol")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.running:
            yield SCENARIO_AT_HAND()
        card = table.scenarios.get(self.scenario)
        if card is None or card.zone != "stock":
            yield CARD_NOT_IN_STOCK()
        yield from requirement_not_met(self.requirement_met, sections.JOURNEY_STEP)
        if self.arena and table.after_arena:
            yield ARENA_TWICE()
        if self.arena and table.level < ARENA_LEVEL:
            yield NO_ARENA_YET()

    def apply(self, table: Agemonia) -> None:
        card = table.card(self.scenario)
        card.zone, card.arena = "selected", bool(self.arena)
        kept = "arena" if self.arena else "replay symbol" if self.replay else ""
        table.running = Running(
            scenario=self.scenario,
            experience=bool(self.experience),
            arena=bool(self.arena),
            kept=kept,
            attempt=len(card.results) + 1,
        )
        table.journey = Journey()


def nothing_selected(table: Agemonia) -> Iterator[Refused]:
    if table.running is None:
        yield NO_SCENARIO()


class ScenarioIntroductionRead(JourneyEvent):
    title = "Read the introduction"
    help_text = "The party reads the introduction of the chosen scenario."
    sentence = "Read the introduction"
    during = ("journey", "scenario")
    offer = Offer(
        required=True, when=lambda table: table.running and not (table.journey.introduced or table.journey.stage)
    )

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from nothing_selected(table)

    def apply(self, table: Agemonia) -> None:
        table.journey.introduced = True


class JourneyBranchChosen(JourneyEvent):
    title = "Choose way A or B"
    help_text = "The journey splits: choose A or B. If the next stage splits too, keep the same letter."
    sentence = "Chose way {branch}"
    during = ("journey",)
    tracked = ("steps",)
    branch: Literal["A", "B"]
    requirement_met: bool = True

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Offered if the card is split or unknown; a split stage before it forces the letter."""
        journey, known = table.journey, bool(stages_of(table))
        if not is_under_way(table) or journey.branch or journey.last == THE_LAST:
            return
        if not journey.kept:
            yield Offer(required=known)
            return
        split, unsure = (
            text("Keep to way {letter}", letter=journey.kept),
            text("Keep to way {letter}, if this stage is split too", letter=journey.kept),
        )
        yield Offer(split if known else unsure, {"branch": journey.kept}, required=known)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from nothing_selected(table)
        if table.journey.kept and self.branch != table.journey.kept:
            yield KEEP_THE_LETTER(letter=table.journey.kept)
        number = table.journey.stage + 1
        if not may_be_split(table, number):
            yield NOT_SPLIT(stage=number)
        yield from requirement_not_met(self.requirement_met, sections.SPLIT_STAGES)

    def apply(self, table: Agemonia) -> None:
        table.journey.branch = self.branch


class JourneyStageCompleted(JourneyEvent):
    title = "Finish a stage of the journey"
    help_text = "The party finishes a numbered stage of the journey."
    sentence = "Journey stage {stage}: {kind}[ {ref}]"
    during = ("journey",)
    tracked = ("steps",)
    layout = Layout(no_choice=("stage", "split"))
    stage: Annotated[int, Field(ge=1, le=20)] | None = None
    kind: StageKind
    ref: Annotated[Remark, Field(title="entry or card")] = ""
    split: bool | None = Field(default=None, title="split in A and B")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if not is_between_stages(table):
            return
        number = table.journey.stage + 1
        kinds = kinds_at(table, number)
        fields = {"kind": next(iter(kinds))} if len(kinds) == 1 else {}
        unknown = not stages_of(table) and number == 1 and table.tracks("scenarios")
        left = text("no stage of the journey is done") if unknown else None
        must = bool(stages_left(table))
        words, asked = text("Finish stage {number}", number=number), whether_last(table)
        yield Offer(words, fields, required=must, reminder=left, question=asked)

    @classmethod
    def prefilled(cls, table: Agemonia) -> Mapping[str, Any]:
        number = table.journey.stage + 1
        printed = [stage.kind for stage in stages_of(table) if stage.no == number and stage.kind]
        return {"stage": number, **({"kind": printed[0]} if printed else {})}

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from nothing_selected(table)
        yield from world_event_open(table)
        yield from self._off_the_card(table, table.journey.stage + 1)
        if self.stage is not None and self.stage != table.journey.stage + 1:
            yield STAGE_ORDER(next=table.journey.stage + 1)

    def _number(self, table: Agemonia) -> int:
        return self.stage or table.journey.stage + 1

    def _off_the_card(self, table: Agemonia, number: int) -> Iterator[Refused]:
        """The refusals of a stage that differs from the current card, if its print is known."""
        printed, kinds = printed_at(table, number), kinds_at(table, number)
        if table.journey.last == THE_LAST or (stages_of(table) and not printed):
            yield NO_SUCH_STAGE(stage=number)
            return
        if any(stage.branch for stage in printed) and not (table.journey.branch or table.journey.kept):
            yield CHOOSE_A_WAY(stage=number)
        if kinds and self.kind not in kinds:
            yield OTHER_STAGE(stage=number, kinds=tuple(spaced_words(kind) for kind in sorted(kinds)))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        number = self._number(table)
        printed = any(stage.no == number and stage.branch for stage in stages_of(table))
        split = self.split if self.split is not None else printed or bool(table.journey.branch)
        return self.copy_with(stage=number, split=split)

    def apply(self, table: Agemonia) -> None:
        journey = table.journey
        journey.stage = self._number(table)
        journey.kept = (journey.branch or journey.kept) if self.split else ""
        journey.branch, journey.last = "", self.kind


def world_event_open(table: Agemonia) -> Iterator[Refused]:
    """The refusal while a world event is open: they are resolved one at a time."""
    if table.journey.event:
        yield WORLD_EVENT_OPEN()


class WorldEventRevealed(JourneyEvent):
    title = "Reveal a world event"
    help_text = "Reveal the top world event card."
    sentence = "World event revealed: {card}"
    during = ("journey",)
    tracked = ("steps",)
    offer = Offer(when=is_between_stages)
    card: CardId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from world_event_open(table)
        if not_called_for(table, "world event") or (stages_of(table) and not events_left(table)):
            yield NO_EVENT_CALLED_FOR()

    def apply(self, table: Agemonia) -> None:
        table.journey.event, table.journey.option = self.card, None
        table.journey.events += 1


class WorldEventOptionChosen(JourneyEvent):
    title = "Choose an option of the world event"
    help_text = "You choose an option of the world event."
    sentence = "World event: chose {option}"
    during = ("journey",)
    tracked = ("steps",)
    offer = Offer(when=lambda table: not needs_scenario(table))
    option: Line
    requirement: Remark = ""
    requirement_met: bool = True

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_world_event(table)
        if table.journey.option:
            yield OPTION_CHOSEN(option=table.journey.option)
        yield from requirement_not_met(self.requirement_met, sections.WORLD_EVENTS)

    def apply(self, table: Agemonia) -> None:
        table.journey.option = self.option


def no_world_event(table: Agemonia) -> Iterator[Refused]:
    if not table.journey.event:
        yield NO_WORLD_EVENT()


class WorldEventResolved(JourneyEvent):
    title = "Resolve the world event"
    help_text = "The world event is done: remove its card from the game."
    sentence = "World event resolved[. {outcome}]"
    during = ("journey",)
    tracked = ("steps",)
    offer = Offer(required=True, when=lambda table: not needs_scenario(table))
    outcome: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_world_event(table)

    def apply(self, table: Agemonia) -> None:
        if table.journey.event:
            table.world_events.append(table.journey.event)
        table.journey.event = table.journey.option = None


class JourneyStepEnded(JourneyEvent):
    title = "End the journey"
    help_text = "The journey is over: next comes the scenario."
    sentence = "The journey ended"
    during = ("journey",)
    ends = "step"
    tracked = ("steps",)

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        yield Offer(text("End the journey and play the scenario"), required=True, question=whether_last(table))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from nothing_selected(table)
        yield from world_event_open(table)
        if stages_left(table):
            yield STAGES_REMAIN()

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield CampaignStepEntered(step="scenario")

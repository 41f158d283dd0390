"""What comes next on a journey: a scenario, its introduction, its stages (2. 旅程步骤)."""

from collections.abc import Iterator

from domain.games.agemonia.base import in_stock
from domain.games.agemonia.campaign import journey, stories
from domain.games.agemonia.state.table import Agemonia
from domain.language.game import Prompt
from domain.language.text import text


def on_the_way(table: Agemonia) -> Iterator[Prompt]:
    if table.running is None and table.tracks("scenarios"):
        yield from _choice(table)
        return
    if table.running and not table.journey.introduced and table.journey.stage == 0:
        yield Prompt(text("Read the introduction"), journey.ScenarioIntroductionRead, must=True)
    if table.journey.event:
        yield Prompt(text("Choose an option of the world event"), journey.WorldEventOptionChosen)
        yield Prompt(text("The world event is resolved"), journey.WorldEventResolved, must=True)
        return
    yield from _way(table)
    if not journey.way_open(table):
        yield from _along(table)
    yield Prompt(text("The journey is over: play the scenario"), journey.JourneyStepEnded, must=True)


def _along(table: Agemonia) -> Iterator[Prompt]:
    """What the stage at hand leads to, and that it is done; nothing after the last one."""
    if table.journey.last == journey.THE_LAST:
        return
    if not journey.not_called_for(table, "special location"):
        yield Prompt(text("Visit a special location"), stories.SpecialLocationVisited)
    known = journey.stages_of(table)
    if not journey.not_called_for(table, "world event") and (not known or journey.events_left(table)):
        yield Prompt(text("Reveal a world event"), journey.WorldEventRevealed)
    remain = journey.stages_left(table)
    if remain or not known:
        yield _stage(table, remain)


def _stage(table: Agemonia, remain: int) -> Prompt:
    number = table.journey.stage + 1
    kinds = journey.kinds_at(table, number)
    fields = {"kind": next(iter(kinds))} if len(kinds) == 1 else {}
    unknown = not journey.stages_of(table) and number == 1 and table.tracks("scenarios")
    left = text("no stage of the journey is done") if unknown else None
    title = text("Stage {number} is done", number=number)
    return Prompt(title, journey.JourneyStageCompleted, bool(remain), fields, left=left)


def _way(table: Agemonia) -> Iterator[Prompt]:
    """Way A or B, where the card is split or nobody typed it in; the letter that a split stage before it forces."""
    here, known = table.journey, bool(journey.stages_of(table))
    if here.branch or here.last == journey.THE_LAST or not journey.may_be_split(table, here.stage + 1):
        return
    if not here.kept:
        yield Prompt(text("Choose way A or B"), journey.JourneyBranchChosen, known)
        return
    split, unsure = (
        text("Keep to way {letter}", letter=here.kept),
        text("Keep to way {letter}, if this stage is split too", letter=here.kept),
    )
    yield Prompt(split if known else unsure, journey.JourneyBranchChosen, known, {"branch": here.kept})


def _choice(table: Agemonia) -> Iterator[Prompt]:
    if in_stock(table):
        yield Prompt(text("Choose a scenario"), journey.ScenarioSelected, must=True)
    else:
        yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained, must=True)

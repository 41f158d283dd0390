"""What comes next on a journey: a scenario, its introduction, its stages (2. 旅程步骤)."""

from collections.abc import Iterator

from domain.game import Prompt
from domain.games.agemonia.base import in_stock
from domain.games.agemonia.campaign import journey, stories
from domain.games.agemonia.state.table import Agemonia
from domain.text import text


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
    if not journey.not_called_for(table, "special location"):
        yield Prompt(text("Visit a special location"), stories.SpecialLocationVisited)
    if not journey.not_called_for(table, "world event"):
        yield Prompt(text("Reveal a world event"), journey.WorldEventRevealed)
    number = table.journey.stage + 1
    remain = journey.stages_left(table)
    kinds = journey.kinds_at(table, number)
    known = {"kind": next(iter(kinds))} if len(kinds) == 1 else {}
    unknown = not journey.stages_of(table) and number == 1 and table.tracks("scenarios")
    left = text("no stage of the journey is done") if unknown else None
    title = text("Stage {number} is done", number=number)
    yield Prompt(title, journey.JourneyStageCompleted, bool(remain), known, left=left)
    yield Prompt(text("The journey is over: play the scenario"), journey.JourneyStepEnded, must=True)


def _way(table: Agemonia) -> Iterator[Prompt]:
    """Way A or B, where the card is split or nobody typed it in; the letter that a split stage before it forces."""
    here = table.journey
    if here.branch or not journey.may_be_split(table, here.stage + 1):
        return
    known = {"branch": here.kept} if here.kept else {}
    yield Prompt(text("Choose way A or B"), journey.JourneyBranchChosen, bool(journey.stages_of(table)), known)


def _choice(table: Agemonia) -> Iterator[Prompt]:
    if in_stock(table):
        yield Prompt(text("Choose a scenario"), journey.ScenarioSelected, must=True)
    else:
        yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained, must=True)

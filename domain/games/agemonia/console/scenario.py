"""The scenario step: setup from content, start, result, rewards, clean-up, recovery."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import FixedTexts, Line, Remark, SearchText, Settled
from domain.framework.events.offer import Offer
from domain.framework.offers.prompt_list import OfferedBy, Ordered
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.framework.views.board import EventT, event_if_valid
from domain.framework.views.sheet import Said
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    THE_END,
    AgemoniaEvent,
    HeroId,
    HeroIds,
    ItemId,
    Price,
    ScenarioNo,
    follows_fights,
    has_rounds,
)
from domain.games.agemonia.campaign.followers import FollowerOutcomeRead
from domain.games.agemonia.campaign.gems import AchievementGemGained, InspirationGemGained
from domain.games.agemonia.campaign.items import ItemDiscarded, ItemGained, StarsGained
from domain.games.agemonia.campaign.journey import ScenarioCardGained
from domain.games.agemonia.campaign.levels import ExperienceGained, LevelGained
from domain.games.agemonia.campaign.party import (
    TUTORIAL_DONE,
    CampaignRoundCompleted,
    CampaignStepEntered,
    ResultCode,
    TutorialNo,
    next_tutorial,
    recover_all,
)
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.initiative import not_begun
from domain.games.agemonia.console.movement import AreaRegistered, BorderDrawn
from domain.games.agemonia.console.preparing import ScenarioCounterSet
from domain.games.agemonia.console.spawning import (
    MOST_MODELS,
    EnemyCardRevealed,
    EnemySpawned,
    EnemySpawnSkipped,
    SetupEnemiesPlaced,
    hero_count,
    models_left,
)
from domain.games.agemonia.console.timers import TimerStarted
from domain.games.agemonia.goods import (
    are_copies_counted,
    burden_of,
    carried_besides,
    items_discarded_after,
    items_lying,
    to_stock,
)
from domain.games.agemonia.state.kinds import EnemyCard, ScenarioPrint
from domain.games.agemonia.state.scenario import Scene
from domain.games.agemonia.state.table import Agemonia, Running, ScenarioCard

# === The setup of a scenario from its content: areas, enemies, allies, timers, counters (场景设置)
#     [scenarios."21"]
#     areas = [{area = "Bank", capacity = 4, points = ["A"], start = true}, {area = "Ford", capacity = 3}]
#     borders = [{area = "Bank", to = "Ford"}]
#     enemies = [{enemy = "skitterer", count = 2, area = "Ford"}, {enemy = "mist-archer", heroes_needed = 3}]
#     timers = [{timer = "Flood", target = 12, effect = "The ford is under water"}]
#     counters = {Prisoners = 3}
#
# Invalid entries are left out: the players set those up by hand. Hired followers of known health come along.


def events_of_setup(table: Agemonia) -> Iterator[Event[Agemonia]]:
    """The events that set up the current scenario, as far as its content is known."""
    known = ScenarioPrint.of(table, table.running.scenario if table.running else "")
    areas = list(_events_described(AreaRegistered, known.areas))
    yield from areas
    names = {area.area for area in areas}
    yield from (line for line in _events_described(BorderDrawn, known.borders) if {line.area, line.to} <= names)
    yield from _enemies_described(table, known.enemies)
    if known.enemies:
        yield SetupEnemiesPlaced()
    yield from _events_described(TimerStarted, known.timers)
    yield from _counters_described(known.counters)
    yield from _followers_ready(table)


def _events_described(cls: type[EventT], described: Sequence[Mapping[str, Any]]) -> Iterator[EventT]:
    """The events that a list in the content describes, without invalid ones."""
    for one in described:
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in one.items()}
        if (event := event_if_valid(cls, **values)) is not None:
            yield event


def _enemies_described(table: Agemonia, described: Sequence[Mapping[str, Any]]) -> Iterator[Event[Agemonia]]:
    """For each type its card, then its models if there are enough heroes, or a skipped spawn if no model is left."""
    left: dict[str, int] = {}
    for spawn in _events_described(EnemySpawned, described):
        if spawn.enemy not in left:
            left[spawn.enemy] = _models_left(table, spawn.enemy)
            if spawn.enemy not in table.scene.enemies:
                yield EnemyCardRevealed(enemy=spawn.enemy)
        if hero_count(table, spawn.enemy) < spawn.heroes_needed:
            continue
        if left[spawn.enemy] > 0:
            left[spawn.enemy] -= len(spawn.numbers) or spawn.count
            yield spawn.copy_with(at_setup=True)
        else:
            yield EnemySpawnSkipped(enemy=spawn.enemy, reason="no model is left")


def _models_left(table: Agemonia, enemy: str) -> int:
    """The number of models of an enemy that may still spawn; all of them if its card is not revealed yet."""
    if enemy in table.scene.enemies:
        return len(models_left(table, enemy))
    return EnemyCard.of(table, enemy).models or MOST_MODELS


def _counters_described(counters: Mapping[str, int]) -> Iterator[Event[Agemonia]]:
    for name, value in counters.items():
        if (event := event_if_valid(ScenarioCounterSet, counter=name, value=value)) is not None:
            yield event


def _followers_ready(table: Agemonia) -> Iterator[Event[Agemonia]]:
    """The events of hired followers that join, without those that need an answer first."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired" and id_ not in table.scene.allies:
            joins = ScenarioAllyAdded(ally=id_)
            if not list(joins.refusals(table)):
                yield joins


# === The scenario step of the campaign: start, result, rewards, clean-up, recovery ===============

NO_SCENARIO = never("no-scenario", "No scenario is being played.", rule=sections.SCENARIO_END, areas=("scenarios",))
NO_RESULT = never(
    "no-result", "Record the result of the scenario first.", rule=sections.SCENARIO_END, areas=("scenarios",)
)
ALREADY_RUNNING = never(
    "already-running", "The scenario has already begun.", rule=sections.SCENARIO_END, areas=("scenarios",)
)
OVERLOADED = refusal(
    "too-heavy", "{hero} carries too much ({sum}/{limit}): choose what to leave behind.", rule=sections.ENCUMBRANCE
)
END_UNFINISHED = refusal("end-unfinished", "Finish this first: {list}.", rule=sections.SCENARIO_END)
ACHIEVED = refusal("achieved", "{heroes} already completed that achievement.", rule=sections.ACHIEVEMENTS)
HAS_RESULT = refusal("has-result", "The result is already recorded: {code}.", rule=sections.SCENARIO_END)
NOT_ARENA = never("not-arena", "Only arena scenarios have a score.", rule=sections.SAVING_THE_CAMPAIGN)
ARENA_ACHIEVEMENT = never(
    "arena-achievement", "Arena scenarios have no achievements.", rule=sections.ACHIEVEMENTS, areas=("scenarios",)
)
WHO = never("who", "Say which hero completed it.", rule=sections.ACHIEVEMENTS, asks=True)
NO_REPLAY = refusal("no-replay", "This result does not order a replay.", rule=sections.FAILING_FORWARD)

DURING = ("scenario",)
STAYS = {
    "arena": text("it is an arena"),
    "replay symbol": text("it shows the replay symbol"),
    "to be replayed": text("it is played again"),
}
Lying = Annotated[tuple[ItemId, ...], Field(max_length=999), Settled()]
Returned = Annotated[Lying, Field(title="back in the stock")]
Score = Annotated[int, Field(ge=0, le=9_999)]


def not_running(table: Agemonia) -> Iterator[Refused]:
    if table.running is None:
        yield NO_SCENARIO()


def no_result(table: Agemonia) -> Iterator[Refused]:
    if table.running and not table.running.result:
        yield NO_RESULT()


class ScenarioEvent(AgemoniaEvent):
    heading = "Scenario"


class ScenarioStarted(ScenarioEvent):
    title = "Begin the scenario"
    help_text = (
        "The scenario is set up and begins, or begins again if it must be replayed. "
        "The story deck lies face down, unread. Conditions and injuries lie on the hero boards."
    )
    sentence = "The scenario began[. Narrator: {narrator}]"
    layout = Layout(remembered=("narrator",))
    during = DURING
    ends = "step"
    offer = Offer(required=True)
    narrator: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)
        if table.running and table.running.started:
            yield ALREADY_RUNNING()
        for id_, hero in table.heroes.items():
            if (burden := burden_of(table, hero)).too_heavy:
                yield OVERLOADED(hero=table.called("heroes", id_), sum=burden.load, limit=burden.limit)

    def apply(self, table: Agemonia) -> None:
        if table.running:
            table.running.started, table.running.narrator = True, self.narrator

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from events_of_setup(table)


class TutorialSetUp(ScenarioEvent):
    title = "Set up a tutorial"
    help_text = "A tutorial is laid out here, to be fought round by round; its result is recorded at the end."
    sentence = "Tutorial {number} was set up"
    during = ("tutorial",)
    tracked = ("scenarios",)
    number: TutorialNo

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        number = next_tutorial(table)
        if number and not table.running and follows_fights(table):
            yield Offer(text("Set up tutorial {number}"), {"number": number}, required=bool(table.heroes))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if str(self.number) in table.tutorials:
            yield TUTORIAL_DONE(number=self.number)
        if table.running:
            yield ALREADY_RUNNING()

    def apply(self, table: Agemonia) -> None:
        table.running, table.scene = Running(scenario=f"tutorial-{self.number}", started=True), Scene()

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from events_of_setup(table)


class ScenarioOutcomeRecorded(ScenarioEvent):
    title = "Record the result"
    help_text = "How the scenario ended: S or F with its number. Some failures must be replayed."
    sentence = "The result was {code}"
    log = LogRole(concludes=True)
    layout = Layout(usual=("replay",))
    during = DURING
    tracked = ("scenarios",)
    code: ResultCode
    replay: bool = Field(default=False, title="to be played again")
    conclusion: Remark = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The result, with all that may come with it on the same card."""
        if table.running and not table.running.result:
            yield Offer(required=not has_rounds(table), card=THE_END, then=AFTERMATH)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)
        if table.running and table.running.result:
            yield HAS_RESULT(code=table.running.result)
        yield from not_begun(table)

    def apply(self, table: Agemonia) -> None:
        if running := table.running:
            running.result, running.replay = self.code, self.replay
            table.card(running.scenario).results.append(self.code)
            winners = list(table.heroes) if self.code.startswith("S") else []
            table.note_result(winners, "scenarios", running.scenario, scores_of_heroes(table, running.score))


def scores_of_heroes(table: Agemonia, score: int | None) -> Mapping[str, int]:
    """The arena score, which all heroes share; empty without one."""
    return {} if score is None else dict.fromkeys(table.heroes, score)


class ArenaScoreRecorded(ScenarioEvent):
    title = "Record the arena score"
    help_text = "The score of an arena scenario; its card keeps the best one."
    sentence = "Arena score: {score}"
    during = DURING
    tracked = ("scenarios",)
    score: Score
    lower_is_better: bool = False

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if table.running and table.running.arena and table.running.score is None:
            yield Offer(required=True, card=THE_END)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)
        if table.running and not table.running.arena:
            yield NOT_ARENA()

    def apply(self, table: Agemonia) -> None:
        if table.running is None:
            return
        table.running.score = self.score
        if table.running.result:
            table.note_scores(scores_of_heroes(table, self.score))
        card = table.card(table.running.scenario)
        better = min if self.lower_is_better else max
        card.best_score = self.score if card.best_score is None else better(card.best_score, self.score)


class AchievementCompleted(ScenarioEvent):
    title = "Complete an achievement"
    help_text = "An achievement: each of these heroes gains a gem. A group achievement gives everyone one."
    sentence = "Achievement ({kind}): {achievement}[. Completed by {heroes}]"
    log = LogRole(headline=True)
    layout = Layout(usual=("heroes",))
    during = DURING
    achievement: Line
    kind: Literal["personal", "group"] = "personal"
    heroes: HeroIds = ()

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if (running := table.running) and not running.arena:
            left = None if running.achievements else text("no achievement is recorded")
            yield Offer(
                fields={"kind": "personal"}, also_required=("heroes",), reminder=left, card=THE_END, ticked=False
            )
            yield Offer(text("Complete a group achievement"), {"kind": "group"}, card=THE_END, ticked=False)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)
        if table.running and table.running.arena:
            yield ARENA_ACHIEVEMENT()
        yield from not_begun(table)
        if self.kind == "personal" and not self.heroes:
            yield WHO()
        again = [hero for hero in self._whose(table) if self.achievement in self._achieved(table).get(hero, ())]
        if again:
            yield ACHIEVED(heroes=tuple(table.called("heroes", hero) for hero in again))

    def _whose(self, table: Agemonia) -> Iterable[str]:
        return table.heroes if self.kind == "group" else self.heroes

    def _achieved(self, table: Agemonia) -> dict[str, list[str]]:
        return table.running.achieved if table.running else {}

    def apply(self, table: Agemonia) -> None:
        if table.running:
            table.running.achievements.append(self.achievement)
        for hero in self._whose(table):
            self._achieved(table).setdefault(hero, []).append(self.achievement)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero in self._whose(table):
            yield AchievementGemGained(hero=hero, source=self.achievement)


class ScenarioLootTaken(ScenarioEvent):
    title = "Take loot from the map"
    help_text = "At the end of the scenario, take the items and stars left on the map."
    sentence = "{hero} took the loot[: {items}][, {stars|star|stars}]"
    during = DURING
    former_fields = ("lay",)
    hero: HeroId
    items: Annotated[tuple[ItemId, ...], Field(max_length=30)] = ()
    stars: Price = 0

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if not table.heroes:
            return
        grounds = table.scene.areas.values()
        lies = {
            "items": [item for ground in grounds for item, copies in ground.items.items() for _ in range(copies)],
            "stars": sum(ground.stars for ground in grounds),
        }
        left = text("Take loot from the map") if any(lies.values()) else None
        yield Offer(fields=lies, opens_form=True, reminder=left, card=THE_END, ticked=bool(left))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_result(table)

    def plan(self, table: Agemonia) -> Sequence[str]:
        """The taken items that lie on the map."""
        return list((Counter(self.items) & items_lying(table)).elements())

    def apply(self, table: Agemonia) -> None:
        """Remove the taken stars and items from the map, whatever their area."""
        left = self.stars
        for ground in table.scene.areas.values():
            taken = min(left, ground.stars)
            ground.stars, left = ground.stars - taken, left - taken
        for item in self.items:
            lay = next((ground for ground in table.scene.areas.values() if ground.items.get(item)), None)
            if lay:
                lay.items = {id_: n - (id_ == item) for id_, n in lay.items.items() if n - (id_ == item)}

    def follow_plan(self, table: Agemonia, plan: Sequence[str]) -> Iterator[Event[Agemonia]]:
        for item in plan:
            yield ItemGained(hero=self.hero, item=item, source="loot", came_from="ground")
        for item in carried_besides(Counter(self.items), plan):
            yield ItemGained(hero=self.hero, item=item, source="loot")
        if self.stars:
            yield StarsGained(hero=self.hero, amount=self.stars, source="loot")


class ScenarioCardKept(ScenarioEvent):
    title = "Keep the scenario card"
    help_text = "Keep the scenario card in the game, although no symbol on it says so."
    sentence = "The scenario card stayed: {reason}"
    during = DURING
    tracked = ("scenarios",)
    reason: Annotated[Line, SearchText()]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)

    def apply(self, table: Agemonia) -> None:
        if table.running:
            table.running.kept = self.reason


def left_lying(table: Agemonia) -> tuple[str, ...]:
    """The items left on the map whose copies are counted."""
    return tuple(item for item in items_lying(table).elements() if are_copies_counted(table, item))


class ScenarioReplayed(ScenarioEvent):
    """Play the scenario again. Of the last attempt, only the state of the card stays, including its result."""

    title = "Play the scenario again"
    help_text = "The failed scenario must be replayed at once. Heroes recover first."
    sentence = "The scenario was started again"
    during = DURING
    tracked = ("scenarios",)
    returned: Returned = ()

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if table.running and table.running.replay:
            yield Offer(text("Play the scenario again"), required=True, card=THE_END)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)
        if table.running and not table.running.replay:
            yield NO_REPLAY()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(returned=left_lying(table))

    def apply(self, table: Agemonia) -> None:
        for item in self.returned:
            to_stock(table, item)
        table.scene = Scene()
        if old := table.running:
            table.running = Running(
                scenario=old.scenario,
                attempt=old.attempt + 1,
                experience=old.experience,
                arena=old.arena,
                kept=old.kept,
            )

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield PostScenarioRecoveryApplied()


def _left_at_the_end(table: Agemonia) -> Iterator[Said]:
    """The tasks left at the end of a scenario: the arena score, unread entries of followers (场景结束)."""
    if (running := table.running) is None:
        return
    if running.arena and running.score is None and table.tracks("scenarios"):
        yield text("arena score")
    for id_, follower in table.followers.items() if table.tracks("followers") else ():
        if follower.zone == "hired" and id_ in table.scene.allies and id_ not in running.followers_read:
            yield table.called("followers", id_)


NEXT_ROUND = Offer(text("Clear up: the next campaign round"), required=True)


class ScenarioCompleted(ScenarioEvent):
    """Clear up the scenario. Its result, loot and achievements are recorded before."""

    title = "Clear up the scenario"
    help_text = (
        "Wrap up the scenario: experience, what becomes of the card, recovery. Then comes the next campaign round."
    )
    sentence = "The scenario was cleared up"
    log = LogRole(bookkeeping=True, headline=True)
    during = DURING
    ends = "scenario"

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if running := table.running:
            again, level = running.replay, OfferedBy(LevelGained, LevelGained.offers_after_scenario)
            yield replace(NEXT_ROUND, required=not again, card=THE_END, ticked=not again, then=(level,))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_running(table)
        yield from no_result(table)
        if left := tuple(_left_at_the_end(table)):
            yield END_UNFINISHED(list=left)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if running := table.running:
            card = table.scenarios.get(running.scenario) or ScenarioCard()
            if running.experience and not running.replay and not card.experience_given:
                yield ExperienceGained(scenario=running.scenario)
            kept = "to be replayed" if running.replay else running.kept
            yield ScenarioCardPutAway(scenario=running.scenario, kept=kept)
        for hero_id, hero in table.heroes.items():
            for item in items_discarded_after(table, Counter(hero.items).elements()):
                yield ItemDiscarded(hero=hero_id, item=item, reason="of the scenario")
        yield PostScenarioRecoveryApplied()
        arena = bool(running and running.arena)
        if arena != table.after_arena:
            yield ArenaNoted(arena=arena)
        if table.holds_to_steps():
            yield CampaignRoundCompleted(round=table.round)
            yield CampaignStepEntered(step="city")


class ScenarioCardPutAway(ScenarioEvent):
    # In the rulebook under 清理.
    help_text = "Put the scenario card away: arena and replay cards go back to the stock, others leave the game."
    sentence = "The card of {scenario} was put away[. Kept: {kept}]"
    automatic = True
    scenario: ScenarioNo
    kept: Annotated[Remark, FixedTexts(("arena", "replay symbol", "to be replayed"))] = Field(
        default="", title="why is it kept"
    )
    returned: Returned = ()

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Agemonia) -> Mapping[str, object]:
        return {"kept": STAYS.get(str(fields.get("kept")), fields.get("kept"))}

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(returned=left_lying(table))

    def apply(self, table: Agemonia) -> None:
        for item in self.returned:
            to_stock(table, item)
        table.card(self.scenario).zone = "stock" if self.kept else "removed"
        table.no_rounds = table.scene.round == 0
        table.running, table.scene = None, Scene()


class PostScenarioRecoveryApplied(ScenarioEvent):
    title = "Recovery after a scenario"
    # In the rulebook under 场景后恢复.
    help_text = "Heroes recover fully: no longer wounded or exhausted, no conditions. Injuries stay."
    sentence = "The heroes recovered"
    automatic = True

    def apply(self, table: Agemonia) -> None:
        recover_all(table)


class ArenaNoted(ScenarioEvent):
    help_text = "Was the last scenario an arena? Then there are no city event or activities, and no second arena."
    sentence = "The last scenario was {arena}"
    automatic = True
    arena: bool

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Agemonia) -> Mapping[str, object]:
        return {"arena": text("an arena") if fields.get("arena") else text("no arena")}

    def apply(self, table: Agemonia) -> None:
        table.after_arena = self.arena


AFTERMATH: Sequence[Ordered] = (
    ArenaScoreRecorded,
    ScenarioLootTaken,
    OfferedBy(ScenarioCardGained, Offer(card=THE_END, ticked=False).made_at),
    AchievementCompleted,
    FollowerOutcomeRead,
    InspirationGemGained,
    ExperienceGained,
    ScenarioReplayed,
    ScenarioCompleted,
)
"""What comes with a result and after it: score, loot, achievements, followers; then the clean-up (场景结束)."""

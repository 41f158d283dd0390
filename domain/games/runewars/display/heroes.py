"""Prompts of heroes: dealing and recruiting, the quest phase, a quest, a duel, destroyed places."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.framework.text import Text, text
from domain.games.runewars.base import whose_turn
from domain.games.runewars.heroes import company, exploring
from domain.games.runewars.heroes.actions import (
    STRATEGIZE,
    HeroActionSkipped,
    HeroFinished,
    HeroHealed,
    HeroMoved,
    HeroStrategized,
    HeroTrained,
)
from domain.games.runewars.heroes.company import foes_in
from domain.games.runewars.heroes.damage import DuelEnded
from domain.games.runewars.heroes.duels import (
    DuelCardsDrawn,
    DuelIconResolved,
    DuelRoundResolved,
    DuelStarted,
    DuelUnitDefeated,
    QuestDuelStarted,
    StartOfDuelEffectUsed,
    offers_of_rewards,
)
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded, heroes_waiting, in_quest_phase
from domain.games.runewars.heroes.quests import (
    AttributeTested,
    CardOfTestChosen,
    QuestCompleted,
    QuestFailed,
    QuestRevealed,
    has_covered_token,
)
from domain.games.runewars.heroes.rewards import (
    FallenRewardsTaken,
    RewardsTraded,
    RewardUsed,
    can_share_rewards,
    fallen_near,
)
from domain.games.runewars.march.marches import WHO_MOVES
from domain.games.runewars.state.heroes import living_heroes, unnamed_hero
from domain.games.runewars.state.kinds import QuestCard
from domain.games.runewars.state.table import MOST_HEROES, Runewars
from domain.games.runewars.year.orders import order_at_turn

DUEL: Sequence[Ordered] = (
    DuelEnded,
    DuelIconResolved,
    DuelRoundResolved,
    DuelCardsDrawn,
    StartOfDuelEffectUsed,
    OfferedBy(RewardUsed, offers_of_rewards),
    DuelUnitDefeated,
)
"""The cards of a duel, their icons and their damage, until it is decided."""
QUEST: Sequence[Ordered] = (AttributeTested, QuestDuelStarted, CardOfTestChosen, QuestCompleted, QuestFailed)
"""The test or the duel of a revealed quest, and its outcome."""


def hero_prompts(table: Runewars) -> Iterator[Prompt]:
    """The due and the possible events of heroes."""
    yield from prompts_to_hire(table)
    if table.duel or table.attempt:
        yield from offered_prompts((*DUEL, *QUEST), table, any_step=not table.holds_to_steps())
    elif in_quest_phase(table):
        yield from prompts_of_quest(table, table.questing) if table.questing else prompts_of_phase(table)
    elif table.step == "setup":
        yield from prompts_at_start(table)
    elif seat := whose_turn(table):
        yield from in_turn(table, seat)


def prompts_at_start(table: Runewars) -> Iterator[Prompt]:
    """The first hero of each seat, once the starting player is known and the home realms are placed."""
    is_laid = not table.laying.tiles or all(company.home_of(table, seat) for seat in table.alive())
    for seat in table.alive() if table.starting and is_laid else ():
        if not company.heroes_of(table, seat):
            yield prompt_to_deal(table, seat)


def prompt_to_deal(table: Runewars, seat: str) -> Prompt:
    """The first hero of a seat: drawn here, or named; unnamed if the table typed in no hero cards.

    If only the area is open, each area is a tap; the name can be entered in the form.
    """
    home, drawn = len(company.home_of(table, seat)), company.all_typed_in(table)
    where = ("area",) if home > 1 or (not home and table.tracks("map")) else ()
    title = text("{seat}: deal the first hero", seat=table.called("seats", seat))
    if not drawn and not company.is_any_typed_in(table):
        asks = text("{seat}: where does the first hero begin?", seat=table.called("seats", seat)) if where else title
        fields, pad = {"seat": seat, "hero": unnamed_hero(seat)}, "area" if where else ""
        return Prompt(asks, company.HeroDealt, True, fields, also_required=where, reminder=title, keypad=pad)
    needs = where if company.of_its_alignment(table, seat) else ("hero", *where)
    pad = "area" if home > 1 and drawn and "hero" not in needs else ""
    return Prompt(title, company.HeroDealt, True, {"seat": seat}, also_required=needs, opens_form=not drawn, keypad=pad)


def prompts_to_hire(table: Runewars) -> Iterator[Prompt]:
    """The drawn hero cards, one of which is kept."""
    for seat in table.alive():
        if table.seat(seat).hero_cards:
            needs = ("deserter",) if len(company.heroes_of(table, seat)) >= MOST_HEROES else ()
            title = text("{seat}: which hero is kept?", seat=table.called("seats", seat))
            yield Prompt(title, company.HeroRecruited, required=True, fields={"seat": seat}, also_required=needs)


# --- the quest phase ---------------------------------------------------------------------------


def prompts_of_phase(table: Runewars) -> Iterator[Prompt]:
    """The heroes of the next seat, in any order; or the end of the phase for all others."""
    left = heroes_waiting(table)
    seat = table.hero(left[0]).seat if left else ""
    for hero in left:
        if table.hero(hero).seat == seat:
            yield from prompts_of_hero(table, hero)
    yield from prompts_to_share(table)
    yield Prompt(text("The rest does nothing"), QuestPhaseEnded)


def prompts_of_hero(table: Runewars, hero: str) -> Iterator[Prompt]:
    """The possible actions of a hero, the likeliest first. Only the first one counts as left undone."""
    choices, which = [*_choices(table, hero)], text("{hero}: which action?", hero=table.called("heroes", hero))
    for title, event, opens in choices:
        first = event is choices[0][1]
        yield Prompt(title, event, required=first, fields={"hero": hero}, opens_form=opens, question=which)


def _choices(table: Runewars, id_: str) -> Iterator[tuple[Text, type[Event[Any]], bool]]:
    hero, name = table.hero(id_), table.called("heroes", id_)
    here = table.land.get(hero.area)
    heals = hero.damage > 0 and (here is None or here.controller == hero.seat)
    if heals:
        yield text("{hero}: heal {damage}", hero=name, damage=hero.damage), HeroHealed, False
    if not hero.routed:
        yield text("{hero}: move, or stay", hero=name), HeroMoved, True
    if company.points_due(hero):
        yield text("{hero}: train", hero=name), HeroTrained, True
    yield text("{hero}: do nothing", hero=name), HeroActionSkipped, False


def prompts_of_quest(table: Runewars, id_: str) -> Iterator[Prompt]:
    """The acts of a hero who moved: first the token, then a duel, a quest or neither."""
    hero, name = table.hero(id_), table.called("heroes", id_)
    mine = {"seat": hero.seat, "hero": id_}
    if has_covered_token(table, hero.area):
        title = text("{hero}: turn over the exploration token", hero=name)
        yield Prompt(title, exploring.ExplorationTokenRevealed, required=True, fields=mine)
    elif not hero.tried and not hero.routed:
        yield from prompts_to_duel(table, id_)
        yield from prompts_to_attempt(table, id_)
    yield from prompts_to_pick_up(table, id_)
    yield from prompts_to_share(table)
    yield Prompt(text("{hero}: finish", hero=name), HeroFinished, required=True, fields={"hero": id_})


def prompts_to_share(table: Runewars) -> Iterator[Prompt]:
    """Handing over rewards between heroes of one player in the same area."""
    for id_ in living_heroes(table.heroes):
        if can_share_rewards(table, id_):
            title = text("{hero}: hand on rewards", hero=table.called("heroes", id_))
            yield Prompt(title, RewardsTraded, fields={"seat": table.hero(id_).seat, "hero": id_})


def prompts_to_pick_up(table: Runewars, hero: str) -> Iterator[Prompt]:
    """The rewards of defeated heroes in the areas that a hero enters."""
    for fallen in fallen_near(table, hero):
        names = {"hero": table.called("heroes", hero), "fallen": table.called("heroes", fallen)}
        title = text("{hero}: take the rewards of {fallen}", **names)
        yield Prompt(title, FallenRewardsTaken, fields={"hero": hero, "fallen": fallen})


def prompts_to_duel(table: Runewars, hero: str) -> Iterator[Prompt]:
    for foe in foes_in(table, table.hero(hero).area, table.hero(hero).seat):
        title = text("Duel with {foe}", foe=table.called("heroes", foe))
        yield Prompt(title, DuelStarted, fields={"hero": hero, "foe": foe})


def prompts_to_attempt(table: Runewars, hero: str) -> Iterator[Prompt]:
    """The quests for this area, as far as the viewer knows the hand."""
    seat, here = table.hero(hero).seat, table.hero(hero).area
    hand = table.seat(seat).quests
    for quest in dict.fromkeys(hand):
        if quest and here in (QuestCard.of(table, quest).areas or [here]):
            title = text("Quest: {quest}", quest=table.called("quests", quest))
            yield Prompt(title, QuestRevealed, fields={"seat": seat, "hero": hero, "quest": quest})
    if "" in hand:
        yield Prompt(text("A quest"), QuestRevealed, fields={"seat": seat, "hero": hero})


# --- a turn ------------------------------------------------------------------------------------


def in_turn(table: Runewars, seat: str) -> Iterator[Prompt]:
    """Places that must be destroyed, and heroes that Strategize moves."""
    for area in exploring.to_be_destroyed(table, seat):
        title = text("Destroy the place in {area}", area=table.called("areas", area))
        must = not table.ruled(exploring.MAY_STAY)
        yield Prompt(title, exploring.LocationDestroyed, required=must, fields={"seat": seat, "area": area})
    for id_ in company.heroes_of(table, seat):
        yield from prompts_to_pick_up(table, id_)
    if order_at_turn(table) == STRATEGIZE:
        for id_ in company.heroes_of(table, seat):
            hero = table.hero(id_)
            if not (hero.routed or hero.strategized or hero.stopped):
                title = text("Strategize: {hero}", hero=table.called("heroes", id_))
                question = None if table.turn.base else WHO_MOVES
                yield Prompt(title, HeroStrategized, fields={"hero": id_}, question=question)


__all__ = ["hero_prompts"]

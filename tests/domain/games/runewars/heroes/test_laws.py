"""Laws of heroes, at random: every duel ends, every hero acts once, the large button leads through a quest phase."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

import hypothesis.strategies as st
from hypothesis import given as with_random
from hypothesis import settings

from companion.testing import Play
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.games.runewars.heroes.actions import ActionEvent, HeroMoved
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.heroes.damage import DuelEnded
from domain.games.runewars.heroes.duels import DuelCardsDrawn, DuelRoundResolved, DuelStarted
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.heroes.quests import NextQuestDrawn
from domain.games.runewars.state.heroes import DUEL_ROUNDS
from domain.games.runewars.state.kinds import Symbol
from domain.games.runewars.state.table import Area, Exploration, Runewars
from tests.domain.games.runewars.heroes.summer import CARTHOS, ELF, met, summer, typed, with_state
from tests.suite.soak import often

SYMBOLS = st.sampled_from(get_args(Symbol))
ROUNDS = st.lists(st.tuples(SYMBOLS, SYMBOLS), min_size=DUEL_ROUNDS, max_size=DUEL_ROUNDS)
HEALTH = st.integers(1, 6)
TOKENS = st.sampled_from(
    ["", "temple", "hall-of-kellos", "dungeon", "village", "traveling-merchant", "raiding-party", "training"]
)
ANSWERS: Mapping[str, Any] = {
    "points": {"wisdom": 2},
    "attribute": "wisdom",
    "value": 1,
    "mark": "ally",
    "to": "5A",
    "resource": "ore",
}
"""What is said in a form that asks for it."""
MOST_TAPS = 80


def pressed(play: Play, **answers: Any) -> Event[Any] | None:
    """What the large button records, its form filled in if it has one; None where nothing is to be done."""
    prompt = next_prompt(play.campaign.prompts(PUBLIC))
    if prompt is None:
        return None
    event = make_event(prompt.event, {**prompt.fields, **_asked(prompt, {**ANSWERS, **answers})})
    play.record(event)
    return event


def _asked(prompt: Prompt, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers to what a prompt still asks for, where a move leads, and what a village yields."""
    asked = [*prompt.missing, *(["to"] if prompt.event is HeroMoved else [])]
    if answers.get("kind") == "village" and "kind" in asked:
        asked.append("resource")
    return {name: answers[name] for name in asked}


def table_of(play: Play) -> Runewars:
    assert isinstance(play.campaign.table, Runewars)
    return play.campaign.table


@settings(max_examples=often(30), deadline=None)
@with_random(rounds=ROUNDS, attacker=HEALTH, defender=HEALTH)
def test_every_duel_ends_within_four_rounds_with_no_open_step(
    rounds: list[tuple[Symbol, Symbol]], attacker: int, defender: int
) -> None:
    play = met(typed("heroes", CARTHOS, health=attacker), typed("heroes", ELF, health=defender)).play
    play.record(DuelStarted(hero=CARTHOS, foe=ELF))
    for shown in rounds:
        if table_of(play).duel:
            play.record(DuelCardsDrawn(attacker=shown[0], defender=shown[1]))
            while table_of(play).duel and not isinstance(pressed(play), DuelRoundResolved):
                pass
    after = table_of(play)
    assert (after.duel, after.questing, after.fate_open, after.step) == (None, "", [], "orders")
    fought = [entry.event for entry in play.campaign.entries() if isinstance(entry.event, DuelEnded)]
    assert len(fought) == 1
    assert 1 <= fought[0].rounds <= DUEL_ROUNDS


@settings(max_examples=often(20), deadline=None)
@with_random(kind=TOKENS, reward=st.booleans(), to=st.sampled_from(["3A", "5A", "2A"]))
def test_whoever_presses_only_the_large_button_gets_through_a_quest_phase(kind: str, reward: bool, to: str) -> None:
    quest = typed("quests", "ruins", en="The Ruins", areas=["3A"], attribute="agility", success=["ally"])
    seconds = (HeroDealt(seat="elf", hero="Astarra", area="1A"), HeroDealt(seat="uthuk", hero="Bruin", area="2A"))
    spec = summer(quest, *seconds, NextQuestDrawn(seat="elf", quest="ruins"))
    token = Area(exploration=Exploration(back=1)) if kind else Area()
    play = with_state(spec, **{"land": {"5A": token}}).play
    taps = 0
    while table_of(play).step == "secondary" and taps < MOST_TAPS:
        pressed(play, kind=kind, to=to)
        taps += 1
    events = [entry.event for entry in play.campaign.entries()]
    acted = Counter(event.hero for event in events if isinstance(event, ActionEvent))
    assert set(acted) == {ELF, CARTHOS, "Astarra", "Bruin"}
    assert set(acted.values()) == {1}
    assert sum(isinstance(event, QuestPhaseEnded) for event in events) == 1
    assert not table_of(play).agenda.due

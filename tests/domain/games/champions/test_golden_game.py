"""The golden log of a whole game shows all that a game is made of: each count is read from its entries."""

import io
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from domain.framework import kernel
from domain.framework.content import Content
from domain.framework.events.event import Event
from domain.framework.table import as_json
from domain.games.champions import GAME
from domain.games.champions.cards.entering import MinionEntered, SideSchemeEntered
from domain.games.champions.defeats import CharacterDefeated, SeatEliminated, VillainStageDefeated
from domain.games.champions.encounter import ObligationResolved
from domain.games.champions.endgame import GameWon
from domain.games.champions.enemies.activations import ActivationEnded, ActivationStarted
from domain.games.champions.enemies.boosts import BoostCardTurnedUp, DefenderDeclared
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.piles.encounter_deck import EncounterDeckExhausted
from domain.games.champions.rounds import RoundEnded
from domain.games.champions.setup.players import HeroTaken
from domain.games.champions.setup.scenarios import ModularSetChosen
from domain.games.champions.state.table import Champions
from domain.games.champions.threat import SideSchemeDefeated
from domain.log.campaign import Campaign
from domain.log.entries import Memory, Raw
from projections.documents import lossless
from tests.strategies import WORDS

LOG = Path(__file__).parents[3] / "golden" / "champions" / "0.1.0.jsonl"


@cache
def imported() -> lossless.Imported:
    return lossless.read_lossless(io.BytesIO(LOG.read_bytes()), {GAME.key: GAME})


def pack_of(digest: str) -> Content | None:
    return next((pack for pack in imported().packs if pack.digest == digest), None)


def opened(raws: list[Raw]) -> Campaign:
    return Campaign(imported().header.campaign, GAME, Memory(raws), pack_of)


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return opened(imported().raws)


@pytest.fixture(scope="module")
def told(campaign: Campaign) -> list[Event[Champions]]:
    """The events that count in the end."""
    now = campaign.standing()
    kept = (
        campaign.entry_as_it_counts(entry.position, now).event
        for entry in campaign.entries()
        if now.counts(entry.position)
    )
    return [event for event in kept if event is not None]


@pytest.mark.parametrize(
    ("cls", "least"),
    [
        (HeroTaken, 3),
        (ModularSetChosen, 1),
        (RoundEnded, 7),
        (VillainStageDefeated, 2),
        (MinionEntered, 2),
        (CharacterDefeated, 2),
        (SideSchemeEntered, 3),
        (SideSchemeDefeated, 3),
        (EncounterDeckExhausted, 1),
        (ObligationResolved, 1),
        (SeatEliminated, 1),
        (DefenderDeclared, 5),
        (BoostCardTurnedUp, 20),
        (CardPlayed, 20),
        (GameWon, 1),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_as_much_happened(told: list[Event[Champions]], cls: type[Event[Champions]], least: int) -> None:
    assert sum(isinstance(event, cls) for event in told) >= least


def test_an_enemy_activates_within_the_activation_of_another(told: list[Event[Champions]]) -> None:
    depth = deepest = 0
    for event in told:
        if isinstance(event, ActivationStarted) and not event.replaced:
            depth, deepest = depth + 1, max(deepest, depth + 1)
        depth -= isinstance(event, ActivationEnded)
    assert deepest >= 2


def test_it_is_won_against_an_expert_after_eight_rounds_or_more(campaign: Campaign) -> None:
    assert isinstance(campaign.table, Champions)
    (game,) = campaign.table.games
    assert (game.result, game.mode, len(game.heroes), game.modular, game.villain_stage) == (
        "won",
        "expert",
        3,
        ["night-market"],
        2,
    )
    assert game.rounds >= 8


def test_one_entry_was_taken_back_and_one_put_right(campaign: Campaign) -> None:
    corrections = Counter(type(entry.event) for entry in campaign.entries() if entry.is_correction)
    assert corrections[kernel.Withdrawn] >= 1
    assert corrections[kernel.Amended] >= 1


def test_nobody_typed_in_what_nobody_would(campaign: Campaign) -> None:
    words = {value for entry in campaign.entries() for value in entry.fields.values() if isinstance(value, str)}
    assert words & set(WORDS) == set()


def test_what_was_recorded_was_never_bent(campaign: Campaign) -> None:
    assert [entry.position for entry in campaign.entries() if entry.bent] == []


def test_folded_entry_by_entry_it_gives_the_state_that_it_gives_at_once(campaign: Campaign) -> None:
    slowly = opened([])
    for raw in imported().raws:
        slowly.source.raws.append(raw)  # type: ignore[attr-defined]
        slowly.catch_up()
    assert as_json(slowly.table) == as_json(campaign.table)

"""The villain, the main scheme and the heroes on the board, as everybody sees them."""

import pytest

from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.views.board import Piece
from domain.games.champions.cards.entering import MinionEntered
from domain.games.champions.cards.handling import CountersPlaced, CountersRemoved
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.display.board import board
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated
from domain.games.champions.enemies.boosts import BoostCardsGiven, DefenderDeclared, DefenseAbilityUsed
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.rounds import PlayerPhaseEnded, SchemeThreatPlaced
from domain.games.champions.setup.players import HeroTaken, TableOpened
from domain.games.champions.setup.scenarios import ScenarioChosen
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import AccelerationTokensPlaced, ThreatPlaced
from tests.domain.games.champions.moments import (
    AGAINST_SPIKY,
    HEROES,
    IRON,
    PLAYING,
    SPIDER,
    STEP_BY_STEP,
    Events,
    activations,
    against_klaw,
    at,
    dials,
)


def pieces(*events: Events) -> dict[str, Piece]:
    """The board after these events, by the keys of its pieces."""
    sentences = [event for some in events for event in some]
    return {piece.key: piece for piece in board(at(*sentences))}


def words(said: object) -> list[str]:
    return [str(one) for one in said]  # type: ignore[attr-defined]


def test_status_cards_are_seen_by_who_can_tap_nothing() -> None:
    given = (StatusGiven(target="villain", status="tough"), StatusGiven(target=SPIDER, status="stunned"))
    shown = pieces(PLAYING, given)
    assert "Tough" in words(shown["villain"].marks)
    assert "Stunned" in words(shown[f"seat-{SPIDER}"].marks)


def test_who_is_engaged_with_whom_stands_beside_the_villain() -> None:
    shown = pieces(PLAYING, (MinionEntered(name="shocker", seat=IRON),))
    assert words(chip.name for chip in shown["villain"].chips) == ["Shocker → Iron Man"]


def test_dials_are_large_and_threat_is_a_danger() -> None:
    shown = pieces(dials())
    assert [shown[key].counters[0].look for key in ("villain", "main-scheme", f"seat-{IRON}")] == [
        "life", "danger", "life",
    ]  # fmt: skip


def test_the_stage_of_the_villain_is_told_by_its_place_among_those_played() -> None:
    listed = ContentCorrected(kind="scenarios", id="rhino", fields={"expert": ["rhino-1", "rhino-2"]})
    second = ContentAdded(kind="villains", id="rhino-2", fields={"stage": 2})
    shown = pieces((listed, second, *HEROES, ScenarioChosen(scenario="rhino", mode="expert")))
    assert str(shown["villain"].note) == "Stage 1 of 2"


def test_the_villain_shows_the_boost_cards_that_wait() -> None:
    shown = pieces(AGAINST_SPIKY, (BoostCardsGiven(amount=2),))
    assert words(shown["villain"].marks) == ["ATK 2", "Retaliate 1", "2 boost cards face down"]


def test_who_is_waited_for_is_marked_on_the_handle() -> None:
    def active(*events: Events) -> list[str]:
        return [key for key, piece in pieces(*events).items() if piece.handle and piece.handle.active]

    attacked = (*STEP_BY_STEP, ActivationStarted(enemy="villain", seat=SPIDER))
    assert active(attacked) == [f"seat-{SPIDER}"]
    assert active((*attacked, DefenseAbilityUsed(seat=IRON))) == [f"seat-{IRON}"]


@pytest.mark.parametrize(("health", "hurt", "shown"), [(9, 2, "7"), (None, 0, "?"), (None, 2, "? −2")])
def test_a_handle_counts_damage_where_nobody_knows_the_hit_points(health: int | None, hurt: int, shown: str) -> None:
    damage = [DamageDealt(target="Moon Knight", amount=hurt)] if hurt else []
    found = pieces((TableOpened(), HeroTaken(hero="Moon Knight", health=health), *damage))
    handle = found["seat-Moon Knight"].handle
    assert handle is not None
    assert [(icon, counter.shown) for icon, counter in handle.numbers] == [("chip", shown)]


def test_what_comes_next_asks_of_the_first_enemy_and_the_board_of_the_others() -> None:
    phase = (FormChanged(seat=SPIDER), PlayerPhaseEnded(), SchemeThreatPlaced())
    assert not [key for key in pieces(dials(), phase) if key.startswith("activates")]
    blob = ContentAdded(kind="cards", id="Blob", fields={"en": "Blob", "type": "minion", "dashes": ["attack"]})
    two = (blob, MinionEntered(name="shocker", seat=SPIDER), MinionEntered(name="Blob", seat=SPIDER))
    fought = (*activations("minions"), *two, EnemyActivated(enemy="villain", seat=SPIDER))
    shown = pieces(fought)
    first, second = shown["activation"], shown["activates-1"]
    assert (words(first.buttons), [str(ask.label) for ask in first.asks]) == ([], ["Another way"])
    assert [(str(said), pad.field, len(pad.choices)) for said, pad in second.pads] == [
        ("Blob attacks Spider-Man, no defender: how much damage?", "value", 8),
        ("Spider-Man defends: how much damage before DEF 3 is taken off?", "value", 8),
    ]
    other = pieces((*fought[:-1], MinionEntered(name="shocker", seat=SPIDER), fought[-1]))["activates-2"]
    assert words(button.label for button in other.buttons) == [
        "Shocker 2 attacks Spider-Man: 2 damage",
        "Spider-Man defends: 0 damage",
    ]


def test_f40_what_comes_on_top_counts_tokens_and_tells_how_long_it_takes() -> None:
    tokens = (AccelerationTokensPlaced(), ThreatPlaced(scheme="main scheme", amount=4))
    assert words(pieces(dials(), tokens)["main-scheme"].marks) == [
        "+3 in each villain phase",
        "full in at most 4 rounds without thwarting",
    ]


def test_a_stage_is_told_once_there_is_more_than_one() -> None:
    second = (DamageDealt(target="villain", amount=28), VillainStageBegun(villain="Rhino II", health=30))
    assert (str(pieces(dials())["villain"].note), str(pieces(dials(), second)["villain"].note)) == ("", "Stage 2")


def test_what_is_counted_on_a_hero_the_villain_and_the_main_scheme_is_seen() -> None:
    on = {SPIDER: f"seat-{SPIDER}", "villain": "villain", "main scheme": "main-scheme"}
    shown = pieces(dials(), tuple(CountersPlaced(on=id_, name="web", amount=2) for id_ in on))
    for id_, key in on.items():
        counter = shown[key].counters[-1]
        assert (str(counter.label), counter.value) == ("web", 2)
        assert (counter.up, counter.down) == (CountersPlaced(on=id_, name="web"), CountersRemoved(on=id_, name="web"))


def test_retaliate_and_keywords_of_a_minion_are_seen() -> None:
    spiked = {"type": "minion", "health": 3, "retaliate": 1, "keywords": ["guard"]}
    typed = ContentAdded(kind="cards", id="Spiked", fields=spiked)
    shown = pieces(PLAYING, (typed, MinionEntered(name="Spiked", seat=SPIDER)))
    (card,) = (piece for piece in shown[f"seat-{SPIDER}"].rows if piece.key == "card-Spiked")
    assert words(card.marks)[-2:] == ["Retaliate 1", "Guard"]


def test_a_number_of_the_villain_is_told_where_activations_are_followed_and_nobody_knows_it() -> None:
    tables = (against_klaw(*PLAYING), STEP_BY_STEP, dials())
    asked = [[str(ask.label) for ask in pieces(some)["villain"].asks] for some in tables]
    assert asked == [["Another number"], [], []]


def test_an_ally_who_defends_is_a_tap_where_allies_are_tracked_and_a_form_elsewhere() -> None:
    def ways(*areas: str) -> list[str]:
        attacked = (*activations(*areas), ActivationStarted(enemy="villain", seat=SPIDER))
        (piece,) = [one for one in board(at(*attacked)) if one.key == "activation"]
        return [str(ask.label) for ask in piece.asks if ask.event is DefenderDeclared]

    assert ways("activations") == ["An ally defends"]
    assert ways("activations", "allies") == []

"""What the rules fill in is never taken from anybody who says otherwise, nor dropped without a word."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.testing import Play, given, refused
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import filled_in, typed_over_reasons
from domain.framework.game import AnyGame
from domain.framework.refusal import RefusedAll
from domain.framework.table import Table
from domain.framework.text import Clause, Slot, pieces_of_message
from domain.games.champions import GAME as CHAMPIONS
from domain.games.champions.cards.entering import SideSchemeEntered
from domain.games.champions.rounds import HandRefreshed, PlayerPhaseEnded
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.log import corrections
from tests.domain.games.champions.moments import HEROES, IRON, PLAYING, SPIDER, turns_done
from tests.test_games import each_game
from tests.test_truth import RAIDED, SAT, HarbourRaided, moved, steps

SAID_ELSEWHERE: Mapping[str, set[str]] = {
    "agemonia": {
        "agemonia.item-gained came_from",
        "agemonia.fate-card-revealed card",
    },
    "champions": {"champions.modular-set-drawn drawn"},
    # Who hurt it and how, what healed, and which defeat moved the balance, is said by the event it follows from;
    # how much power lies there, by what asks whether it is spent; of which room rewards are, by what offers them;
    # and whether an attack is basic, by its declaration.
    "odalin": {
        *(
            f"odalin.{event} {field}"
            for event in ("damage-taken", "hit-points-lost")
            for field in ("by", "in_attack", "side", "strength")
        ),
        *("odalin.balance-moved by_defeat", "odalin.healed cause", "odalin.power-spent level"),
        *("odalin.rewards-collected room", "odalin.attack-dealt basic"),
    },
}
"""What the table drew itself, or a program that offers the event says."""


def other_value(value: Any) -> Any:
    """A value that the rules did not come to."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case tuple():
            return (*value, "x")
        case Mapping():
            return {**value, "x": 1}
    return 97


def settled_otherwise(game: AnyGame) -> Iterator[tuple[Event[Any], str, Event[Any], Table]]:
    """Commands with each field that the rules filled in, as somebody would say it who says another value."""
    for play in moved(game):
        for event, entry, before, _ in steps(play):
            for name in (
                filled_in(type(event)) if entry.cause is None and type(event).settle is not Event.settle else ()
            ):
                bare = event.copy_with(**{each: make() for each, make in filled_in(type(event)).items()})
                said = other_value(getattr(event, name))
                if said != getattr(bare, name):  # which is what nobody says
                    yield event, name, bare.copy_with(**{name: said}), before


@each_game
def test_what_the_rules_fill_in_is_refused_where_it_is_said_otherwise(game: AnyGame) -> None:
    met, taken = set[str](), set[str]()
    for event, name, said, before in settled_otherwise(game):
        field = f"{event.topic} {name}"
        met.add(field)
        if not list(typed_over_reasons(said, before, lambda table=before: table, [name])):
            taken.add(field)
    assert taken <= SAID_ELSEWHERE.get(game.key, set())
    assert met


def test_numbers_of_a_card_that_the_rules_know_are_not_typed_over() -> None:
    entered = SideSchemeEntered(name="illegal-arms-factory", threat=3, printed={"hazard": 3})
    given(CHAMPIONS, *PLAYING).when(entered).then(refused("computed", bendable=False))


def test_a_hand_is_refilled_with_as_many_cards_as_the_rules_come_to() -> None:
    over = (*PLAYING, *turns_done(SPIDER, IRON), PlayerPhaseEnded())
    given(CHAMPIONS, *over).when(HandRefreshed(seat=SPIDER, count=0)).then(
        refused("computed", bendable=False, says="“how many”: here it is 6")
    )


def test_what_the_rules_come_to_may_be_said_too_and_is_told_where_it_is_said_otherwise() -> None:
    start = (*HEROES, ScenarioChosen(scenario="rhino", health=20))
    given(CHAMPIONS, *start).when(GameBegun(players=4)).then(refused("computed", says="here it is 2"))
    given(CHAMPIONS, *start).when(GameBegun(players=2)).then()


CLAIMS = re.compile(r"by the (dials|map|rules|sheets?|cards?)\b|as the (dials|map|rules) (say|show|give)|computed")
"""Words of a log line by which a value is the rules'."""


@each_game
def test_a_line_says_whose_a_value_is_only_where_the_rules_say_that_it_is_theirs(game: AnyGame) -> None:
    """A table may bend what the rules come to: then the words that claim it are left out."""
    for cls in game.events:
        always = " ".join(piece for piece in pieces_of_message(cls.sentence) if isinstance(piece, str))
        assert not CLAIMS.search(always), cls.topic
        claiming = [slot for slot in _slots_in(cls.sentence) if CLAIMS.search(slot.one)]
        assert all(slot.name in filled_in(cls) for slot in claiming), cls.topic


def _slots_in(said: str) -> Iterator[Slot]:
    for piece in pieces_of_message(said):
        yield from (one for one in (piece if isinstance(piece, Clause) else (piece,)) if isinstance(one, Slot))


def test_a_consequence_is_not_put_right_to_what_it_was() -> None:
    """Nor is what the rules filled in put right to anything else."""
    play = given(RAIDED, *SAT).when(HarbourRaided()).play
    robbed = play.campaign.position
    with pytest.raises(RefusedAll, match="here it is 3"):
        given_amend(play, robbed, amount=1)
    with pytest.raises(RefusedAll, match="It already says that"):
        given_amend(play, robbed, seat="Ann")


@pytest.mark.parametrize("changes", [{}, {"amount": 3}, {"seat": "Ann"}])
def test_a_command_is_not_put_right_to_what_it_says(changes: Mapping[str, object]) -> None:
    play = given(RAIDED, *SAT).play
    with pytest.raises(RefusedAll, match="It already says that"):
        given_amend(play, play.campaign.position, **changes)


def test_what_was_put_right_is_put_right_again_to_what_it_was() -> None:
    play = given(RAIDED, *SAT).play
    gained = play.campaign.position
    given_amend(play, gained, amount=2)
    with pytest.raises(RefusedAll, match="It already says that"):
        given_amend(play, gained, amount=2)
    given_amend(play, gained, amount=3)
    assert play.campaign.entry_as_it_counts(gained, play.campaign.standing()).fields["amount"] == 3


def given_amend(play: Play, entry: int, **changes: object) -> None:
    play.do(lambda campaign: corrections.amend(campaign, entry, changes, play.command()))

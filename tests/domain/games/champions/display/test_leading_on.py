"""The large button leads from any moment to the next round, whatever a table of dials begins to write down there."""

from random import Random

import pytest

from companion.testing import Play, given
from domain.framework.events.chance import Chance
from domain.framework.game import PUBLIC, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.refusal import RefusedAll
from domain.framework.table import as_json
from domain.games.champions import GAME
from domain.games.champions.heroes.powers import FormChanged, HeroAttacked
from domain.games.champions.rounds import PlayerPhaseEnded
from domain.games.champions.setup.players import TableOpened
from domain.games.champions.state.table import VILLAIN, Champions
from tests.domain.games.champions.moments import SPIDER, Events, dials, villain_phase
from tests.strategies import guess

FORM = FormChanged(seat=SPIDER)
MOMENTS: dict[str, Events] = {
    "turns": (*dials(), FORM, HeroAttacked(seat=SPIDER, target=VILLAIN)),
    "threat": (*dials(), FORM, PlayerPhaseEnded()),
    "activations": villain_phase(FORM),
}
MOST_TAPS, TRIES = 60, 40
"""More than any round of two heroes takes; so often something is put into what a form still asks for."""


def tap(play: Play, prompt: Prompt, random: Random) -> None:
    """Record what a prompt leads to, with whatever its form takes."""
    known = as_json(dict(prompt.fields))
    for _ in range(1 if prompt.complete else TRIES):
        event = (
            prompt.event(**prompt.fields)
            if prompt.complete
            else guess(prompt.event, play.campaign.table, random, **known)
        )
        try:
            if event:
                play.record(event, Chance(random))
                return
        except RefusedAll:
            continue
    raise AssertionError(f"nothing could be recorded by: {prompt.title}")


@pytest.mark.parametrize("area", Champions.areas)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_table_that_begins_to_write_something_down_comes_to_the_next_round(moment: str, area: str) -> None:
    play, random = given(GAME, *MOMENTS[moment], TableOpened(tracks=(area,))).play, Random(1)
    for _ in range(MOST_TAPS):
        next_ = next_prompt(play.campaign.prompts(PUBLIC))
        assert next_, "there is something to do next"
        tap(play, next_, random)
        table = play.campaign.table
        assert isinstance(table, Champions)
        if table.round > 1 or table.step == "over":
            return
    raise AssertionError("the round does not end")

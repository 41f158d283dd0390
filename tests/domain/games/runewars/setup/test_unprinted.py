"""Tiles that nobody typed in: what is printed on their areas is asked, and never counts as nothing."""

from companion.testing import Spec, given
from domain.framework.game import PUBLIC
from domain.games.runewars import GAME
from domain.games.runewars.setup.completion import missing_steps
from domain.games.runewars.setup.filling import AreaDescribed, CityPlaced, NeutralsSetUp, blank_areas
from domain.games.runewars.setup.laying import MapTilePlaced
from tests.domain.games.runewars.maps import SEATED


def laid() -> Spec:
    """A tile that nobody typed in is laid, and one of its areas is the home realm of a seat."""
    return given(GAME, *SEATED, MapTilePlaced(tile="1", place="0 0"), AreaDescribed(area="1C", home="human"))


def test_what_is_printed_in_each_unknown_area_is_asked_in_the_setup() -> None:
    spec = laid()
    blank = blank_areas(spec.play.campaign.table)  # type: ignore[arg-type]
    assert "1A" in blank
    asked = [(one.event, one.fields.get("area")) for one in spec.play.campaign.prompts(PUBLIC)]
    assert (AreaDescribed, "1A") in asked
    assert (NeutralsSetUp, "1A") in asked
    (missing,) = [str(one) for one in missing_steps(spec.play.campaign.table) if "printed" in str(one)]  # type: ignore[arg-type]
    assert missing.startswith("what is printed in ")
    assert "1A" in missing


def test_an_area_that_was_typed_in_is_asked_for_its_city_and_no_more() -> None:
    typed = laid().when(AreaDescribed(area="1A", food=1, city=True))
    assert "1A" not in blank_areas(typed.play.campaign.table)  # type: ignore[arg-type]
    typed.then_prompts(CityPlaced(area="1A"))
    units = laid().when(NeutralsSetUp(area="1B", units={"giant": 1}))
    assert "1B" not in blank_areas(units.play.campaign.table)  # type: ignore[arg-type]

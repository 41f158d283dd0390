"""Taking a seat in a described game: without heroes, seats are called by their players."""

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.cards.packs import read_pack
from domain.games import OWN
from domain.games.own.gallery import source_of
from domain.games.own.kinds import KINDS
from tests.companion.guest import joined


@pytest.mark.parametrize(("template", "suggested"), [("score-sheet", True), (None, False)])
def test_the_seat_of_a_guest_has_the_name_of_the_guest_if_there_are_no_heroes(
    app: Flask, services: Services, template: str | None, suggested: bool
) -> None:
    pack = read_pack(source_of(template), KINDS).content if template else None
    services.campaigns.new(OWN, "New table", {}, services.new_command(), pack=pack)
    ann = joined(app, services, "Ann", key="new-table")
    inputs = [given for tag, given in ann.read("record/seat-taken").tags if tag == "input"]
    values = {str(given.get("name")): given.get("value") for given in inputs}
    assert (values["f.seat"] == "Ann") is suggested
    assert values["f.player"] == "Ann"

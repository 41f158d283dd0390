"""A public spreadsheet, rebuilt as a game file: the workbook in which a league keeps one of its teams.

Its three sheets are the roster, the team and the matches of the season. Each column is a thing of the definition, or
something that companion records for every game.
"""

from pathlib import Path

from domain.framework.cards.packs import read_pack
from domain.framework.content import Content
from domain.games.own.definition import faults_of_definition
from domain.games.own.kinds import KINDS

COLUMNS = {
    "roster": {
        "number": "journals.squad",
        "player name": "journals.squad",
        "type": "figures",
        "MA": "numbers.movement",
        "ST": "numbers.strength",
        "AG": "numbers.agility",
        "AV": "numbers.armour",
        "starting skills": "journals.skills",
        "improvements": "journals.skills",
        "M": "statuses.misses",
        "N": "statuses.old-wound",
        "stat injuries": "numbers.movement",
        "Int": "numbers.catches",
        "Comp": "numbers.passes",
        "TD": "numbers.goals",
        "Cas": "numbers.hurt",
        "kills": "numbers.kills",
        "MVP": "numbers.best",
        "SPP": "numbers.fame",
        "value": "numbers.value",
    },
    "team": {
        "team name": "the campaign",
        "race": "lists.people",
        "head coach": "the seat",
        "re-rolls": "numbers.rerolls",
        "fan factor": "numbers.fans",
        "assistant coaches": "numbers.helpers",
        "cheerleaders": "numbers.cheer",
        "apothecary": "numbers.healer",
        "treasury": "numbers.treasury",
        "team value": "numbers.team-value",
    },
    "matches": {
        "number of the match": "the round of scenarios",
        "opponent": "journals.opponents",
        "TDs for": "numbers.scored",
        "TDs against": "numbers.conceded",
        "casualties for": "numbers.inflicted",
        "casualties against": "numbers.suffered",
        "gate": "numbers.gate",
        "winnings": "numbers.winnings",
        "won, tied, lost": "results",
        "notes": "journals.notes",
    },
}
"""Each column of the workbook, with its place in the definition."""
OF_EVERY_GAME = {"the campaign", "the seat", "the round of scenarios"}
PLACES = {place for columns in COLUMNS.values() for place in columns.values()}


def definition() -> Content:
    source = Path(__file__).with_name("spreadsheet.toml").read_text(encoding="utf-8")
    return read_pack(source, KINDS).content


def test_the_workbook_is_a_sound_definition() -> None:
    assert faults_of_definition(definition()) == {}


def test_every_column_has_its_place() -> None:
    content = definition()
    known = {*content.kinds, *(f"{kind}.{id_}" for kind, things in content.kinds.items() for id_ in things)}
    assert PLACES - known == OF_EVERY_GAME


def test_nothing_that_is_kept_is_in_no_column() -> None:
    kept = {f"{kind}.{id_}" for kind in ("numbers", "statuses", "journals", "lists") for id_ in definition().of(kind)}
    assert kept <= PLACES

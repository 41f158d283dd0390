"""The sheets: the scenario, and each hero."""

from collections.abc import Sequence

from domain.games.champions.display.paper.campaign import campaign_sheet
from domain.games.champions.display.paper.decks import deck_sheets
from domain.games.champions.harm.bodies import where
from domain.games.champions.numbers import body
from domain.games.champions.state.bodies import STATUSES
from domain.games.champions.state.names import FORM_NAMES, STATUS_NAMES
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.shown.sheet import Block, Box, Boxes, Fact, Facts, Sheet
from domain.table import join
from domain.text import text


def sheets(table: Champions) -> Sequence[Sheet]:
    """All sheets, as the viewer of the table may see them."""
    heroes = (hero_sheet(table, seat) for seat in table.seats)
    return [*scenario_sheet(table), *heroes, *deck_sheets(table), *campaign_sheet(table)]


def scenario_sheet(table: Champions) -> Sequence[Sheet]:
    """The villain, the main scheme, and where the game stands."""
    if not table.scenario.id:
        return []
    main = table.main
    scheme = [
        Fact(text("Stage"), main.stage, path="main.stage"),
        Fact(text("Threat"), main.threat, main.target, "main.threat"),
        Fact(text("Threat in each villain phase"), main.acceleration, path="main.acceleration"),
        Fact(text("Acceleration tokens"), main.tokens, path="main.tokens"),
    ]
    first = table.called("identities", table.first)
    game = [
        Fact(text("Scenario"), table.called("scenarios", table.scenario.id), path="scenario.id"),
        Fact(text("Round"), table.round, path="round"),
        Fact(text("First player"), first, path="first"),
    ]
    return [
        Sheet(
            "scenario",
            text("Scenario"),
            [
                Facts(text("Game"), game),
                Facts(
                    table.called("enemies", VILLAIN), [Fact(text("Stage"), table.villain.stage), dial(table, VILLAIN)]
                ),
                statuses(table, VILLAIN),
                Facts(table.called("schemes", "main scheme"), scheme),
            ],
        )
    ]


def hero_sheet(table: Champions, id_: str) -> Sheet:
    """A hero, as everybody sees it."""
    seat = table.seats[id_]
    facts = [dial(table, id_), Fact(text("Form"), FORM_NAMES[seat.form], path=join(("seats", id_, "form")))]
    if seat.player:
        facts.insert(0, Fact(text("Player"), seat.player))
    blocks: list[Block] = [Facts(text("Hero"), facts), statuses(table, id_)]
    return Sheet(f"hero-{id_}", table.called("identities", id_), blocks, seat=id_)


def dial(table: Champions, id_: str) -> Fact:
    """Hit points left, of how many; where nobody knows, the damage."""
    whom = body(table, id_)
    path = join((*where(table, id_), "damage"))
    if whom is None or whom.left is None:
        return Fact(text("Damage"), whom.damage if whom else 0, path=path)
    return Fact(text("Hit points"), whom.left, whom.health, path)


def statuses(table: Champions, id_: str) -> Boxes:
    """The status cards of somebody."""
    at = where(table, id_)
    whom = body(table, id_)
    return Boxes(
        text("Status cards"),
        [Box(STATUS_NAMES[one], bool(getattr(whom, one, False)), join((*at, one))) for one in STATUSES],
    )

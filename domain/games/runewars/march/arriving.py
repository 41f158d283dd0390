"""What units meet where they arrive: nobody, neutral units or an enemy; then a battle or diplomacy is due (移动)."""

from typing import Literal

from domain.games.runewars.base import whose_turn
from domain.games.runewars.excess import settle_down
from domain.games.runewars.holding import factions_in, has_neutrals
from domain.games.runewars.march.diplomacy import DiplomacyStarted
from domain.games.runewars.march.sides import own, unallied
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.battles import BattleStarted

TO_COME = (BattleStarted, DiplomacyStarted)
"""What is due where units met somebody."""
Met = Literal["nobody", "neutrals", "enemy"]


def met(table: Runewars, seat: str, area: str) -> Met:
    """What units of a seat meet in an area: an enemy where others have units or control, even with nobody there."""
    here = table.land.get(area) or Area()
    if here.controller not in ("", seat) or any(faction != seat for faction in factions_in(here)):
        return "enemy"
    return "neutrals" if has_neutrals(here) and here.allied != seat else "nobody"


def arrive(table: Runewars, seat: str, area: str, whom: Met) -> None:
    """Units have come into an area where they met somebody, or nobody; for `apply`.

    Until a battle or diplomacy is over nobody gains or loses the area. Against neutral units diplomacy is open besides
    the battle, and all that is left once the order has caused a battle.
    """
    if whom == "nobody":
        settle_down(table, seat, area)
        return
    table.area(area).contested = True
    talks = whom == "neutrals" and table.turn.fought and whose_turn(table)
    if not table.agenda.of(seat=seat, area=area):
        table.agenda.put(DiplomacyStarted if talks else BattleStarted, seat=seat, area=area)


def part(table: Runewars, *areas: str) -> None:
    """A card took away those who would have fought: then nobody does; for `apply`, which then reckons the areas."""
    for area in areas:
        waiting = table.agenda.of(*TO_COME, area=area)
        if waiting and not any(_at_odds(table, str(due.fields.get("seat")), area) for due in waiting):
            table.agenda.drop(waiting.__contains__)
            table.area(area).contested = False


def _at_odds(table: Runewars, seat: str, area: str) -> bool:
    """Whether units that came into an area have somebody there to fight or to talk to."""
    here = table.area_at(area)
    holding = [*factions_in(here), here.home, here.taken, here.stronghold.owner if here.stronghold else ""]
    others = [other for other in holding if other not in ("", seat) and not table.seat(other).eliminated]
    return bool(own(table, area, seat)) and bool(others or unallied(table, area, seat))

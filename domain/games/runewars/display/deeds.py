"""What can be done in an area now: by the order at hand, with what stands there, and by cards."""

from collections.abc import Iterator

from domain.games.runewars.base import whose_turn
from domain.games.runewars.heroes.company import HeroPlaced
from domain.games.runewars.march.activation import AreaActivated, UnitsMarched
from domain.games.runewars.march.arriving import met
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced, UnitsRouted, UnitsStood
from domain.games.runewars.march.diplomacy import DiplomacyStarted
from domain.games.runewars.march.strategize import UnitsStrategized
from domain.games.runewars.realm.building import DevelopmentBuilt, StrongholdBuilt, StrongholdRepaired
from domain.games.runewars.realm.cities import CitySupported
from domain.games.runewars.realm.holdings import AreaLeft, AreaTaken
from domain.games.runewars.realm.recruiting import RecruitsPlaced
from domain.games.runewars.runes.handling import RuneInspected
from domain.games.runewars.setup.filling import CityPlaced, NeutralsSetUp
from domain.games.runewars.setup.starting import StartingStrongholdPlaced, StartingUnitsPlaced
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.year.turns import order_at_turn
from domain.language.event import Event
from domain.language.shown.board import Ask
from domain.language.text import Text, text

Deed = tuple[Text, type[Event[Runewars]]]


def deeds(table: Runewars, id_: str) -> Iterator[Ask]:
    """What can be done in an area, what is likely first."""
    here, seat = {"area": id_}, whose_turn(table)
    yield from setting_up(table, id_) if table.step == "setup" else ()
    for words, event in (*where_they_met(table, id_, seat), *by_order(table, table.area_at(id_), seat)) if seat else ():
        yield Ask(words, event, {**here, "seat": seat})
    for words, event in with_what_is_there(table, table.area_at(id_)):
        yield Ask(words, event, here)


def setting_up(table: Runewars, id_: str) -> Iterator[Ask]:
    """What comes onto an area before the war begins."""
    area, here = table.land[id_], {"area": id_}
    if area.home:
        yield Ask(text("First stronghold"), StartingStrongholdPlaced, {**here, "seat": area.home})
        yield Ask(text("First units"), StartingUnitsPlaced, {**here, "seat": area.home})
        return
    if area.city_space and not area.city:
        yield Ask(text("City placed"), CityPlaced, here)
    yield Ask(text("Neutral units"), NeutralsSetUp, here)


def where_they_met(table: Runewars, id_: str, seat: str) -> Iterator[Deed]:
    """A battle or diplomacy that has yet to begin in an area."""
    if not table.area_at(id_).contested or table.battle or table.diplomacy:
        return
    if not table.turn.fought:
        yield text("Fight here"), BattleStarted
    if met(table, seat, id_) == "neutrals":
        yield text("Offer influence"), DiplomacyStarted


def by_order(table: Runewars, area: Area, seat: str) -> Iterator[Deed]:
    """What the order that is resolved now does in an area."""
    stronghold = area.stronghold if area.stronghold and area.stronghold.owner == seat else None
    match order_at_turn(table):
        case "strategize":
            yield text("Move units here"), UnitsStrategized
        case "mobilize" | "conquer":
            came = table.turn.areas[-1:]
            if any(table.land.get(id_) is area and id_ not in table.turn.met for id_ in came):
                yield text("Move units here"), UnitsMarched
            elif seat not in area.activated:
                yield text("Activate"), AreaActivated
        case "harvest" if stronghold and not area.development:
            yield text("Build a development"), DevelopmentBuilt
        case "recruit" if stronghold:
            yield text("Place recruits"), RecruitsPlaced
        case "rally-support" if area.city and area.controller == seat:
            yield text("Ask the city"), CitySupported
        case "fortify" if stronghold and not stronghold.intact:
            yield text("Repair the stronghold"), StrongholdRepaired
        case "fortify" if area.controller == seat and not (area.stronghold or area.city):
            yield text("Build a stronghold"), StrongholdBuilt


def with_what_is_there(table: Runewars, area: Area) -> Iterator[Deed]:
    """What may happen there at any time, mostly by a card."""
    if area.rune:
        yield text("Look at the rune"), RuneInspected
    if not table.tracks("units"):
        yield text("Somebody takes it"), AreaTaken
        yield text("Nobody holds it"), AreaLeft
    if table.step == "setup":
        return
    yield text("Place units"), UnitsPlaced
    if area.stacks:
        yield text("Destroy units"), UnitsDestroyed
        yield text("Rout units"), UnitsRouted
    if any(stack.routed for stack in area.stacks.values()):
        yield text("Units stand up"), UnitsStood
    if table.heroes:
        yield text("Put a hero here"), HeroPlaced


__all__ = ["deeds"]

"""What a tap on an area opens: all that stands there, and what can be done there."""

from collections.abc import Iterator

from domain.games.runewars.display.map_plan import key_of
from domain.games.runewars.display.paper.lands import things_in, units_in, yields
from domain.games.runewars.geography import around, border
from domain.games.runewars.setup.areas import AreaDescribed, BorderCorrected
from domain.games.runewars.setup.filling import CityPlaced, NeutralsSetUp
from domain.games.runewars.setup.starting import StartingStrongholdPlaced, StartingUnitsPlaced
from domain.games.runewars.state.heroes import living
from domain.games.runewars.state.table import Runewars
from domain.language.shown.board import Ask, Chip, Piece
from domain.language.shown.sheet import Said
from domain.language.text import Text, text


def area_piece(table: Runewars, id_: str) -> Piece:
    """An area, closely looked at."""
    area = table.land[id_]
    return Piece(
        key_of(table, id_),
        table.called("areas", id_),
        note=_held(table, id_),
        marks=[*_printed(table, id_), *borders(table, id_)],
        chips=[Chip(said) for said in (*units_in(table, area), *heroes_in(table, id_), *things_in(table, area))],
        asks=list(asks(table, id_)),
        aside=True,
        about=("areas", id_),
    )


def _held(table: Runewars, id_: str) -> Text:
    area = table.land[id_]
    home = table.called("seats", area.home) if area.home else ""
    if area.controller:
        held = table.called("seats", area.controller)
        return text("Held by {seat}[, home of {home}]", seat=held, home=home)
    return text("Nobody holds it[, home of {home}]", home=home)


def heroes_in(table: Runewars, id_: str) -> Iterator[Text]:
    """The heroes of an area, with whom they follow."""
    for hero in living(table.heroes):
        known = table.heroes[hero]
        if known.area == id_:
            name, seat = table.called("heroes", hero), table.called("seats", known.seat)
            yield text("{hero} of {seat}[, {damage} damage]", hero=name, seat=seat, damage=known.damage)


def _printed(table: Runewars, id_: str) -> Iterator[Said]:
    shown = yields(table, table.land[id_])
    if shown.values["yields"]:
        yield shown


def borders(table: Runewars, id_: str) -> Iterator[Said]:
    """The neighbours that lie behind mountains or water."""
    for kind, words in (("mountain", text("mountain to {areas}")), ("water", text("water to {areas}"))):
        beside = [other for other in around(table, id_) if border(table, id_, other) == kind]
        if beside:
            yield words.but(areas=tuple(table.called("areas", other) for other in beside))


def asks(table: Runewars, id_: str) -> Iterator[Ask]:
    """What is done there besides what events offer: before the war, by hand, and last what puts the map right."""
    if table.step == "setup":
        yield from setting_up(table, id_)
    yield Ask(text("Fix the area"), AreaDescribed, {"area": id_})
    if around(table, id_):
        yield Ask(text("Put a border right"), BorderCorrected, {"area": id_})


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


__all__ = ["area_piece"]

"""What comes next while units march: the token, who comes, whom they meet, diplomacy (3.4 #1 to #3, 3.6)."""

from collections.abc import Iterator, Sequence

from domain.games.runewars.base import whose_turn
from domain.games.runewars.figures import too_many
from domain.games.runewars.march.activation import CONQUER, MOBILIZE, AreaActivated, UnitsMarched, can_come
from domain.games.runewars.march.arriving import met
from domain.games.runewars.march.by_cards import UnitsDestroyed
from domain.games.runewars.march.diplomacy import DiplomacyCardChosen, DiplomacyStarted
from domain.games.runewars.march.strategize import STRATEGIZE, UnitsStrategized, can_move
from domain.games.runewars.state.kinds import Destiny, FateCard
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars, halves
from domain.games.runewars.war.battles import came_along
from domain.games.runewars.year.turns import SupremacyTaken, not_in_bonus, order_of
from domain.language.game import Prompt
from domain.language.text import spoken, text

BEST: Sequence[Destiny | None] = ("ally", "withdraw", None, "refuse")
"""Answers of neutral units, as a player would have them."""


def coming(table: Runewars) -> Iterator[Prompt]:
    """What comes next of the order at turn, as far as units move by it; what units owe is on the agenda."""
    if table.diplomacy:
        yield from answering(table)
    elif (seat := whose_turn(table)) and not table.battle:
        order = order_of(table, seat)
        if order == STRATEGIZE:
            yield from strategizing(table, seat)
        elif order in (MOBILIZE, CONQUER):
            yield from marching(table, seat, order)


def answering(table: Runewars) -> Iterator[Prompt]:
    """One of the cards is chosen, the best first; once it is, the agenda has what follows from it."""
    if table.agenda.due:
        return
    if not table.fate_open:
        yield Prompt(text("The mark on the fate card"), DiplomacyCardChosen, must=True, needs=("mark",))
    for card in sorted(table.fate_open, key=lambda card: BEST.index(FateCard.of(table, card).destiny)):
        yield choosing(table, card)


def choosing(table: Runewars, card: str) -> Prompt:
    """A drawn card, with its mark if it was typed in."""
    mark, name = FateCard.of(table, card).destiny, table.called("fate", card)
    title = text("Choose {card}[: {mark}]", card=name, mark=spoken(mark) if mark else "")
    needs = () if mark else ("mark",)
    return Prompt(title, DiplomacyCardChosen, must=True, fields={"card": card}, needs=needs)


def strategizing(table: Runewars, seat: str) -> Iterator[Prompt]:
    if not can_move(table, seat):
        return
    left = None if table.turn.base else text("Units may move to areas beside theirs")
    yield Prompt(text("Move units"), UnitsStrategized, fields={"seat": seat}, left=left)


def marching(table: Runewars, seat: str, order: str) -> Iterator[Prompt]:
    """The token first, then who comes; then a battle, or diplomacy with neutral units."""
    if not table.turn.areas:
        yield Prompt(text("Activate an area"), AreaActivated, must=True, fields={"seat": seat})
        return
    area = table.turn.areas[-1]
    if (table.land.get(area) or Area()).contested:
        yield from confronting(table, seat, area, order)
    if area not in table.turn.met and can_come(table, seat, area):
        yield marching_in(table, seat, area)
    if order == MOBILIZE and len(table.turn.areas) == 1 and not table.agenda.due and _has_bonus(table, seat):
        again = text("Activate a second area (supremacy bonus)")
        yield Prompt(again, AreaActivated, fields={"seat": seat}, left=again)


def marching_in(table: Runewars, seat: str, area: str) -> Prompt:
    name = table.called("areas", area)
    came = any(halves(stack)[0] == area for stack in table.turn.moved)
    title = text("More units march into {area}", area=name) if came else text("March into {area}", area=name)
    left = None if came else text("Nobody has marched into {area}", area=name)
    return Prompt(title, UnitsMarched, fields={"seat": seat, "area": area}, left=left)


def confronting(table: Runewars, seat: str, area: str, order: str) -> Iterator[Prompt]:
    """What is open besides the battle, or before it."""
    over = too_many(table.area(area), seat, sum(came_along(table, area).values()))
    if over and met(table, seat, area) == "neutrals" and _may_offer(table, seat):
        title = text("Destroy {count|unit|units} to talk: more than eight only fight", count=over)
        yield Prompt(title, UnitsDestroyed, must=table.turn.fought, fields={"area": area})
    if met(table, seat, area) == "neutrals" and _may_offer(table, seat) and not table.turn.fought:
        title = text("Or offer influence to the neutral units of {area}", area=table.called("areas", area))
        yield Prompt(title, DiplomacyStarted, fields={"seat": seat, "area": area})
    if order == CONQUER and table.area(area).stronghold and _has_bonus(table, seat):
        title = text("Take the supremacy bonus: the stronghold counts 3 less")
        yield Prompt(title, SupremacyTaken, fields={"seat": seat})


def _may_offer(table: Runewars, seat: str) -> bool:
    """Whether a seat has influence to offer, as far as anybody counts it."""
    return table.seat(seat).influence > 0 or not table.tracks("influence")


def _has_bonus(table: Runewars, seat: str) -> bool:
    """Whether the supremacy bonus is open to the seat, and not said yet."""
    return not table.turn.bonus and not any(not_in_bonus(table, seat))

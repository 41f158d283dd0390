"""When a tactics card may be used, as it says itself (策略卡)."""

from collections.abc import Iterator, Mapping, Sequence

from domain.games.runewars import sections
from domain.games.runewars.base import whose_turn
from domain.games.runewars.state.kinds import TacticsCard
from domain.games.runewars.state.table import Runewars
from domain.language.refusal import Refused, refusal
from domain.language.text import Text, text

WRONG_TIME = refusal("wrong-time", "“{card}” can only be used {timing}.", rule=sections.TACTICS, areas=("calendar",))
TAKES_NO_PART = refusal(
    "takes-no-part", "{seat} takes no part in this, with units or a hero.", rule=sections.TACTICS, areas=("units",)
)
TIMINGS: Mapping[str, Text] = {
    "your turn": text("in one's own turn, and in a battle only at its start"),
    "start of battle": text("at the start of a battle, by the attacker first"),
    "battle": text("in a battle"),
    "start of duel": text("at the start of a duel"),
    "duel": text("in a duel"),
}
AT_START = ("lineup", "opening")
FIGHTS = ("battle", "start of battle", "duel", "start of duel")


def out_of_time(table: Runewars, seat: str, card: str) -> Iterator[Refused]:
    """Why a tactics card cannot be used now; one whose timing nobody typed in always can."""
    timing = TacticsCard.of(table, card).timing or "other"
    if timing in TIMINGS and table.holds_to_steps() and not _is_time(table, seat, timing):
        yield WRONG_TIME(card=table.called("tactics", card), timing=TIMINGS[timing])
    elif timing in FIGHTS and table.place[1] in FIGHTS and seat not in fighting(table):
        yield TAKES_NO_PART(seat=table.called("seats", seat))


def fighting(table: Runewars) -> Sequence[str]:
    """The sides of the battle or duel at hand; who plays the unit of a quest has no hero in it."""
    if table.battle:
        return table.battle.sides
    return [fighter.seat for fighter in table.duel.fighters if fighter.hero] if table.duel else ()


def _is_time(table: Runewars, seat: str, timing: str) -> bool:
    """In a battle or a duel its own step is open; a turn goes on in it."""
    begins = _begins(table, seat)
    if timing == "your turn":
        return whose_turn(table) == seat and begins
    where = timing.removeprefix("start of ")
    return table.place[1] == where and (begins or where == timing)


def _begins(table: Runewars, seat: str) -> bool:
    """Whether nothing of the battle or duel at hand is fought yet; in a battle the attacker's cards come first."""
    if battle := table.battle:
        first = [side for side in battle.sides if side not in battle.passed][:1]
        return battle.stage in AT_START and (seat in first or seat not in battle.sides)
    return not table.duel or (table.duel.round == 1 and not table.duel.drawn)

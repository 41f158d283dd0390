"""Elimination: a seat that controls no area is out of the war (玩家制约)."""

from collections.abc import Iterator

from domain.games.runewars import sections
from domain.games.runewars.base import Living, RunewarsEvent, whose_turn
from domain.games.runewars.holding import held_by, left_of, reckon
from domain.games.runewars.realm.power import give_title
from domain.games.runewars.state.bids import SealedBid
from domain.games.runewars.state.heroes import without_followers
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.turn import Turn
from domain.games.runewars.year.seasons import SeasonEnded
from domain.language.event import Event, Offer
from domain.language.refusal import Refused, refusal
from domain.language.text import text

STILL_HOLDS = refusal(
    "still-holds", "{seat} still controls {count|area|areas}.", rule=sections.ELIMINATION, areas=("map",)
)


def landless(table: Runewars) -> list[str]:
    """The seats that control no area, where all of the map is known; not while an area is fought for (C-43)."""
    if not table.season or any(area.contested for area in table.land.values()):
        return []
    homes = {area.home for area in table.land.values()}
    return [seat for seat in table.alive() if seat in homes and not held_by(table, seat)]


class SeatEliminated(RunewarsEvent):
    """Its titles go back to the common area with what lies on them."""

    help_text = "A seat that controls no area is out: heroes and cards go back to their decks, titles to the table."
    says = "{seat} is out of the war"
    title = "Out of the war"
    area_of_play = "End of the war"
    tracked = ("map",)
    seat: Living

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in landless(table):
            title = text("{seat} controls no area: out of the war", seat=table.called("seats", seat))
            yield Offer(title, {"seat": seat}, must=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if held := held_by(table, self.seat):
            yield STILL_HOLDS(seat=table.called("seats", self.seat), count=len(held))

    def apply(self, table: Runewars) -> None:
        seat, at_turn = table.seat(self.seat), whose_turn(table) == self.seat
        for title in seat.titles:
            give_title(table, title, "")
        seat.tactics, seat.fresh, seat.quests, seat.hero_cards = [], [], [], []
        table.heroes = without_followers(table.heroes, self.seat)
        seat.objective, seat.has_objective, seat.bid = "", False, SealedBid()
        seat.eliminated = True
        table.heroes = {id_: hero for id_, hero in table.heroes.items() if hero.defeated or hero.seat != self.seat}
        table.turn = Turn() if at_turn else table.turn
        table.questing = table.questing if table.questing in table.heroes else ""
        table.agenda.drop(lambda due: due.says(seat=self.seat))
        if table.starting == self.seat:
            table.starting = left_of(table, self.seat)
        reckon(table, *table.land)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if table.step == "turns" and not whose_turn(table):
            yield SeasonEnded()


EVENTS = (SeatEliminated,)

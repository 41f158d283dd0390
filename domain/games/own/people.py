"""Seats and figures: players and their heroes, enemies and allies that come and go."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, Seating
from domain.framework.events.marks import Delta, NamedAs, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.own.base import FILE, Few, Name, OwnEvent, Sitter
from domain.games.own.kinds import HeroCard, NumberCard
from domain.games.own.table import Figure, OwnTable, Seat

MOST_FIGURES = 40
SEAT_TAKEN = never("seat-taken", "{seat} is at the table already.")
FULL = refusal("full", "All {most} seats are taken.", rule=FILE)
OUTSIDE = never("outside", "{number} is between {least} and {most} here, not {value}.")
TOO_MANY_FIGURES = never("too-many-figures", "At most {most} figures can be in play.")


def players_of(table: OwnTable) -> tuple[int, int]:
    """The fewest and most players."""
    players = table.game_card.players
    return min(players), max(players)


def free_heroes(table: OwnTable) -> list[str]:
    """The heroes of the definition that no one plays, then the seats that left."""
    left = [id_ for id_, seat in table.seats.items() if seat.left]
    return [*(hero for hero in table.cards(HeroCard) if hero not in table.seats), *left]


class SeatTaken(OwnEvent):
    title = "Join the game"
    heading = "Players and figures"
    help_text = "A player joins: with a hero of the game's file, or under any name. A player who left comes back."
    sentence = "{seat} joined[, played by {player}]"
    layout = Layout(usual=("player",))
    seating = Seating("seat", "player", lambda table: not table.live("heroes"))
    seat: Annotated[Name, Choice("heroes", free_heroes, free=True), Field(title="who")]
    player: Annotated[Remark, Field(title="player")] = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Any) -> Mapping[str, object]:
        return {"player": ""} if fields.get("player") == fields.get("seat") else {}

    @classmethod
    def offers(cls, table: OwnTable) -> Iterator[Offer]:
        fewest, most = players_of(table)
        if len(table.owners_of("seat")) < most:
            yield Offer(text("Join the game"), required=len(table.owners_of("seat")) < fewest, opens_form=True)

    def check(self, table: OwnTable) -> Iterator[Refused]:
        _, most = players_of(table)
        if self.seat in table.owners_of("seat") or self.seat in table.figures:
            yield SEAT_TAKEN(seat=table.called("heroes", self.seat))
        elif len(table.owners_of("seat")) >= most:
            yield FULL(most=most)

    def apply(self, table: OwnTable) -> None:
        seat = table.seats.setdefault(self.seat, Seat())
        seat.left, seat.player = False, self.player or seat.player


class SeatLeft(OwnEvent):
    title = "Leave the game"
    heading = "Players and figures"
    help_text = "A seat leaves the game: it retires, dies, or is not played for a while. Its numbers stay."
    sentence = "{seat} left[: {why}]"
    seat: Sitter
    why: Occasion = ""

    def apply(self, table: OwnTable) -> None:
        if seat := table.seats.get(self.seat):
            seat.left, seat.moved = True, False


def numbers_of_figures(table: OwnTable) -> list[str]:
    return [id_ for id_, card in table.cards(NumberCard).items() if card.owner == "figure"]


FigureNumber = Annotated[str, Choice("numbers", numbers_of_figures)]


class FigureCame(OwnEvent):
    title = "A figure comes"
    heading = "Players and figures"
    help_text = "Enemies or allies come into play, each with numbers of its own."
    sentence = "{ids} came[: {numbers}]"
    layout = Layout(usual=("count",))
    figure: Annotated[Name, Choice("figures", lambda table: table.live("figures"), free=True)]
    count: Few = 1
    numbers: Annotated[Mapping[FigureNumber, Delta], Field(max_length=20, title="with other numbers")] = Field(
        default_factory=dict
    )
    ids: Annotated[tuple[str, ...], NamedAs("owners"), Settled()] = ()

    def check(self, table: OwnTable) -> Iterator[Refused]:
        if len(table.figures) + self.count > MOST_FIGURES:
            yield TOO_MANY_FIGURES(most=MOST_FIGURES)
        for number, value in self.numbers.items():
            card = NumberCard.of(table, number)
            if not card.least <= value <= (value if card.most is None else card.most):
                most = "∞" if card.most is None else card.most
                yield OUTSIDE(number=table.called("numbers", number), least=card.least, most=most, value=value)

    def settle(self, table: OwnTable, chance: Chance) -> Self:
        free = (f"{self.figure}-{number}" for number in range(1, MOST_FIGURES + self.count + 1))
        free_ids = [id_ for id_ in free if id_ not in table.figures and id_ not in table.seats]
        return self.copy_with(ids=tuple(free_ids[: self.count]))

    def apply(self, table: OwnTable) -> None:
        for id_ in self.ids:
            table.figures[id_] = Figure(figure=self.figure, numbers=dict(self.numbers))


class FigureLeft(OwnEvent):
    title = "A figure leaves"
    heading = "Players and figures"
    help_text = "A figure is defeated, or leaves play."
    sentence = "{figure} left play[: {why}]"
    figure: Annotated[str, Choice("owners", lambda table: table.figures)]
    why: Occasion = ""

    def apply(self, table: OwnTable) -> None:
        table.figures.pop(self.figure, None)

"""What pages and sheets show of a described game: its board, its prompts, its sheets, its charts, its endings."""

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from domain.components.numbers import counter_of, upper_end
from domain.framework.events.event import Event
from domain.framework.game import Ending, Outcome, Prompt, WhoseTurn
from domain.framework.offers.prompt_list import offered_prompts
from domain.framework.text import Term, Text, text
from domain.framework.views.board import Ask, Button, Chip, Counter, Handle, Pad, Piece, Tallied
from domain.framework.views.sharing import shared_by_viewers
from domain.framework.views.sheet import (
    Block,
    Box,
    Boxes,
    Cell,
    Fact,
    Facts,
    Grid,
    Said,
    Sheet,
    Track,
    Tracks,
    Word,
    Words,
)
from domain.games.own.course import (
    TURNS,
    PhaseBegan,
    RoundBegan,
    ScenarioBegan,
    ScenarioEnded,
    TurnEnded,
    are_turns_now,
    numbers_with_points,
    points_of,
    turns_left,
)  # fmt: skip
from domain.games.own.kinds import (
    DealCard,
    DieCard,
    JournalCard,
    ListCard,
    NumberCard,
    Owner,
    PileCard,
    RankCard,
    ResultCard,
    StatusCard,
)
from domain.games.own.numbers import DealMade, NumberLowered, NumberRaised, is_of_seat, rank_of
from domain.games.own.people import FigureCame, FigureLeft, SeatLeft, SeatTaken, numbers_of_figures
from domain.games.own.pieces import DiceRolled, HandDrawn, HandPlayed, PieceDrawn, PileChanged, PileShuffled, deck_of
from domain.games.own.records import BoxMarked, StatusEnded, StatusGained, WordCrossed, WordWritten, boxes_on, mark_of
from domain.games.own.table import MARKS, Owned, OwnTable

ICONS = {"life": "heart", "danger": "wound", "track": "star", "": "token"}
ORDER = SeatTaken, ScenarioBegan, TurnEnded, PhaseBegan, RoundBegan, ScenarioEnded
SHOWN_DISCARDS = 3


def prompts(table: OwnTable) -> Sequence[Prompt]:
    return [*offered_prompts(ORDER, table)]


def turn_shown(table: OwnTable) -> WhoseTurn | None:
    """The seat at turn; None if turns are in any order, or there are none now."""
    seat = TURNS.whose_turn(table)
    return WhoseTurn(table.called("owners", seat), seat) if seat else None


def seats_ready(table: OwnTable) -> list[str]:
    """The seats that have taken their turn, while others have not."""
    left = turns_left(table) if are_turns_now(table) else []
    return [seat for seat in table.owners_of("seat") if seat and seat not in left] if left else []


# === Board ========================================================================================


def board(table: OwnTable) -> Sequence[Piece]:
    seats = [seat_piece(table, seat) for seat in table.owners_of("seat") if seat]
    return [*shared_piece(table), *seats, *figures_piece(table), *piles_piece(table), *record_pieces(table, None)]


def counters(table: OwnTable, owner: str | None, kind: Owner) -> Iterator[tuple[NumberCard, Counter]]:
    """The numbers of an owner, each with its steps."""
    of = {"owner": owner} if owner else {}
    for id_, card in table.cards(NumberCard).items():
        if card.owner == kind:
            path = (*table.path_to(owner), "numbers", id_)
            named = counter_of(table, table.called("numbers", id_), NumberRaised, NumberLowered, number=id_, **of)
            owned = table.owner(owner)
            value = named.value if owned and id_ in owned.numbers else None
            look = card.look if card.look in ("life", "danger") else ""
            of_most = upper_end(table, path) if card.most_of or card.look else None
            yield card, replace(named, value=value, of=of_most, look=look)


def steps(table: OwnTable, owner: str | None, kind: Owner) -> Iterator[Button]:
    """The further steps of numbers, each with a tap."""
    for id_, card in table.cards(NumberCard).items():
        for sign, cls in (("+", NumberRaised), ("−", NumberLowered)) if card.owner == kind else ():
            for tap in card.taps:
                label = text("{number} {change}", number=table.called("numbers", id_), change=f"{sign}{tap}")
                yield Button(label, cls(number=id_, owner=owner, amount=tap))


def ranks_shown(table: OwnTable, owned: Owned) -> Iterator[Said]:
    for number, value in owned.numbers.items():
        if rank := rank_of(table, number, value):
            yield text("{number}: {rank}", number=table.called("numbers", number), rank=table.called("ranks", rank))


def chosen_shown(table: OwnTable, owned: Owned) -> Iterator[Said]:
    for list_, box in owned.chosen.items():
        yield text("{list}: {box}", list=table.called("lists", list_), box=table.called("boxes", box))


def shared_piece(table: OwnTable) -> Iterator[Piece]:
    """The numbers, dice and deals of the table."""
    found = [counter for _, counter in counters(table, None, "table")]
    deals = [id_ for id_, deal in table.cards(DealCard).items() if not is_of_seat(table, deal)]
    dice = [Button(table.called("dice", id_), DiceRolled(die=id_)) for id_ in table.cards(DieCard)]
    buttons = [
        *steps(table, None, "table"),
        *dice,
        *(Button(table.called("deals", id_), DealMade(deal=id_)) for id_ in deals),
    ]
    marks = [*ranks_shown(table, table), *chosen_shown(table, table)]
    if found or buttons or marks:
        yield Piece(
            "shared", text("The table"), note=table.called("boxes", table.scenario) if table.scenario else "",
            marks=marks, counters=found,  buttons=buttons,
        )  # fmt: skip


def status_chips(table: OwnTable, owner: str, owned: Owned) -> list[Chip]:
    return [
        Chip(
            table.called("statuses", status),
            look="ill" if StatusCard.of(table, status).ill else "on",
            opens=Ask(text("End"), StatusEnded, {"owner": owner, "status": status}),
        )
        for status in owned.statuses
    ]


@shared_by_viewers
def seat_piece(table: OwnTable, seat: str) -> Piece:
    """The part of a player: numbers, statuses, hand, lists and journals."""
    owned, found = table.seats[seat], [*counters(table, seat, "seat")]
    name, is_active = table.called("owners", seat), seat in TURNS.seats_at_turn(table)
    total = [("star", Counter(text("Points"), points_of(table, seat)))] if numbers_with_points(table) else []
    shown = [text("Points: {points}", points=counter.shown) for _, counter in total]
    hands = [hand_piece(table, seat, pile) for pile, hand in owned.hands.items() if hand.pieces]
    return Piece(
        f"seat-{seat}", name, note=owned.player if owned.player != seat else "",
        marks=[*shown, *ranks_shown(table, owned), *chosen_shown(table, owned)],
        counters=[counter for _, counter in found], buttons=[*steps(table, seat, "seat")],
        chips=status_chips(table, seat, owned), asks=[*seat_asks(table, seat)],
        inside=[*hands, *record_pieces(table, seat)],
        look="active" if is_active else "done" if are_turns_now(table) and owned.moved else "",
        handle=Handle(
            name, seat=seat, active=is_active,
            numbers=[*total, *((ICONS[card.look], counter) for card, counter in found if card.main)],
        ),
    )  # fmt: skip


@shared_by_viewers
def hand_piece(table: OwnTable, seat: str, pile: str) -> Piece:
    """What a player holds of a pile; a blank is hidden from this viewer."""
    chips = []
    for piece in table.seats[seat].hands[pile].pieces:
        shown = Ask(text("Show it"), HandPlayed, {"seat": seat, "pile": pile, "piece": piece}) if piece else None
        chips.append(Chip(table.called("pieces", piece) if piece else text("hidden"), opens=shown))
    return Piece(f"hand-{seat}-{pile}", table.called("piles", pile), chips=chips)


def seat_asks(table: OwnTable, seat: str) -> Iterator[Ask]:
    """What a player can do next to taps on numbers."""
    if any(is_of_seat(table, deal) for deal in table.cards(DealCard).values()):
        yield Ask(text("Make a deal"), DealMade, {"seat": seat})
    if table.live("statuses"):
        yield Ask(text("Mark a status"), StatusGained, {"owner": seat})
    if any(pile.then == "hand" for pile in table.cards(PileCard).values()):
        yield Ask(text("Draw into the hand"), HandDrawn, {"seat": seat})
    yield Ask(text("Leave the game"), SeatLeft, {"seat": seat})


def figures_piece(table: OwnTable) -> Iterator[Piece]:
    """Enemies and allies, a line each."""
    if table.figures or table.live("figures"):
        rows = [
            Piece(
                f"figure-{id_}", table.called("owners", id_),
                counters=[counter for _, counter in counters(table, id_, "figure")],
                chips=status_chips(table, id_, figure),
                asks=[
                    *([Ask(text("Mark a status"), StatusGained, {"owner": id_})] if table.live("statuses") else []),
                    Ask(text("Leaves play"), FigureLeft, {"figure": id_}),
                ],
            )
            for id_, figure in table.figures.items()
        ]  # fmt: skip
        yield Piece("figures", text("Figures"), rows=rows, asks=[Ask(text("A figure comes"), FigureCame)], icon="skull")


def piles_piece(table: OwnTable) -> Iterator[Piece]:
    """Piles and bags, a line each."""
    rows = []
    for id_, card in table.cards(PileCard).items():
        deck, gone = deck_of(table, id_), table.discards.get(id_, [])
        buttons = [Button(text("Draw"), PieceDrawn(pile=id_))] if card.then != "hand" else []
        shuffle = [Button(text("Shuffle"), PileShuffled(pile=id_))] if gone else []
        rows.append(
            Piece(
                f"pile-{id_}", table.called("piles", id_),
                note=text("{count} left[, {gone} discarded]", count=len(deck), gone=len(gone) or ""),
                chips=[Chip(table.called("pieces", piece)) for piece in gone[-SHOWN_DISCARDS:]],
                buttons=[*buttons, *shuffle], asks=[Ask(text("More or fewer"), PileChanged, {"pile": id_})],
            )
        )  # fmt: skip
    if rows:
        yield Piece("piles", text("Piles and bags"), rows=rows, icon="box")


def record_pieces(table: OwnTable, seat: str | None) -> Iterator[Piece]:
    """The journals and lists of a seat, or of the table."""
    owned, of = table.owner(seat), {"owner": seat} if seat else {}
    key, kind = (f"{seat}-" if seat else ""), "seat" if seat else "table"
    if owned is None:
        return
    for id_, journal in table.cards(JournalCard).items():
        if journal.owner == kind:
            written = owned.words.get(id_, {})
            words = [
                Tallied(word, Counter(word, one.tally, up=_again(id_, word, seat, one.crossed)), crossed=one.crossed)
                for word, one in written.items()
            ]
            asks = [Ask(text("Write down"), WordWritten, {"journal": id_, **of})]
            if any(not one.crossed for one in written.values()):
                asks.append(Ask(text("Cross out"), WordCrossed, {"journal": id_, **of}))
            yield Piece(f"{key}journal-{id_}", table.called("journals", id_), words=words, asks=asks, icon="quill")
    for id_, list_ in table.cards(ListCard).items():
        if list_.owner == kind:
            yield _one_of(table, owned, key, id_, of) if list_.one else _boxes(table, owned, key, id_, of)


def _again(journal: str, word: str, seat: str | None, crossed: bool) -> WordWritten | None:
    """The event that writes a word once more; None for a crossed one."""
    return None if crossed else WordWritten(journal=journal, word=word, owner=seat)


def _one_of(table: OwnTable, owned: Owned, key: str, list_: str, of: Mapping[str, str]) -> Piece:
    """A list of which one thing is chosen: each thing is a tap."""
    now = owned.chosen.get(list_, "")
    choices = [(box, table.called("boxes", box)) for box in boxes_on(table, list_)]
    pads = [(text("Choose"), Pad(_marked(list_, choices[0][0], "chosen", of), "box", choices, now))] if choices else []
    ask = Ask(text("Another one"), BoxMarked, {"list": list_, "mark": "chosen", **of})
    note = table.called("boxes", now) if now else text("none yet")
    return Piece(
        f"{key}list-{list_}", table.called("lists", list_), note=note, pads=pads, asks=[ask], folded=True, icon="path"
    )


def _boxes(table: OwnTable, owned: Owned, key: str, list_: str, of: Mapping[str, str]) -> Piece:
    """A list of things to do: those done, and a tap for each open one."""
    marks = {box: mark_of(table, owned, box) for box in everything_on(table, owned, list_)}
    counted = Counted(marks.values())
    pads: list[tuple[Said, Pad]] = []
    for mark, words, before in (("done", text("Done"), "open"), ("open", text("Unlock"), "locked")):
        choices = [(box, table.called("boxes", box)) for box, now in marks.items() if now == before]
        if choices:
            pads.append((words, Pad(_marked(list_, choices[0][0], mark, of), "box", choices)))
    chips = [
        Chip(_with_mark(table, owned, box), look="on" if mark == "done" else "ill")
        for box, mark in marks.items()
        if mark in ("done", "lost")
    ]
    note = text("{done} of {all}", done=counted["done"], all=len(marks))
    asks = [Ask(text("Mark on the list"), BoxMarked, {"list": list_, **of})]
    name = table.called("lists", list_)
    return Piece(f"{key}list-{list_}", name, note=note, chips=chips, pads=pads, asks=asks, folded=True, icon="check")


def everything_on(table: OwnTable, owned: Owned, list_: str) -> list[str]:
    """The things on a list, and those that were marked under a typed name."""
    known = table.live("boxes")
    typed = [box for box in owned.boxes if box not in known and len(table.live("lists")) == 1]
    return [*boxes_on(table, list_), *typed]


def _marked(list_: str, box: str, mark: str, of: Mapping[str, str]) -> Event[OwnTable]:
    return BoxMarked(list=list_, box=box, mark=mark, owner=of.get("owner"))


# === Sheets =======================================================================================


def sheets(table: OwnTable) -> Sequence[Sheet]:
    return [_shared_sheet(table), *(_seat_sheet(table, seat) for seat in table.seats)]


def _number_blocks(table: OwnTable, owner: str | None, kind: Owner) -> Iterator[Block]:
    facts: list[Fact] = []
    tracks: list[Track] = []
    for card, counter in counters(table, owner, kind):
        number = counter.path.rpartition(".")[2]
        if card.look == "track" and card.most is not None and card.least >= 0:
            marks = [rank.at for rank in table.cards(RankCard).values() if rank.number == number]
            tracks.append(Track(counter.label, counter.value, card.most, marks=marks, path=counter.path))
        else:
            facts.append(counter.fact)
    if facts:
        yield Facts(text("Numbers"), facts)
    if tracks:
        yield Tracks(text("Tracks"), [tracks])


def _record_blocks(table: OwnTable, owned: Owned, kind: str) -> Iterator[Block]:
    if owned.statuses:
        yield Facts(text("Statuses"), [Fact(table.called("statuses", one), text("yes")) for one in owned.statuses])
    if owned.chosen:
        chosen = [Fact(table.called("lists", one), table.called("boxes", box)) for one, box in owned.chosen.items()]
        yield Facts(text("Chosen"), chosen)
    for id_, journal in table.cards(JournalCard).items():
        if journal.owner == kind:
            words = [Word(word, one.tally, one.crossed) for word, one in owned.words.get(id_, {}).items()]
            yield Words(table.called("journals", id_), words)
    for id_, list_ in table.cards(ListCard).items():
        if list_.owner == kind and not list_.one:
            boxes = everything_on(table, owned, id_)
            ticks = [Box(_with_mark(table, owned, box), mark_of(table, owned, box) == "done") for box in boxes]
            yield Boxes(table.called("lists", id_), ticks)


def _with_mark(table: OwnTable, owned: Owned, box: str) -> Said:
    name, mark = table.called("boxes", box), mark_of(table, owned, box)
    return name if mark in ("done", "open") else text("{box} ({mark})", box=name, mark=MARKS[mark])


def _shared_sheet(table: OwnTable) -> Sheet:
    blocks: list[Block] = [*_number_blocks(table, None, "table"), *_record_blocks(table, table, "table")]
    if table.results:
        heads = [text("Scenario"), text("Result"), text("Winners")]
        blocks.append(Grid(text("Played"), heads, [_result_row(table, n) for n in range(len(table.results))]))
    for id_ in table.cards(PileCard):
        copies = Counted(deck_of(table, id_).cards)
        blocks.append(
            Facts(table.called("piles", id_), [Fact(table.called("pieces", one), n) for one, n in copies.items()])
        )
    if table.figures:
        of = numbers_of_figures(table)
        rows = [
            [table.called("owners", id_), *map(_cell, map(one.numbers.get, of))] for id_, one in table.figures.items()
        ]
        blocks.append(Grid(text("Figures"), ["", *(table.called("numbers", number) for number in of)], rows))
    return Sheet("table", text("The table"), blocks)


def _cell(value: int | None) -> Cell:
    return "?" if value is None else value


def _result_row(table: OwnTable, number: int) -> list[Cell]:
    """A scenario or game that ended: its name, its result, its winners."""
    one = table.results[number]
    numbered = text("{word} {number}", word=table.scenario_word, number=number + 1)
    winners = text("{names}", names=tuple(table.called("owners", seat) for seat in one.winners)) if one.winners else ""
    result = table.called("results", one.result) if one.result else ""
    return [table.called("boxes", one.scenario) if one.scenario else numbered, result, winners]


def _seat_sheet(table: OwnTable, seat: str) -> Sheet:
    owned = table.seats[seat]
    blocks = [*_number_blocks(table, seat, "seat"), *_record_blocks(table, owned, "seat")]
    return Sheet(f"seat-{seat}", table.called("owners", seat), blocks, seat=seat)


# === Charts and endings ===========================================================================


def series(table: OwnTable) -> Mapping[str, int]:
    """The numbers with a chart: of the table, and of each seat."""
    found: dict[str, int] = {}
    for id_, card in table.cards(NumberCard).items():
        if card.chart and card.owner == "table" and id_ in table.numbers:
            found[f"table {id_}"] = table.numbers[id_]
        if card.chart and card.owner == "seat":
            values = {name: seat.numbers[id_] for name, seat in table.seats.items() if id_ in seat.numbers}
            found |= {f"seat {id_} {name}": value for name, value in values.items()}
    return found


def outcomes(table: OwnTable) -> Sequence[Outcome]:
    """The results of each scenario."""
    found: dict[str, list[tuple[Said, bool]]] = {}
    for one in table.results:
        if one.result:
            won = ResultCard.of(table, one.result).won
            found.setdefault(one.scenario, []).append((table.called("results", one.result), won))
    return [Outcome(_outcome_name(table, name), results) for name, results in found.items()]


def _outcome_name(table: OwnTable, name: str) -> Term | Text | str:
    return table.called("boxes", name) if name else text("{word}", word=table.scenario_word)


def ending(table: OwnTable) -> Ending | None:
    """The result of the last scenario or game, until the next one begins."""
    if table.ended is None or table.is_open:
        return None
    one, points = table.ended, numbers_with_points(table)
    blocks: list[Block] = []
    if one.scores:
        heads = [table.called("numbers", id_) for id_ in points]
        rows = [_points_row(table, seat, score, points) for seat, score in one.scores.items()]
        blocks.append(Grid(text("Points"), [text("Player"), *heads, text("Total")], rows))
    title: Said = table.called("results", one.result) if one.result else text("The game is over")
    if one.winners:
        winners = tuple(table.called("owners", seat) for seat in one.winners)
        title = text("Won by {names}", names=winners)
    won = ResultCard.of(table, one.result).won if one.result and not one.scores else None
    return Ending(Sheet("ending", title, blocks), won=won)


def _points_row(table: OwnTable, seat: str, score: int, points: Iterable[str]) -> list[Cell]:
    owned = table.seats.get(seat)
    return [table.called("owners", seat), *(_cell(owned.numbers.get(id_) if owned else None) for id_ in points), score]

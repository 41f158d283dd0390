"""The campaign log sheet: scenarios with their results, the log, counters, and what heroes take along."""

from collections.abc import Iterator

from domain.games.champions.state.campaigns import Linked, LogWord, Planned
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Block, Cell, Fact, Facts, Grid, Said, Sheet, Word, Words
from domain.language.table import join
from domain.language.text import Term, spoken, text

TITLE = Term("Campaign log", "战役记录")
MOST_STROKES = 20
"""Strokes that are counted at a glance; more than that, and none at all, are written as a number."""


def campaign_sheet(table: Champions) -> Iterator[Sheet]:
    """The sheet, where a campaign is tracked and anything of it is written down."""
    if table.tracks("campaign") and (table.campaign.slots or table.campaign.name):
        yield Sheet("campaign", TITLE, list(blocks(table, table.campaign)))


def blocks(table: Champions, campaign: Linked) -> Iterator[Block]:
    if head := list(facts(table, campaign)):
        yield Facts(text("Campaign"), head)
    heads = (text("No."), text("Scenario"), text("Mode"), text("Attempts"), text("Result"), text("Rounds"))
    rows = [row(table, number, slot) for number, slot in enumerate(campaign.slots, 1)]
    yield Grid(text("Scenarios"), heads, rows)
    if words := list(logged(campaign)):
        yield Words(text("Campaign log"), words)
    lines: list[list[Cell]] = [[word, told(word, noted)] for word, noted in campaign.words.items() if noted.line]
    if lines:
        yield Grid(text("Campaign log, line by line"), (text("Word"), text("What is written beside it")), lines)
    if campaign.counters:
        counts = [
            Fact(name, count, path=join(("campaign", "counters", name))) for name, count in campaign.counters.items()
        ]
        yield Facts(text("Counters"), counts)
    if campaign.carried:
        columns = (text("Hero"), text("Hit points left"), text("Cards earned"), text("Remark"))
        yield Grid(text("Taken along"), columns, [list(taken(table, id_)) for id_ in campaign.carried])
    if campaign.removed:
        gone = [[table.called("cards", card)] for card in campaign.removed]
        yield Grid(text("Removed from the campaign"), (text("Card"),), gone)


def told(word: str, noted: LogWord) -> Fact:
    """The line beside a word of the log."""
    return Fact("", noted.line, path=join(("campaign", "words", word, "line")))


def facts(table: Champions, campaign: Linked) -> Iterator[Fact]:
    """What the campaign is called, and how it stands."""
    if campaign.name:
        yield Fact(text("Campaign"), table.called("campaigns", campaign.name), path="campaign.name")
    if campaign.expert:
        yield Fact(text("Mode"), text("expert"), path="campaign.expert")
    if campaign.over:
        yield Fact(text("State"), text("over"), path="campaign.over")


def logged(campaign: Linked) -> Iterator[Word]:
    """The words of the log, with what they are worth."""
    for word, noted in campaign.words.items():
        worth, path = noted.value, join(("campaign", "words", word))
        if worth is None or 0 < worth <= MOST_STROKES:
            yield Word(word, worth or 0, noted.struck, path)
        else:
            yield Word(f"{word} {worth}", 0, noted.struck, path)


def row(table: Champions, number: int, slot: Planned) -> list[Cell]:
    """A scenario: its number, marked where it is at hand, and what came of it, with the rounds of its last game."""
    at = ("campaign", "slots", str(number - 1))
    games = [game for game in table.games if game.slot == number]
    here: Said = text("{number} ▸", number=number) if number == table.campaign.at else number
    return [
        here,
        Fact("", table.called("scenarios", slot.scenario), path=join((*at, "scenario"))),
        spoken(slot.mode),
        Fact("", slot.attempts, path=join((*at, "attempts"))),
        Fact("", spoken(slot.status), path=join((*at, "status"))),
        games[-1].rounds if games else "",
    ]


def taken(table: Champions, id_: str) -> Iterator[Cell]:
    """What a hero takes along."""
    carried = table.campaign.carried[id_]
    at = ("campaign", "carried", id_)
    yield table.called("identities", id_)
    yield Fact("", carried.left, path=join((*at, "left")))
    earned = tuple(table.called("cards", card) for card in carried.earned)
    yield Fact("", text("{cards}", cards=earned) if earned else "")
    yield carried.remark


__all__ = ["campaign_sheet"]

"""What lies beside the heroes, as pieces of the board: the party's journal and levels, followers, the stock."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.games.agemonia.campaign.followers import FollowerExperienceGained
from domain.games.agemonia.campaign.journals import KeywordCrossedOut, KeywordTallyAdded, KeywordWritten
from domain.games.agemonia.campaign.levels import ExperienceGained
from domain.games.agemonia.state.table import HIGHEST_LEVEL, PARTY, Agemonia, Area, Journal
from domain.language.shown.board import Ask, Chip, Counter, Piece, Tallied, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import Term, text

LEVELS = "levels"
"""The key of the piece into which the boxes of the party sheet are drawn."""


def beside_heroes(table: Agemonia) -> Iterator[Piece]:
    """What lies beside the heroes, as far as the table tracks it."""
    if table.tracks("journals"):
        yield replace(journal_of(table.journal, PARTY, "journal"), title=text("Party journal"))
    if table.tracks("levels"):
        yield _levels(table)
    if table.tracks("followers") and (hired := list(_followers(table))):
        yield Piece("followers", text("Followers"), rows=hired, icon="person")
    if stock := list(_stock(table)):
        yield Piece("stock", text("Stock"), rows=stock, icon="box")


def journal_of(journal: Journal, owner: str, path: str) -> Piece:
    """A journal; keys are folded, so that its strokes tell their own *why*."""
    words = [
        Tallied(
            word.keyword,
            Counter(
                word.keyword,
                word.tally,
                f"{path}.words.{join((key, 'tally'))}",
                up=None if word.crossed_out else made(KeywordTallyAdded, journal=owner, keyword=word.keyword, count=1),
            ),
            word.crossed_out,
        )
        for key, word in journal.words.items()
    ]
    asks = [Ask(text("Write a keyword"), KeywordWritten, {"journal": owner})]
    if words:
        asks.append(Ask(text("Cross one out"), KeywordCrossedOut, {"journal": owner}))
    note = "" if words else text("No keywords yet.")
    return Piece(f"journal-{owner}", text("Journal"), note=note, words=words, asks=asks, icon="quill")


def _levels(table: Agemonia) -> Piece:
    gained = made(ExperienceGained, amount=1)
    most = table.needed(HIGHEST_LEVEL) or None
    name = Term("Experience", "经验值")
    experience = Counter(name, table.experience, "experience", most, gained, look="bare", icon="spark")
    note: Said = ""
    if table.level_up:
        note = text("Level {level} is being gained.", level=table.level_up.level)
    elif table.level + 1 in table.levels_ticked:
        note = text("Level {level} comes at the next city step.", level=table.level + 1)
    title = text("Level {level}", level=table.level)
    return Piece(LEVELS, title, note=note, counters=[experience], icon="rank")


def _followers(table: Agemonia) -> Iterator[Piece]:
    """Hired followers: their experience, and whose they are."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired":
            path = f"{join(('followers', id_))}.experience"
            name, gained = table.called("followers", id_), made(FollowerExperienceGained, follower=id_, amount=1)
            counter = Counter(name, follower.experience, path, up=gained)
            yield Piece(f"follower-{id_}", name, table.called("heroes", follower.controller), counters=[counter])


def _stock(table: Agemonia) -> Iterator[Piece]:
    """What may be chosen, bought or hired, by kind."""
    found: list[tuple[Area, Said, Iterable[Chip]]] = [
        (
            "scenarios",
            Term("Scenario cards", "场景卡"),
            (
                Chip(table.called("scenarios", no), marks=[("arena", Term("arena", "竞技场"))] if card.arena else ())
                for no, card in table.scenarios.items()
                if card.zone == "stock"
            ),
        ),
        (
            "items",
            Term("Items", "物品"),
            (Chip(table.called("items", item), copies) for item, copies in table.stock.items() if copies > 0),
        ),
        (
            "followers",
            Term("Followers", "追随者"),
            (Chip(table.called("followers", id_)) for id_, f in table.followers.items() if f.zone == "stock"),
        ),
        ("followers", Term("Artifacts", "神器"), (Chip(table.called("artifacts", id_)) for id_ in table.artifacts)),
    ]
    for number, (area, title, chips) in enumerate(found):
        if table.tracks(area) and (lying := list(chips)):
            yield Piece(f"stock-{number}", title, chips=lying)

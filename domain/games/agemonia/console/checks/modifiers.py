"""Printed modifiers of ability checks: who fulfils what they ask for (能力检定修正值)."""

from collections.abc import Sequence

from domain.games.agemonia.base import hero_of
from domain.games.agemonia.console.checks.rolls import in_scenario
from domain.games.agemonia.figures import id_of
from domain.games.agemonia.state.kinds import ItemCard
from domain.games.agemonia.state.table import Agemonia


def fulfils(table: Agemonia, hero: str, asked: str) -> bool:
    """Whether a hero has what a printed modifier asks for: its name, class, profession, talent, skill, a keyword, an
    item it carries (one with a hand must be active in a scenario), a phrase on it.
    """
    owner, wanted = hero_of(table, hero), asked.strip(" “”\"'").casefold()
    kinds = {
        "heroes": [hero],
        "classes": [owner.hero_class] if owner.hero_class else [],
        "professions": [owner.profession] if owner.profession else [],
        "skills": owner.skills,
    }
    if any(id_of(table, kind, asked) in ids for kind, ids in kinds.items()):
        return True
    if is_among(table, asked, _at_hand(table, hero)):
        return True
    words = (*owner.journal.words.values(), *table.journal.words.values())
    return wanted in (talent.casefold() for talent in owner.talents) or any(
        not word.crossed_out and word.keyword.casefold() == wanted for word in words
    )


def is_among(table: Agemonia, asked: str, items: Sequence[str]) -> bool:
    """Whether what a modifier asks for is one of these items, by its name, its kind or a phrase on it."""
    wanted = asked.strip(" “”\"'").casefold()
    return id_of(table, "items", asked) in items or any(_printed_on(table, item, wanted) for item in items)


def _printed_on(table: Agemonia, item: str, phrase: str) -> bool:
    """Whether an item is of a kind, or has a phrase on its card."""
    known = ItemCard.of(table, item)
    return phrase in (one.casefold() for one in (known.kind, *known.phrases))


def _at_hand(table: Agemonia, hero: str) -> list[str]:
    """Items that may help: in a scenario those with a hand on their card only while active."""
    owner = hero_of(table, hero)
    return [
        item
        for item in owner.items
        if item not in owner.left_behind
        and (not in_scenario(table) or item in owner.active or not ItemCard.of(table, item).hands)
    ]

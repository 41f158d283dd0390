"""What stays in reach wherever one is on the board: a handle a hero, one for a fight, one for the campaign."""

from collections.abc import Iterator, Sequence

from domain.games.agemonia.console.rounds.order import undecided
from domain.games.agemonia.display.fight import Console
from domain.games.agemonia.display.hero_cards import HeroCard
from domain.games.agemonia.state.table import Agemonia
from domain.language.shown.board import Handle
from domain.language.shown.sheet import Said
from domain.language.text import text

VITAL = ("chip", "wound")
"""Icons of the numbers that are asked for all the time in a fight."""


def board_handles(table: Agemonia, heroes: Sequence[HeroCard], fight: Console | None) -> list[Handle]:
    """Handles of all heroes, then of what lies beside them; in a scenario the campaign is put aside."""
    found = [_hero(table, card, fight) for card in heroes]
    if fight:
        found.append(Handle(text("Map, timers, allies"), "aside", icon="path"))
    found.append(Handle(text("Factions, journal, levels"), "campaign", icon="rivals", folded=fight is not None))
    return found


def _hero(table: Agemonia, card: HeroCard, fight: Console | None) -> Handle:
    vital = [(icon, counter) for icon, counter in card.counters if icon in VITAL]
    return Handle(
        card.name,
        f"hero-{card.id}",
        seat=card.id,
        numbers=vital or card.counters[:1],
        marks=list(_marks(table, card, fight)),
        active=fight is not None and fight.active == card.id,
    )


def _marks(table: Agemonia, card: HeroCard, fight: Console | None) -> Iterator[tuple[str, Said]]:
    """What ails a hero, and whether it has selected its action."""
    hero = card.hero
    if table.tracks("vitality"):
        if hero.exhausted:
            yield "ill", text("exhausted")
        yield from (("ill", table.called("conditions", id_)) for id_ in hero.conditions)
        yield from (("wound", table.called("injuries", id_)) for id_ in hero.injuries)
    if fight and fight.scene.phase == "select" and card.id not in undecided(table):
        yield "check", text("selected")

"""The sheet of heroes and quests: who they are, how they fare, and what each did in every quest phase."""

from collections.abc import Iterator

from domain.games.runewars.heroes.values import attribute_value
from domain.games.runewars.state.heroes import Deed, Hero
from domain.games.runewars.state.kinds import Attribute, HeroCard
from domain.games.runewars.state.table import ATTRIBUTES, Runewars
from domain.language.shown.sheet import Cell, Fact, Grid, Said, Sheet
from domain.language.table import join
from domain.language.text import spoken, text

NOTHING = "–"


def heroes_sheet(table: Runewars) -> Iterator[Sheet]:
    """All heroes that were in the war, and their deeds, summer by summer."""
    if table.tracks("heroes") and (table.heroes or table.deeds):
        yield Sheet("heroes", text("Heroes and quests"), [heroes(table), deeds(table)])


def heroes(table: Runewars, seat: str = "") -> Grid:
    """The heroes of a seat, or all; those that were defeated too."""
    attributes = [table.called("attributes", attribute) for attribute in ATTRIBUTES]
    heads = [text("Hero"), text("Follows"), text("Area"), *attributes, text("Damage"), text("Rewards")]
    rows = [_hero(table, id_, hero) for id_, hero in table.heroes.items() if seat in ("", hero.seat)]
    return Grid(text("Heroes"), heads, rows)


def _hero(table: Runewars, id_: str, hero: Hero) -> list[Cell]:
    at = ("heroes", id_)
    where = table.called("areas", hero.area) if hero.area else NOTHING
    state = text(
        "{area}[ ({routed|routed})][ ({defeated|defeated})]", area=where, routed=hero.routed, defeated=hero.defeated
    )
    return [
        table.called("heroes", id_),
        table.called("seats", hero.seat) if hero.seat else NOTHING,
        Fact("", state, path=join((*at, "area"))),
        *(_attribute(table, id_, attribute) for attribute in ATTRIBUTES),
        Fact("", hero.damage, of=HeroCard.of(table, id_).health, path=join((*at, "damage"))),
        _rewards(table, hero),
    ]


def _attribute(table: Runewars, hero: str, attribute: Attribute) -> Cell:
    """What a hero tests with; its training alone where the card is not typed in."""
    value, training = attribute_value(table, hero, attribute), table.hero(hero).training.get(attribute, 0)
    return value if value is not None else text("+{training}", training=training) if training else NOTHING


def _rewards(table: Runewars, hero: Hero) -> Said:
    """Those that lie face up by name, and how many lie face down."""
    shown = [table.called("rewards", reward) for reward in hero.shown]
    hidden = [text("{count} face down", count=len(hero.rewards))] if hero.rewards else []
    return text("{rewards}", rewards=(*shown, *hidden)) if shown or hidden else NOTHING


def deeds(table: Runewars) -> Grid:
    """One row for what a hero did in a quest phase."""
    heads = [text("Season"), text("Hero"), text("Action"), text("Duel or quest"), text("Test"), text("Outcome")]
    return Grid(text("Quest phases"), heads, [_deed(table, deed) for deed in table.deeds])


def _deed(table: Runewars, deed: Deed) -> list[Cell]:
    area = table.called("areas", deed.area) if deed.area else ""
    return [
        table.called("season numbers", str(deed.season)),
        table.called("heroes", deed.hero),
        text("{action}[: {area}]", action=spoken(deed.action), area=area) if deed.action else NOTHING,
        _tried(table, deed),
        _test(table, deed),
        spoken(deed.outcome) if deed.outcome else NOTHING,
    ]


def _tried(table: Runewars, deed: Deed) -> Said:
    foe = table.called("heroes", deed.foe) if deed.foe else ""
    unit = table.called("units", deed.unit) if deed.unit else ""
    if deed.quest:
        return text("{quest}[ ({unit})]", quest=table.called("quests", deed.quest), unit=unit)
    return text("Duel with {foe}", foe=foe) if foe else NOTHING


def _test(table: Runewars, deed: Deed) -> Said:
    if deed.attribute is None:
        return text("{rounds|round|rounds}", rounds=deed.rounds) if deed.rounds else NOTHING
    cards = tuple(table.called("fate", card) for card in deed.cards)
    name = table.called("attributes", deed.attribute)
    mark = spoken(deed.mark) if deed.mark else ""
    return text(
        "{attribute} {value}[: {cards}][, {mark} chosen]", attribute=name, value=deed.value, cards=cards, mark=mark
    )


__all__ = ["heroes", "heroes_sheet"]

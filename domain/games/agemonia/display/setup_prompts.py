"""What is set up before the first round of a scenario: action slots, places on the map, allies, areas (场景设置)."""

from collections.abc import Iterator

from domain.games.agemonia.console.fight import allies, movement
from domain.games.agemonia.console.map.terrain import room_in
from domain.games.agemonia.console.rounds import preparing
from domain.games.agemonia.figures import allies_up, heroes_up
from domain.games.agemonia.state.scenario import HeroTurn
from domain.games.agemonia.state.table import Agemonia
from domain.language.game import Prompt
from domain.language.text import text

PLACES = text("Where everybody starts")
"""The card of all figures whose start area is known."""


def setting_up(table: Agemonia) -> Iterator[Prompt]:
    """All that is laid out before the first round; nothing once that has begun."""
    if table.scene.round:
        return
    yield from slots(table)
    yield from _followers(table)
    yield from _places(table)
    yield Prompt(text("An ally joins"), allies.ScenarioAllyAdded)
    yield Prompt(text("Write down an area of the map"), movement.AreaRegistered)


def slots(table: Agemonia) -> Iterator[Prompt]:
    """Tokens for the slots of each hero that owns some and has brought none."""
    for hero_id, hero in table.heroes.items():
        turn = table.scene.heroes.get(hero_id) or HeroTurn()
        if hero.tokens and not turn.slotted:
            title = text("{hero}: action tokens to bring", hero=table.called("heroes", hero_id))
            yield Prompt(title, preparing.ActionTokensAssigned, fields={"hero": hero_id})


def _followers(table: Agemonia) -> Iterator[Prompt]:
    """Hired followers that are not here yet, because something of their cards is not known."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired" and id_ not in table.scene.allies:
            known = allies.ScenarioAllyAdded(ally=id_).settled(table)
            needs = [name for name in ("health", "controller") if not getattr(known, name)]
            title = text("{follower} comes along", follower=table.called("followers", id_))
            yield Prompt(title, allies.ScenarioAllyAdded, fields={"ally": id_}, needs=needs, left=title)


def _places(table: Agemonia) -> Iterator[Prompt]:
    """Heroes and allies that stand nowhere, where the map has a start area: in it, as long as it has room."""
    starts = [area for area, ground in table.scene.areas.items() if ground.start]
    if not starts:
        return
    waiting = [figure for figure in (*heroes_up(table), *allies_up(table)) if figure not in table.scene.places]
    room = room_in(table, starts[0]) if len(starts) == 1 else 0
    for place, figure in enumerate(waiting):
        known = {"area": starts[0]} if room is None or place < room else {}
        title = text("{figure}: where it starts", figure=table.called("figures", figure))
        fields = {"hero": figure, **known}
        yield Prompt(title, movement.HeroPlaced, fields=fields, left=title, card=PLACES if known else None)


__all__ = ["setting_up", "slots"]

"""Action slots: which actions a hero may select, and which need an open slot for that (行动插槽)."""

from collections.abc import Iterator

from domain.games.agemonia import sections
from domain.games.agemonia.base import hero_of
from domain.games.agemonia.figures import action_called, actions_by_id, id_of
from domain.games.agemonia.state.scenario import HeroTurn
from domain.games.agemonia.state.table import Agemonia
from domain.language.refusal import Refused, refusal

NOT_IN_SLOT = refusal("not-in-slot", "That action is not in one of your slots.", rule=sections.SELECT_ACTIONS)
SLOTS_FULL = refusal("slots-full", "Every open slot is filled for this scenario.", rule=sections.OPEN_ACTION_SLOTS)


def free_slots(table: Agemonia, hero: str) -> list[str]:
    """Open slots that hold no token yet."""
    turn = table.scene.heroes.get(hero) or HeroTurn()
    return [slot for slot, kind in hero_of(table, hero).slots.items() if kind == "open" and slot not in turn.opened]


def printed(table: Agemonia, action: str) -> bool:
    """Whether an action is printed on every hero board, so that no token is needed."""
    return action_called(table, action).printed


def printed_actions(table: Agemonia) -> list[str]:
    """The actions that everybody may select without a token."""
    return [action for action in table.ids("actions") if printed(table, action)]


def within_reach(table: Agemonia, hero: str) -> list[str]:
    """The actions that a hero may have in its hand: what lies in its slots, its tokens, and what is printed for all."""
    turn, owned = table.scene.heroes.get(hero) or HeroTurn(), hero_of(table, hero).tokens
    tokens = actions_by_id(table, (*(turn.slotted or owned), *turn.opened.values(), *owned))
    return list(dict.fromkeys((*tokens, *printed_actions(table))))


def selectable(table: Agemonia, hero: str) -> list[str]:
    """The actions that are offered to a hero: those within its reach, then those that are known to be nobody's."""
    others = {
        token for id_, other in table.heroes.items() if id_ != hero for token in actions_by_id(table, other.tokens)
    }
    nobodys = [action for action in table.ids("actions") if action not in others]
    return list(dict.fromkeys((*within_reach(table, hero), *nobodys)))


def in_no_slot(table: Agemonia, hero: str, action: str) -> bool:
    """Whether an action's token has yet to go into a slot; none has while nobody keeps slots."""
    turn = table.scene.heroes.get(hero) or HeroTurn()
    if not turn.slotted or printed(table, action):
        return False
    return id_of(table, "actions", action) not in actions_by_id(table, (*turn.slotted, *turn.opened.values()))


def slot_for(table: Agemonia, hero: str, action: str) -> str | None:
    """The open slot that an action's token goes into when it is selected; None if it needs none or none is free."""
    return next(iter(free_slots(table, hero)), None) if in_no_slot(table, hero, action) else None


def not_selectable(table: Agemonia, hero: str, action: str) -> Iterator[Refused]:
    """Why a hero cannot select an action: its token was not brought, and no open slot takes it now, or it has none."""
    if in_no_slot(table, hero, action):
        state = hero_of(table, hero)
        owned = id_of(table, "actions", action) in actions_by_id(table, state.tokens)
        if not owned or "open" not in state.slots.values():
            yield NOT_IN_SLOT()
        elif not free_slots(table, hero):
            yield SLOTS_FULL()

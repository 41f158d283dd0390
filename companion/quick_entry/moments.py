"""Scopes: the ideas and options of a table at a position, cached while a player types."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from companion.quick_entry.candidates import Idea, ideas_at_table
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.spelling import Known
from companion.view_context import ViewContext
from domain.log.command import Author

KEPT = 32
"""The number of cached scopes: a few tables, as seen by each of their seats."""
_LOCK = Lock()
_MOMENTS: "OrderedDict[object, Scope]" = OrderedDict()


@dataclass(frozen=True)
class Scope:
    """A table at a position for a viewer: its ideas, and the options of their fields."""

    ideas: Sequence[Idea]
    offers: Offers

    @cached_property
    def known(self) -> Known:
        """All known words of the scope."""
        return Known(self.ideas, self.offers)

    @cached_property
    def at_turn(self) -> Mapping[str, str]:
        """The seats at turn, by field: the values that all prompts have in common."""
        known = [idea.known for idea in self.ideas if idea.prompt]
        names = {name for fields in known for name in fields}
        said = {name: [fields[name] for fields in known if name in fields] for name in names}
        alike = {name: values[0] for name, values in said.items() if all(value == values[0] for value in values)}
        return {name: id_ for name, id_ in alike.items() if isinstance(id_, str)}


def current_scope(here: ViewContext, author: Author) -> Scope:
    """The scope of an author now, cached by position and viewer."""
    campaign = here.campaign
    key = (here.id, here.game.key, campaign.position, campaign.digest, here.viewer, author.host)
    with _LOCK:
        found = _MOMENTS.pop(key, None)
    if found is None:
        found = Scope(ideas_at_table(here, author), Offers(here))
    with _LOCK:
        _MOMENTS[key] = found
        while len(_MOMENTS) > KEPT:
            _MOMENTS.popitem(last=False)
    return found


__all__ = ["Scope", "current_scope"]

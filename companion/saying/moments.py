"""Moments: what can be said at a table as it is, found once for all the letters that somebody types there."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from companion.saying.ideas import Idea, ideas_here
from companion.saying.near import Known
from companion.saying.offers import Offers
from companion.view_context import ViewContext
from domain.log.command import Author

KEPT = 32
"""How many moments are kept: those of a few tables, as each of their seats sees them."""
_LOCK = Lock()
_MOMENTS: "OrderedDict[object, Scope]" = OrderedDict()


@dataclass(frozen=True)
class Scope:
    """A table as somebody sees it after an entry: what could be recorded, and what its fields offer."""

    ideas: Sequence[Idea]
    offers: Offers

    @cached_property
    def known(self) -> Known:
        """The words that mean anything at it."""
        return Known(self.ideas, self.offers)

    @cached_property
    def at_turn(self) -> Mapping[str, str]:
        """Whose turn it is: by field what all that comes next knows alike of it."""
        known = [idea.known for idea in self.ideas if idea.prompt]
        names = {name for fields in known for name in fields}
        said = {name: [fields[name] for fields in known if name in fields] for name in names}
        alike = {name: values[0] for name, values in said.items() if all(value == values[0] for value in values)}
        return {name: id_ for name, id_ in alike.items() if isinstance(id_, str)}


def scope_now(here: ViewContext, author: Author) -> Scope:
    """What can be said by a hand now; of those who are served, one asks at a time, so that nobody else is at it."""
    campaign = here.campaign
    key = (here.id, here.game.key, campaign.position, campaign.digest, here.viewer, author.host)
    with _LOCK:
        found = _MOMENTS.pop(key, None)
    if found is None:
        found = Scope(ideas_here(here, author), Offers(here))
    with _LOCK:
        _MOMENTS[key] = found
        while len(_MOMENTS) > KEPT:
            _MOMENTS.popitem(last=False)
    return found


__all__ = ["Scope", "scope_now"]

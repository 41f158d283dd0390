"""Word order: whether subject and object of a typed sentence are swapped."""

from itertools import pairwise

from companion.quick_entry.candidates import Names, best_fit, slots_of, ways_of_saying, without_slots
from companion.quick_entry.matching import Match
from companion.quick_entry.typed import Heard
from domain.framework.events.event import name_of
from domain.framework.fields.fields import fields_of

PASSIVE = frozenset(("by", "被"))
"""The words that come before the subject of a passive sentence."""


def has_swapped_roles(match: Match) -> bool:
    """Whether the value before the verb is the object: “a hero hits an ogre” for the event “an ogre hits a hero”."""
    order, ours = _order_of(match), {one.name for one in fields_of(match.idea.cls) if one.choice is None}
    named = {name: words[0] for name, words in match.said.items() if name not in ours}
    said = sorted(named.values(), key=_place_of)
    places = {word.at: order.index(name) if name in order else len(order) for name, word in named.items()}
    return any(
        places[one.at] > places[other.at] and not PASSIVE & {*other.after}
        for one, other in pairwise(said)
        if any(one.at < named.at < other.at for named in match.named)
    )


def _place_of(word: Heard) -> int:
    return word.at


def _order_of(match: Match) -> Names:
    """The fields in the order of the event's phrase, otherwise of its log sentence."""
    cls, game = match.idea.cls, match.idea.game
    for way in ways_of_saying(game).get(name_of(cls), ()):
        if len(slots := slots_of(way)) > 1 and any(
            best_fit(word.folded, (without_slots(way),)) for word in match.named
        ):
            return slots
    return slots_of(cls.sentence)


__all__ = ["has_swapped_roles"]

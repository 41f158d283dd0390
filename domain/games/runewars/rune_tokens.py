"""Rune tokens: the number of known real ones, and the areas where one may be placed (C-29 to C-34)."""

from collections.abc import Iterable, Sequence

from domain.games.runewars.areas import held_by, is_uncontrolled
from domain.games.runewars.base import by_influence
from domain.games.runewars.state.table import Group, Rune, Runewars

MOST_REAL, MOST_FALSE = 21, 17
"""The numbers of rune tokens in the box (配件清单)."""
THRONE = "dragon-throne"


def rune_in(table: Runewars, area: str) -> Rune | None:
    """The rune token of an area."""
    return table.land[area].rune if area in table.land else None


def with_rune(table: Runewars, seat: str) -> list[str]:
    """The areas with a rune token that a seat controls."""
    return [area for area in held_by(table, seat) if table.land[area].rune]


def own_runes(table: Runewars, seat: str) -> list[str]:
    """The areas whose runes may belong to a seat: any with one, if control is not tracked."""
    if table.tracks("map"):
        return with_rune(table, seat)
    return [area for area, here in table.land.items() if here.rune]


def known_to(rune: Rune, seat: str) -> str:
    """The identity of a rune as a seat knows it; empty if unknown."""
    return rune.kind if rune.up or seat in rune.known else ""


def known_real(table: Runewars, seat: str) -> list[str]:
    """The areas of a seat with a rune that it knows to be real."""
    runes = ((area, rune_in(table, area)) for area in with_rune(table, seat))
    return [area for area, rune in runes if rune and known_to(rune, seat) == "real"]


def count_thrones(table: Runewars, seat: str) -> int:
    """The Dragon Thrones in the areas of a seat, each of which counts as a real rune (巨龙王座)."""
    found = (table.land[area].exploration for area in held_by(table, seat))
    return sum(token is not None and token.kind == THRONE for token in found)


def real_on_map(table: Runewars) -> int:
    """The number of real runes on the map. It is public, because each gain adds a known number."""
    return sum(group.real for group in table.groups.values())


def real_left(table: Runewars) -> int:
    """The real runes in the supply (C-25); in an epic game false ones replace them, face down."""
    return MOST_REAL + (MOST_FALSE if table.epic else 0) - real_on_map(table)


def false_left(table: Runewars) -> int:
    """The false runes in the supply (C-25)."""
    return MOST_FALSE - sum(max(0, group.tokens - group.real) for group in table.groups.values())


def may_inspect(table: Runewars, seat: str, area: str, visitors: Iterable[str] = ()) -> bool:
    """Whether a seat may look at a rune: it controls the area, or one of its heroes is there (C-33)."""
    return (area in table.land and table.land[area].controller == seat) or seat in visitors


def may_hold_rune(table: Runewars, seat: str, area: str) -> bool:
    """Whether a rune may be placed: in an own or uncontrolled area, without a rune token (C-34)."""
    here = table.land.get(area)
    if here is None:
        return True
    return here.rune is None and (here.controller == seat or is_uncontrolled(table, area))


def real_range(table: Runewars, seat: str) -> tuple[int, int]:
    """The fewest and the most real runes that a seat can control, from public knowledge (C-32).

    A group of mixed tokens contains a known number of real ones; a seat has at least those that cannot be elsewhere.
    """
    least = most = count_thrones(table, seat)
    for id_, group in table.groups.items():
        inside = sum(_is_of(table, area, id_) for area in with_rune(table, seat))
        # In the worst case, all tokens of the group that are elsewhere are real.
        least += max(0, group.real - (group.tokens - inside))
        most += min(inside, group.real)
    return least, most


def _is_of(table: Runewars, area: str, group: str) -> bool:
    rune = rune_in(table, area)
    return rune is not None and rune.group == group


def final_ranking(table: Runewars, real: dict[str, int]) -> list[list[str]]:
    """The seats by rank; seats with a tie share a rank (C-31)."""
    ranked = sorted(by_influence(table, list(real)), key=lambda seat: -real[seat])
    found: list[list[str]] = []
    for seat in ranked:
        if found and _rank_of_seat(table, real, found[-1][0]) == _rank_of_seat(table, real, seat):
            found[-1].append(seat)
        else:
            found.append([seat])
    return found


def _rank_of_seat(table: Runewars, real: dict[str, int], seat: str) -> tuple[int, int, int]:
    """The numbers by which a seat ranks; the players decide between equal ones with an unknown influence."""
    known = table.seat(seat)
    # Ties are broken by influence, then by starting influence (C-31); seats that are equal in all share a rank.
    return real[seat], known.influence or 0, known.starting_influence


# --- for `apply` -----------------------------------------------------------------------------


def lay_rune(table: Runewars, area: str, rune: Rune) -> None:
    """Place a rune token in an area, and return one that is there to the supply."""
    lift_rune(table, area)
    table.area(area).rune = rune


def lift_rune(table: Runewars, area: str) -> Rune | None:
    """Return the rune token of an area to the supply, face up; its group loses it."""
    here = table.land.get(area)
    if here is None or here.rune is None:
        return None
    rune, here.rune = here.rune, None
    if group := table.groups.get(rune.group):
        group.tokens -= 1
        group.real -= rune.kind == "real"
        _drop_empty(table, rune.group)
    return rune


def mix_groups(table: Runewars, groups: Sequence[str]) -> str:
    """Merge groups of tokens, as when their tokens are shuffled. Returns the name of the first, which remains."""
    names = [name for name in dict.fromkeys(groups) if name in table.groups]
    if not names:
        return ""
    first, *others = names
    for other in others:
        gone = table.groups.pop(other)
        table.groups[first].tokens += gone.tokens
        table.groups[first].real += gone.real
        for area in table.land.values():
            if area.rune and area.rune.group == other:
                area.rune.group = first
    return first


def new_group(table: Runewars, name: str, tokens: int, real: int) -> str:
    """Create a group of tokens that are mixed with each other. Returns its unique name."""
    number, id_ = 1, name
    while id_ in table.groups:
        number += 1
        id_ = f"{name} {number}"
    table.groups[id_] = Group(tokens=tokens, real=real)
    return id_


def _drop_empty(table: Runewars, group: str) -> None:
    if table.groups[group].tokens < 1:
        del table.groups[group]

"""Current numbers of cards: printed values with modifiers of lasting effects and attachments (修正值)."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from domain.framework.cards.kinds import NAMES
from domain.games.champions.state.kinds import CardSheet, CardType, IdentitySheet, SchemeSheet, VillainSheet
from domain.games.champions.state.parts import Body, Effect
from domain.games.champions.state.table import MAIN, VILLAIN, Champions


def modified_number(base: int, changes: Iterable[Effect], plus: int = 0) -> int:
    """A number with all its modifiers (F2): the latest fixed value, else sums first, then doubling and halving.

    The result is at least 0; fractions are rounded up once, at the end.
    """
    changes = list(changes)
    fixed = [change.amount for change in changes if change.operation == "set"]
    if fixed:
        return max(0, fixed[-1])
    value: float = base + plus + sum(change.amount for change in changes if change.operation == "plus")
    for change in changes:
        if change.operation == "times":
            value *= change.amount
        elif change.operation == "half":
            value /= 2
    return max(0, ceil(value))


def body_of(table: Champions, id_: str) -> Body | None:
    """The character or card in play with an id; None if it is gone."""
    if id_ == VILLAIN:
        return table.villain
    return table.seats.get(id_) or table.play.get(id_)


def health_of(table: Champions, sheet: CardSheet | VillainSheet) -> int | None:
    """The hit points of a card or a villain's stage for the starting number of players (F1); None if unknown."""
    return times_players(sheet.health, table.heads if sheet.health_each else 1)


def stays_exhausted(table: Champions, id_: str) -> bool:
    """Whether a character or card stays exhausted: a hero only if the table follows turns or activations."""
    return id_ not in table.seats or table.tracks("turns") or table.tracks("activations")


def is_exhausted(table: Champions, id_: str) -> bool:
    """Whether a character or card is exhausted, as far as the table follows that."""
    whom = body_of(table, id_)
    return whom is not None and whom.exhausted and stays_exhausted(table, id_)


def more_hit_points(table: Champions, id_: str, amount: int) -> None:
    """Change the maximum hit points; damage stays. For `apply`."""
    whom = body_of(table, id_)
    if whom and whom.health is not None:
        whom.health = max(0, whom.health + amount)


def changes_of(table: Champions, id_: str, number: str) -> list[Effect]:
    """The modifiers of a character's number, oldest first."""
    return [effect for effect in table.effects.values() if (effect.target, effect.number) == (id_, number)]


def effects_forbidding(table: Champions, id_: str, what: str) -> Iterator[str]:
    """The texts of the effects that forbid a character a power or a status card."""
    for effect in table.effects.values():
        if (effect.target, effect.forbids) == (id_, what):
            yield effect.text


def attachments_of(table: Champions, id_: str) -> list[str]:
    """The attachments of a character or card."""
    return [copy for copy, card in table.play.items() if card.host == id_]


PRINT_COUNTS: tuple[CardType, ...] = (
    "ally",
    "attachment",
    "environment",
    "minion",
    "player side scheme",
    "side scheme",
    "upgrade",
)
"""The types of cards whose keywords, icons or bonuses the rules compute with."""


def printed_thing(table: Champions, id_: str) -> tuple[str, str]:
    """The kind and the id of the content of a character, a card in play or the main scheme.

    The id is empty if the card is gone or face down, or if the stages are not listed.
    """
    if id_ == VILLAIN:
        return VillainSheet.kind_name, table.villain.sheet or first_stage_of_set(table)
    if id_ == MAIN:
        return SchemeSheet.kind_name, table.main.sheet
    if id_ in table.seats:
        return IdentitySheet.kind_name, id_
    card = table.play.get(id_)
    return CardSheet.kind_name, card.card if card and not card.facedown else ""


def first_stage_of_set(table: Champions) -> str:
    """The first stage of a villain whose stages are not listed, by the scenario's own set; empty for another stage."""
    here = table.scenario
    if table.villain.stage != 1 or here.mode == "expert" or here.skirmish:
        return ""
    cards = {id_: VillainSheet.of(table, id_) for id_ in table.ids(VillainSheet.kind_name)}
    return next((id_ for id_, card in cards.items() if card.set in here.sets and card.stage == 1), "")


def is_print_unknown(table: Champions, id_: str) -> bool:
    """Whether a card was never typed in, so that its keywords, icons and bonuses are unknown.

    It is the card of a hero, the villain or the main scheme, or a card in play of a type whose print counts.
    """
    if id_ in (VILLAIN, MAIN):
        return not (table.villain if id_ == VILLAIN else table.main).print_said and _is_untyped(table, id_)
    if id_ in table.seats:
        return _is_untyped(table, id_)
    card = table.play.get(id_)
    return bool(card and not card.facedown and card.type in PRINT_COUNTS) and _is_untyped(table, id_)


def _is_untyped(table: Champions, id_: str) -> bool:
    kind, thing = printed_thing(table, id_)
    said = table.typed.get(kind, {}).get(table.meant(kind, thing), {})
    return not said.keys() & SAID_WITH_PRINT and not table.content_thing(kind, thing).keys() - {*NAMES, "text"}


SAID_WITH_PRINT = {"keywords", "hazard"}
"""The fields that show that the print of a card was said: a main scheme has no keywords."""


def is_number_missing(table: Champions, id_: str, name: str) -> bool:
    """Whether the printed number of a character is unknown; a power with a dash has none."""
    whom, (kind, thing) = body_of(table, id_), printed_thing(table, id_)
    dashes = table.thing(kind, thing).get("dashes", ()) if thing else ()
    return whom is not None and name not in whom.printed and name not in dashes


def lacks_number(table: Champions, id_: str, name: str) -> bool:
    """Whether a number that a card may have is unknown."""
    whom = body_of(table, id_)
    return is_print_unknown(table, id_) and (whom is None or name not in whom.printed)


def copies_lacking(table: Champions, name: str) -> list[str]:
    """The schemes and cards in play of which a number that they may have is unknown; no ally of the boxes has icons.

    Heroes show their icons in hero form, and of the icons a main scheme may have hazard alone.
    """
    others = [copy for copy, card in table.play.items() if card.type != "ally"]
    heroes = [id_ for id_ in table.in_game() if table.seats[id_].form == "hero"]
    schemes = [MAIN] if name == "hazard" and table.scenario.id else []
    return [id_ for id_ in (*schemes, *heroes, *others) if lacks_number(table, id_, name)]


def number_of(table: Champions, id_: str, name: str, plus: int = 0) -> int | None:
    """A current number of a character; None if it is not printed, unknown, or dashed, or an attachment is unknown."""
    whom, attached, bonus_name = body_of(table, id_), attachments_of(table, id_), f"{name}_bonus"
    # A power without a printed number cannot be used, and no bonus changes that.
    if whom is None or name not in whom.printed:
        return None
    if bonus_name in BONUSES and any(lacks_number(table, copy, bonus_name) for copy in attached):
        return None
    bonus = sum(table.play[copy].printed.get(bonus_name, 0) for copy in attached)
    return modified_number(whom.printed[name], changes_of(table, id_, name), plus + bonus)


BONUSES = ("attack_bonus", "scheme_bonus", "health_bonus")
"""The numbers that a card gives to the character it is attached to."""


def count_icons(table: Champions, name: str) -> int:
    """The icons of a kind on all cards in play (支线密谋), at least 0 whatever the modifiers."""
    # Icons on an identity card are on its hero side, so alter-egos show none.
    heroes = [seat for seat in table.seats.values() if seat.form == "hero" and not seat.eliminated]
    in_play = sum(card.printed.get(name, 0) for card in (*table.play.values(), *heroes))
    return max(0, in_play + (table.main.hazard if name == "hazard" else 0))


def is_threat_unknown(table: Champions, scheme: str) -> bool:
    """Whether the threat on a scheme is unknown; the table is asked for it, and what is recorded is only a part."""
    return bool(table.agenda.of(scheme=scheme))


def main_threat(table: Champions) -> int | None:
    """The threat on the main scheme; None if it is unknown."""
    return None if is_threat_unknown(table, MAIN) else table.main.threat


def times_players(value: int | None, heads: int) -> int | None:
    """A printed value for a number of players (F1); None if it is unknown."""
    return None if value is None else value * heads


def known_numbers(**values: int | None) -> Mapping[str, int]:
    """The given numbers without the unknown ones."""
    return {name: value for name, value in values.items() if value is not None}

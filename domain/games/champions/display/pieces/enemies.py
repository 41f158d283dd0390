"""The activation at hand as a piece of the board, and activations in one tap."""

from collections.abc import Iterator, Sequence

from domain.games.champions.display.coming.enemies import MOST_ICONS, against, defenders, outcome, plainly, waiting_for
from domain.games.champions.enemies.at_once import EnemyActivated
from domain.games.champions.enemies.boosts import BoostCardsGiven, BoostCardTurnedUp, face_down
from domain.games.champions.enemies.course import (
    at_hand,
    keywords_of,
    kind_of,
    next_to_activate,
    struck,
    value_of,
)
from domain.games.champions.enemies.defending import (
    AttackUndefended,
    DefenderDeclared,
    DefenseAbilityUsed,
    could_defend,
    player_of,
    unable,
)
from domain.games.champions.enemies.resolving import EnemyAttackResolved, EnemySchemeResolved
from domain.games.champions.enemies.starting import ActivationChanged, ActivationEnded
from domain.games.champions.state.cards import card_of
from domain.games.champions.state.kinds import CardSheet, VillainSheet
from domain.games.champions.state.names import KEYWORD_NAMES
from domain.games.champions.state.processes import Activation
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.shown.board import Ask, Button, Chip, Pad, Piece, made
from domain.shown.sheet import Said
from domain.text import text

ICONS = [(str(icons), str(icons)) for icons in range(MOST_ICONS + 1)]
"""Boost icons that one tap tells; more are said in the form."""
MOST_VALUE = 7
VALUES = [(str(value), str(value)) for value in range(MOST_VALUE + 1)]
"""What an activation comes to, told in one tap where nobody typed in the number on the card."""


def board_of_enemies(table: Champions) -> Sequence[Piece]:
    """The activation at hand; at a table that records them in one tap, who activates next."""
    if table.tracks("activations"):
        activation = at_hand(table)
        return [*([at_hand_piece(table, activation)] if activation else []), *waiting(table)]
    return list(at_once(table))


def waiting(table: Champions) -> Iterator[Piece]:
    """The enemies that are still to activate in this villain phase."""
    if left := waiting_for(table):
        yield Piece("still-to-activate", text("Still to activate"), chips=[Chip(one) for one in left])


def at_hand_piece(table: Champions, activation: Activation) -> Piece:
    """Who activates against whom, who defends, the boost cards, and what it comes to."""
    return Piece(
        "activation",
        heading(table, activation),
        note=standing(table, activation),
        marks=list(marks(table, activation)),
        buttons=list(buttons(table, activation)),
        pads=[(text("Boost icons"), Pad(BoostCardTurnedUp(), "icons", ICONS))] if turning(activation) else [],
        asks=list(asks(activation)),
    )


def heading(table: Champions, activation: Activation) -> Said:
    """Who does what to whom."""
    enemy = table.called("enemies", activation.enemy)
    seat = table.called("identities", activation.target or activation.seat)
    if activation.kind == "attack":
        return text("{enemy} attacks {seat}", enemy=enemy, seat=seat)
    return text("{enemy} schemes against {seat}", enemy=enemy, seat=seat)


def standing(table: Champions, activation: Activation) -> Said:
    """What it comes to by now; nothing where nobody knows its enemy's number."""
    value = value_of(table, activation)
    return "" if value is None else outcome(table, activation, value)


def marks(table: Champions, activation: Activation) -> Iterator[Said]:
    """Who defends, the boost cards, the keywords, and a star to think of."""
    if activation.kind == "attack" and activation.defender:
        yield text("{defender} defends", defender=table.called("characters", struck(table, activation)))
    elif activation.kind == "attack" and activation.defended:
        yield text("defended by a card")
    elif activation.kind == "attack" and activation.decided:
        yield text("nobody defends")
    for boost in activation.boosts:
        card = table.called("cards", boost.card) if boost.card else ""
        opened = text("[{card}: ]{icons|boost icon|boost icons}", card=card, icons=boost.icons)
        yield opened if boost.open else text("boost card face down")
    for keyword in sorted(keywords_of(table, activation) & {"overkill", "piercing"}):
        yield KEYWORD_NAMES[keyword]
    if starred(table, activation):
        yield text("star: think of its ability")


def starred(table: Champions, activation: Activation) -> bool:
    """Whether the enemy has a star by the number it uses (星形图示)."""
    sheet: VillainSheet | CardSheet = (
        VillainSheet.of(table, table.villain.sheet)
        if activation.enemy == VILLAIN
        else CardSheet.of(table, card_of(activation.enemy))
    )
    return sheet.attack_star if activation.kind == "attack" else sheet.scheme_star


def turning(activation: Activation) -> bool:
    """Whether the next thing is a boost card turned up."""
    decided = activation.kind == "scheme" or activation.decided
    return decided and face_down(activation) is not None


def buttons(table: Champions, activation: Activation) -> Iterator[Button]:
    """Who defends, or nobody; the end of it once everything is decided."""
    if activation.kind == "attack" and not activation.decided:
        for defender in defenders(table, activation):
            name = table.called("characters", defender)
            if event := made(DefenderDeclared, defender=defender):
                yield Button(text("{defender} defends", defender=name), event)
        yield Button(text("Nobody defends"), AttackUndefended())
    elif not turning(activation) and (value := value_of(table, activation)) is not None:
        resolved = EnemyAttackResolved() if activation.kind == "attack" else EnemySchemeResolved()
        yield Button(outcome(table, activation, value), resolved)
    if activation.enemy == VILLAIN:
        yield Button(text("One more boost card"), BoostCardsGiven())


def asks(activation: Activation) -> Iterator[Ask]:
    """What cards may do to it, in forms."""
    if activation.kind == "attack":
        yield Ask(text("A card defends"), DefenseAbilityUsed, {"seat": activation.target})
        if not activation.decided:
            yield Ask(text("Another ally defends"), DefenderDeclared)
    yield Ask(text("A card changes it"), ActivationChanged)
    if turning(activation):
        yield Ask(text("Boost card, by its name"), BoostCardTurnedUp)
    resolved = EnemyAttackResolved if activation.kind == "attack" else EnemySchemeResolved
    yield Ask(text("Another value, or prevented"), resolved)
    yield Ask(text("It ends at once"), ActivationEnded)


def at_once(table: Champions) -> Iterator[Piece]:
    """Who activates next: one tap says who defends, and the boost icons, or what the attack or the scheme comes to."""
    for number_, (enemy, seat) in enumerate(next_to_activate(table)):
        said = list(ways(table, enemy, seat))
        plain = enemy != VILLAIN and plainly(table, enemy, seat) is not None
        yield Piece(
            f"activates-{number_}",
            against(table, enemy, seat),
            buttons=[Button(words, event) for words, event in said] if plain else [],
            pads=[] if plain else [pad(table, words, event) for words, event in said],
            asks=[Ask(text("Another way"), EnemyActivated, {"enemy": enemy, "seat": seat})],
        )


def pad(table: Champions, words: Said, event: EnemyActivated) -> tuple[Said, Pad]:
    """The boost icons of a villain whose number is known; else all it comes to, with them."""
    if plainly(table, event.enemy, event.seat) is not None:
        return text("{way}: boost icons", way=words), Pad(event, "boost", ICONS)
    if kind_of(table, event.seat) == "scheme":
        return text("Schemes, boost icons and all: threat"), Pad(event, "value", VALUES)
    return text("{way}, boost icons and all: ATK", way=words), Pad(event, "value", VALUES)


def ways(table: Champions, enemy: str, seat: str) -> Iterator[tuple[Said, EnemyActivated]]:
    """The ways an activation mostly goes: nobody defends, or somebody of the player who is attacked does."""
    if kind_of(table, seat) == "scheme":
        yield text("Schemes"), EnemyActivated(enemy=enemy, seat=seat)
        return
    yield text("Nobody defends"), EnemyActivated(enemy=enemy, seat=seat)
    for defender in could_defend(table):
        event = made(EnemyActivated, enemy=enemy, seat=seat, defender=defender)
        if event and player_of(table, defender) == seat and not any(unable(table, defender)):
            yield text("{defender} defends", defender=table.called("characters", defender)), event


__all__ = ["board_of_enemies"]

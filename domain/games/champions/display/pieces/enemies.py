"""The activation at hand as a piece of the board, and activations in one tap."""

from collections.abc import Iterator, Sequence

from domain.games.champions.display.coming.at_once import against, ways
from domain.games.champions.display.coming.enemies import defenders, outcome, striking, waiting_for
from domain.games.champions.enemies.at_once import EnemyActivated
from domain.games.champions.enemies.boosts import BoostCardsGiven, BoostCardTurnedUp, face_down
from domain.games.champions.enemies.course import (
    at_hand,
    defense_unknown,
    keywords_of,
    next_to_activate,
    struck,
    value_of,
)
from domain.games.champions.enemies.defending import (
    AttackUndefended,
    DefenderDeclared,
    DefenseAbilityUsed,
)
from domain.games.champions.enemies.resolving import EnemyAttackResolved, EnemySchemeResolved
from domain.games.champions.enemies.starting import ActivationChanged, ActivationEnded
from domain.games.champions.state.cards import card_of
from domain.games.champions.state.kinds import CardSheet, VillainSheet
from domain.games.champions.state.names import KEYWORD_NAMES
from domain.games.champions.state.processes import Activation
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt
from domain.language.shown.board import Ask, Button, Chip, Pad, Piece, made
from domain.language.shown.sheet import Said
from domain.language.text import text


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
        against(table, activation.enemy, activation.target or activation.seat, activation.kind),
        note=standing(table, activation),
        marks=list(marks(table, activation)),
        buttons=list(buttons(table, activation)),
        asks=list(asks(table, activation)),
    )


def standing(table: Champions, activation: Activation) -> Said:
    """What it comes to by now; nothing where nobody knows its enemy's number."""
    value = settled_value(table, activation)
    return "" if value is None else outcome(table, activation, value)


def settled_value(table: Champions, activation: Activation) -> int | None:
    """What it is worth; None where nobody can tell what comes of it."""
    return None if defense_unknown(table, activation) else value_of(table, activation)


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
    elif not turning(activation) and (value := settled_value(table, activation)) is not None:
        resolved = EnemyAttackResolved() if activation.kind == "attack" else EnemySchemeResolved()
        yield Button(outcome(table, activation, value), resolved)
    if activation.enemy == VILLAIN:
        yield Button(text("One more boost card"), BoostCardsGiven())


def asks(table: Champions, activation: Activation) -> Iterator[Ask]:
    """What cards may do to it, in forms; who defends, where allies have no button each."""
    if activation.kind == "attack":
        yield Ask(text("A card defends"), DefenseAbilityUsed, {"seat": activation.target})
        if not activation.decided and not table.tracks("allies"):
            yield Ask(text("An ally defends"), DefenderDeclared, {"ally_of": activation.target})
    yield Ask(text("A card changes it"), ActivationChanged)
    if turning(activation):
        yield Ask(text("Boost card, by its name"), BoostCardTurnedUp)
    resolved = EnemyAttackResolved if activation.kind == "attack" else EnemySchemeResolved
    yield Ask(text("Another value, or prevented"), resolved)
    yield Ask(text("It ends at once"), ActivationEnded)


def at_once(table: Champions) -> Iterator[Piece]:
    """Who may activate next; of the first of them what comes next asks already, and its keys lead to any other way."""
    asked = not any(striking(table))
    for number_, (enemy, seat) in enumerate(next_to_activate(table)):
        told = against(table, enemy, seat)
        said = list(ways(table, enemy, seat, told))
        first = asked and not number_
        if first and not said[0].complete:
            continue
        yield Piece(
            f"activates-{number_}",
            told,
            buttons=[Button(one.title, one.event(**one.fields)) for one in said if one.complete and not first],
            pads=[pad(one) for one in said if one.numbers and not first],
            asks=[Ask(text("Another way"), EnemyActivated, {"enemy": enemy, "seat": seat})],
        )


def pad(prompt: Prompt) -> tuple[Said, Pad]:
    """The keys of what comes next, on the board."""
    choices = [(str(one), str(one)) for one in prompt.numbers]
    return prompt.title, Pad(prompt.event(**prompt.fields), prompt.pad, choices)


__all__ = ["board_of_enemies"]

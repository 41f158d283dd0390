"""The JSON Schema of a game file."""

from domain.framework.cards.schema import JsonSchema, schema_of_kinds
from domain.games.own.definition import ID
from domain.games.own.kinds import CARDS, KINDS


def schema_of_game_files() -> JsonSchema:
    """The schema of definitions: kinds, fields, bounds and ids; references and rules are checked by companion alone."""
    most = {card.kind_name: card.most_things for card in CARDS}
    return schema_of_kinds(KINDS, "A game in one file", most, ID.pattern, required=("game",))


__all__ = ["schema_of_game_files"]

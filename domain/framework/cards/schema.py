"""JSON Schema of a pack file, made from the kinds of a game, so that editors complete and check the file."""

from collections.abc import Collection, Mapping
from typing import Any

from domain.framework.cards.kinds import NAMES, Card, Kinds
from domain.framework.cards.packs import RELEASE
from domain.framework.events.choice import Choice
from domain.framework.events.marked_fields import choices_of
from domain.framework.fields.fields import fields_of

DRAFT = "https://json-schema.org/draft/2020-12/schema"
JsonSchema = dict[str, Any]


def schema_of_kinds(
    kinds: Kinds, title: str, most: Mapping[str, int], id_pattern: str, required: Collection[str] = ()
) -> JsonSchema:
    """A closed schema: unknown kinds and fields are errors.

    Args:
        most: the most things of a kind.
        id_pattern: the regular expression that a whole id matches.
        required: the kinds that a file has at least one thing of.
    """
    ids = f"^(?:{id_pattern})$"
    parts: JsonSchema = {}
    return {
        "$schema": DRAFT,
        "title": title,
        "type": "object",
        "properties": {
            RELEASE: {"type": "string", "description": "The release of companion that the file was written for."},
            **{
                kind: {
                    "type": "object",
                    "propertyNames": {"pattern": ids},
                    **({"minProperties": 1} if kind in required else {}),
                    **({"maxProperties": most[kind]} if kind in most else {}),
                    "additionalProperties": _schema_of_card(card, kinds, parts),
                }
                for kind, card in kinds.items()
            },
        },
        "required": sorted(required),
        "additionalProperties": False,
        "$defs": parts,
    }


def _schema_of_card(card: type[Card], kinds: Kinds, parts: JsonSchema) -> JsonSchema:
    """The schema of a thing; the classes that it refers to are added to `parts`."""
    schema = card.model_json_schema()
    parts.update(schema.pop("$defs", {}))
    choices = choices_of(card)
    fields = {
        field.name: _described(
            _without_null(schema["properties"][field.name]), field.label, choices.get(field.name), kinds
        )
        for field in fields_of(card)
    }
    named = [{"required": [name], "properties": {name: {"minLength": 1}}} for name in NAMES]
    about = {"description": schema["description"]} if "description" in schema else {}
    return {"type": "object", **about, "properties": fields, "additionalProperties": False, "anyOf": named}


def _without_null(schema: JsonSchema) -> JsonSchema:
    """The schema of a field without null, which TOML does not have."""
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    some = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if rest.get("default", "") is None:
        del rest["default"]
    return {**rest, **some[0]} if len(some) == 1 else {**rest, "anyOf": some} if some else rest


def _described(schema: JsonSchema, label: str, choice: Choice | None, kinds: Kinds) -> JsonSchema:
    """The schema of a field with its label, and the kind whose ids it refers to in words."""
    words = [schema.pop("description", ""), f"An id of [{choice.kind}]." if choice and choice.kind in kinds else ""]
    schema["title"] = label
    return {**schema, "description": " ".join(filter(None, words))} if any(words) else schema

"""The metadata with which Datasette describes a campaign file, as YAML."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from projections.descriptions import DESCRIPTIONS, Description
from projections.queries import QUERIES

WARNING = "The file holds the secrets of all seats. Do not publish it while a campaign with secrets is played."


def datasette_metadata(database: str) -> str:
    """The metadata of a database, which Datasette names after its file: descriptions of tables, and canned queries."""
    tables = {name: _table(described) for name, described in DESCRIPTIONS.items()}
    queries = {query.name: {"title": query.title, "sql": query.sql} for query in QUERIES}
    content = {"title": "Campaigns", "description": WARNING, "tables": tables, "queries": queries}
    return "".join(f"{line}\n" for line in _yaml_lines({"databases": {database: content}}))


def _table(described: Description) -> dict[str, Any]:
    hidden = {"hidden": True} if described.internal else {}
    return {"description": f"A row is {described.row}.", "columns": described.columns, **hidden}


def _yaml_lines(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """A mapping of mappings, truth values and texts; a text of several lines is written as a block."""
    for name, part in value.items():
        begin = f"{indent}{json.dumps(name, ensure_ascii=False)}:"
        if isinstance(part, Mapping):
            yield begin
            yield from _yaml_lines(part, f"{indent}  ")
        elif isinstance(part, str) and "\n" in part:
            yield f"{begin} |-"
            yield from (f"{indent}  {line}" for line in part.splitlines())
        else:
            yield f"{begin} {json.dumps(part, ensure_ascii=False)}"


__all__ = ["datasette_metadata"]

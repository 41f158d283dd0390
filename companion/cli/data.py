"""The command `data`: the tables and views of the campaign file, and queries of them."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

import click

from companion.campaign_files.read_only import OpenFile, QueryResult, open_for_queries
from companion.cli.base import Call, pass_call, root
from companion.cli.columns import align_columns
from projections.descriptions import DESCRIPTIONS, VIEWS

MARGIN = 4
"""The indentation of the columns below their table."""


@root.command(epilog='Example: companion data "SELECT day, name, minutes FROM evenings ORDER BY day"')
@click.argument("sql", required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Print the answer as CSV for a spreadsheet.")
@click.option(
    "-p", "values", nargs=2, multiple=True, metavar="NAME VALUE", help="The value of :NAME in the query; repeatable."
)
@click.option("--metadata", is_flag=True, help="Print metadata.yaml for Datasette.")
@pass_call
def data(call: Call, sql: str | None, values: tuple[tuple[str, str], ...], *, as_csv: bool, metadata: bool) -> None:
    """List the tables of the campaign file, or print the answer to one SQL query.

    It only reads, and tables with secrets are left out. With --store postgresql://…, it reads the copy of the shared
    log on this computer.
    """
    if as_csv and (call.as_json or not sql):
        raise click.UsageError("--csv needs a query, without --json.")
    if metadata and (sql or call.as_json):
        raise click.UsageError("--metadata is YAML and takes no query.")
    if metadata:
        from projections.documents.datasette import datasette_metadata  # noqa: PLC0415 - rarely needed

        click.echo(datasette_metadata(call.settings.file.stem), nl=False)
        return
    call.services.update_lagging_models()
    with open_for_queries(call.services.store) as file:
        if not sql:
            _print_tables(call, file)
        elif as_csv:
            click.echo(b"".join(_csv_lines(file.ask(sql, dict(values)))), nl=False)
        else:
            answer = file.ask(sql, dict(values))
            call.print_result(_table_of(answer), [dict(zip(answer.columns, row, strict=True)) for row in answer.rows])


def _print_tables(call: Call, file: OpenFile) -> None:
    """Print every table and view with its columns and the number of its rows."""
    found = [
        {
            "name": name,
            "kind": "view" if name in VIEWS else "table",
            "rows": file.db[name].count,
            "columns": [column.name for column in file.db[name].columns],
            "a row is": described.row,
            "secret": described.secret,
        }
        for name, described in DESCRIPTIONS.items()
    ]
    call.print_result("\n".join(_lines_of_tables(found)), found)


def _lines_of_tables(found: list[dict[str, Any]]) -> Iterator[str]:
    heads = align_columns([(one["name"], one["rows"], one["a row is"]) for one in found], right=(1,))
    for head, one in zip(heads, found, strict=True):
        yield head + (" (secret: not read here)" if one["secret"] else "")
        yield click.wrap_text(", ".join(one["columns"]), 100, " " * MARGIN, " " * MARGIN)


def _table_of(answer: QueryResult) -> str:
    """An answer as aligned columns; numbers are right-aligned."""
    if not answer.rows:
        return "No rows."
    numbers = [
        n
        for n in range(len(answer.columns))
        if all(row[n] is None or isinstance(row[n], (int, float)) for row in answer.rows)
    ]
    return "\n".join(align_columns([answer.columns, *map(_cells, answer.rows)], numbers))


def _cells(row: Any) -> list[str]:
    """The cells of a row, each on one line."""
    return ["" if cell is None else " ".join(str(cell).splitlines()) for cell in row]


def _csv_lines(answer: QueryResult) -> Iterator[bytes]:
    from projections.documents.table import csv_row  # noqa: PLC0415 - imports the log

    yield BOM_UTF8 + csv_row(answer.columns)
    yield from map(csv_row, answer.rows)

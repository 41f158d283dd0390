"""What must be true of a file whatever happened to it."""

import orjson

from projections.following import catch_up_all
from tests.house import House


def sound(house: House) -> None:
    """Entries, commands, lines, words and state agree, and verify finds nothing."""
    catch_up_all(house.campaigns)
    with house.store.reading() as cursor:
        entries = cursor.execute(
            "SELECT originator_id, originator_version, state FROM entries ORDER BY rowid"
        ).fetchall()
        commands = cursor.execute("SELECT campaign, command, first, last FROM commands").fetchall()
        lines = cursor.execute("SELECT campaign, position FROM log ORDER BY id").fetchall()
        words = cursor.execute("SELECT COUNT(*) FROM log_fts_docsize").fetchone()[0]
        heads = dict(cursor.execute("SELECT campaign, entries FROM campaigns").fetchall())
    assert sorted(lines) == sorted((campaign, position) for campaign, position, _ in entries)
    assert words == len(entries)
    counted: dict[str, int] = {}
    by_command: dict[tuple[str, str], list[int]] = {}
    for campaign, position, state in entries:
        counted[campaign] = counted.get(campaign, 0) + 1
        assert position == counted[campaign], "positions have no gaps"
        command = orjson.loads(state)["entry"]["id"].rpartition(".")[0]
        by_command.setdefault((campaign, command), []).append(position)
    assert heads == counted
    assert {(c, i): (first, last) for c, i, first, last in commands} == {
        key: (positions[0], positions[-1]) for key, positions in by_command.items()
    }
    for campaign in counted:
        assert house.cold(campaign) == house.table(campaign)
        assert house.shown(campaign) == house.told(campaign)
    assert house.verify() == []

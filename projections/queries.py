"""Five queries of a campaign file, for the docs and as canned queries of Datasette."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Query:
    """A query of the views and tables.

    Attributes:
        name: as a word in an address.
        sql: reads only; `:word` is a value that the reader gives.
        example: a value for each of these words.
    """

    name: str
    title: str
    sql: str
    example: dict[str, str] = field(default_factory=dict)


QUERIES: Sequence[Query] = (
    Query(
        "evenings_a_month",
        "Evenings and hours a month",
        """
SELECT substr(day, 1, 7) AS month, COUNT(*) AS evenings, ROUND(SUM(minutes) / 60.0, 1) AS hours
FROM evenings
GROUP BY month
ORDER BY month DESC
""".strip(),
    ),
    Query(
        "wins_by_person",
        "Wins by person",
        """
SELECT person, plays, wins, losses, unknown
FROM persons
ORDER BY wins DESC, plays, person
""".strip(),
    ),
    Query(
        "longest_evenings",
        "The longest evenings",
        """
SELECT day, name, game, minutes, players
FROM evenings
ORDER BY minutes DESC, day
LIMIT 10
""".strip(),
    ),
    Query(
        "recorded_most",
        "The events that were recorded most",
        """
SELECT game, topic, COUNT(*) AS entries
FROM log JOIN campaigns USING (campaign)
WHERE withdrawn_by IS NULL AND replaced_by IS NULL
GROUP BY game, topic
ORDER BY entries DESC, topic
LIMIT 20
""".strip(),
    ),
    Query(
        "number_by_round",
        "A number over the rounds of a campaign",
        """
SELECT chapter, round, value
FROM numbers
WHERE key = :campaign AND number = :number
ORDER BY chapter, round
""".strip(),
        {"campaign": "evening-one", "number": "experience"},
    ),
)

__all__ = ["QUERIES", "Query"]

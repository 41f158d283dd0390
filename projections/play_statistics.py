"""Statistics over several campaigns: evenings and hours, and the results of people, heroes and factions.

All of it comes from the tables of results (`projections/results.py`), so no campaign is opened and no log is read. An
evening that several campaigns share, as branches do, counts once. An unknown result counts as unknown, never as a loss.
Hidden campaigns are left out, such as demos.
"""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import orjson

_COUNTED = """
WITH known AS (
  SELECT campaign, game, game_en, game_zh, parent, number FROM campaigns
  WHERE NOT hidden AND (?1 IS NULL OR campaign IN (SELECT value FROM json_each(?1)))
), people AS (
  SELECT campaign, session, group_concat(person, char(10)) AS persons
  FROM (SELECT * FROM sitters ORDER BY campaign, session, person) GROUP BY campaign, session
), evenings AS (
  SELECT campaign, session, game, game_en, game_zh, day, minutes, MIN(number) AS first
  FROM sittings JOIN known USING (campaign) LEFT JOIN people USING (campaign, session)
  GROUP BY game, game_en, session, day, begun, offset, persons
), finished AS (
  SELECT played.campaign, played.number, played.session, known.game, known.game_en, known.game_zh,
    COALESCE(day, '') AS day, known.number AS first
  FROM played JOIN known USING (campaign) LEFT JOIN evenings USING (campaign, session)
  WHERE evenings.campaign IS NOT NULL OR played.session = 0 AND known.parent = ''
)
"""
"""The known campaigns, their evenings and finished games without those that branches share.

An evening is the same in two campaigns if its game, number, day, start and people are.
"""
_EVENINGS = f"""{_COUNTED}
SELECT game, game_en, game_zh, day, COALESCE(minutes, 0) FROM evenings ORDER BY day
"""
_ATTENDED = f"""{_COUNTED}
SELECT person, COUNT(*), SUM(COALESCE(minutes, 0))
FROM evenings JOIN sitters USING (campaign, session) GROUP BY person
"""
_RESULTS = f"""{_COUNTED}, together AS (
  SELECT campaign, number, CASE WHEN COUNT(won) = COUNT(*) AND MIN(won) = MAX(won) THEN MIN(won) END AS won
  FROM participants GROUP BY campaign, number HAVING MAX(person) = ''
)
SELECT person, substr(day, 1, 7), MAX(won) FROM (
  SELECT campaign, number, person, won FROM participants WHERE person <> ''
  UNION ALL
  SELECT campaign, together.number, person, won FROM together JOIN finished USING (campaign, number)
  JOIN sitters USING (campaign, session)
) JOIN finished USING (campaign, number)
GROUP BY campaign, number, person ORDER BY day, first, number, person
"""
"""The results of each person, the oldest first.

If no seat of a game names a person, all people of its evening share the result that all seats have.
"""
_ROLES = f"""{_COUNTED}
SELECT game, game_en, seat, MAX(role), COUNT(*), COALESCE(SUM(won = 1), 0), COALESCE(SUM(won = 0), 0)
FROM participants JOIN finished USING (campaign, number)
GROUP BY game, game_en, seat ORDER BY game, game_en, COUNT(*) DESC, seat
"""
_FINISHED = f"""{_COUNTED}
SELECT game, game_en, MAX(game_zh), COUNT(*) FROM finished GROUP BY game, game_en
"""


@dataclass
class ResultCounts:
    """How often something was played to an end, won and lost."""

    played: int = 0
    won: int = 0
    lost: int = 0

    @property
    def unknown(self) -> int:
        """The games whose result is unknown."""
        return self.played - self.won - self.lost


@dataclass
class PersonTotals(ResultCounts):
    """The totals of a person.

    Attributes:
        streak: the wins since the last loss.
        longest: the most wins in a row; a game with an unknown result is skipped.
        wins_by_month: the wins of each month (`2026-11`) that has one.
    """

    person: str = ""
    evenings: int = 0
    minutes: int = 0
    streak: int = 0
    longest: int = 0
    wins_by_month: dict[str, int] = field(default_factory=dict)

    def count_result(self, month: str, won: bool | None) -> None:
        """Count a finished game, later than those before."""
        self.played += 1
        if won:
            self.won += 1
            self.streak += 1
            self.longest = max(self.longest, self.streak)
            self.wins_by_month[month] = self.wins_by_month.get(month, 0) + 1
        elif won is not None:
            self.lost += 1
            self.streak = 0


@dataclass
class RoleTotals(ResultCounts):
    """The totals of a hero or faction, with its English name."""

    seat: str = ""
    role: str = ""


@dataclass
class GameTotals:
    """The evenings of a game, its finished games or scenarios, and its heroes or factions, the most played first.

    `game_en` and `game_zh` are the name of a game that its campaigns describe; campaigns of one name count together.
    """

    game: str
    game_en: str = ""
    game_zh: str = ""
    evenings: int = 0
    minutes: int = 0
    finished: int = 0
    roles: list[RoleTotals] = field(default_factory=list)


@dataclass(frozen=True)
class Statistics:
    """The games by evenings, the people by evenings, and the evenings of each month from the first to the last."""

    games: Sequence[GameTotals]
    people: Sequence[PersonTotals]
    months: dict[str, int]

    @property
    def evenings(self) -> int:
        return sum(game.evenings for game in self.games)

    @property
    def minutes(self) -> int:
        return sum(game.minutes for game in self.games)

    @property
    def finished(self) -> int:
        return sum(game.finished for game in self.games)


def play_statistics(cursor: sqlite3.Cursor, campaigns: Collection[str] | None = None) -> Statistics:
    """The statistics of some campaigns, or of all."""
    known = None if campaigns is None else orjson.dumps(sorted(campaigns)).decode()
    games: dict[tuple[str, str], GameTotals] = {}
    months: dict[str, int] = {}
    for key, en, zh, day, minutes in cursor.execute(_EVENINGS, (known,)).fetchall():
        game = games.setdefault((key, en), GameTotals(key, en, zh))
        game.evenings += 1
        game.minutes += minutes
        months[day[:7]] = months.get(day[:7], 0) + 1
    for key, en, zh, count in cursor.execute(_FINISHED, (known,)).fetchall():
        games.setdefault((key, en), GameTotals(key, en, zh)).finished = count
    for key, en, seat, role, played, won, lost in cursor.execute(_ROLES, (known,)).fetchall():
        games[key, en].roles.append(RoleTotals(played, won, lost, seat, role))
    by_evenings = sorted(games.values(), key=lambda one: (-one.evenings, -one.finished, one.game, one.game_en))
    return Statistics(by_evenings, _people(cursor, known), with_empty_months(months))


def _people(cursor: sqlite3.Cursor, known: str | None) -> list[PersonTotals]:
    people: dict[str, PersonTotals] = {}
    for person, evenings, minutes in cursor.execute(_ATTENDED, (known,)).fetchall():
        people[person] = PersonTotals(person=person, evenings=evenings, minutes=minutes)
    for person, month, won in cursor.execute(_RESULTS, (known,)).fetchall():
        totals = people.setdefault(person, PersonTotals(person=person))
        totals.count_result(month, None if won is None else bool(won))
    return sorted(people.values(), key=lambda one: (-one.evenings, -one.played, one.person))


MOST_MONTHS = 12 * 100
"""Months that are filled in; a wrong date would ask for more."""


def with_empty_months(months: dict[str, int]) -> dict[str, int]:
    """The months from the first to the last, in order; a month without an evening has 0."""
    ordered = sorted(months)
    numbers = [int(month[:4]) * 12 + int(month[5:]) - 1 for month in ordered if _is_month(month)]
    if not numbers or numbers[-1] - numbers[0] > MOST_MONTHS:
        return {month: months[month] for month in ordered}
    every = (f"{number // 12:04}-{number % 12 + 1:02}" for number in range(numbers[0], numbers[-1] + 1))
    return {month: months.get(month, 0) for month in every}


def _is_month(month: str) -> bool:
    year, _, number = month.partition("-")
    return year.isdecimal() and number.isdecimal()


def wins_in_total(people: Iterable[PersonTotals], months: Iterable[str]) -> dict[str, dict[str, int]]:
    """For each person with a win, the wins up to each month."""
    found: dict[str, dict[str, int]] = {}
    columns = list(months)
    for one in people:
        total, line = 0, dict[str, int]()
        for month in sorted({*columns, *one.wins_by_month}):
            total += one.wins_by_month.get(month, 0)
            line[month] = total
        if total:
            found[one.person] = line
    return found


__all__ = ["GameTotals", "PersonTotals", "RoleTotals", "Statistics", "play_statistics", "wins_in_total"]

"""Views for people who query a campaign file: evenings, persons, plays and numbers, with keys in place of ids.

The program itself does not read them. `projections/descriptions.py` describes their columns.
"""

from domain.log.trace import NONE
from projections.base import Projection, SqlView, write_nothing
from projections.campaigns import POSITIONS
from projections.heads import BREAK

_LINES = f"id BETWEEN known.number << {POSITIONS} AND (known.number + 1 << {POSITIONS}) - 1"
_COUNT = "withdrawn_by IS NULL AND replaced_by IS NULL"

EVENINGS = SqlView(
    "evenings",
    f"""
WITH counted AS (
  SELECT campaign, session, COUNT(*) AS entries
  FROM log WHERE {_COUNT} AND session IS NOT NULL GROUP BY campaign, session
), seated AS (
  SELECT campaign, session, group_concat(person, ', ') AS players
  FROM (SELECT campaign, session, person FROM sitters ORDER BY rowid) GROUP BY campaign, session
), known AS (
  SELECT *, COALESCE(seated.players, '') AS present, ROW_NUMBER() OVER (
    PARTITION BY game, session, day, begun, offset, seated.players ORDER BY campaigns.number
  ) AS copy
  FROM sittings JOIN campaigns USING (campaign) LEFT JOIN seated USING (campaign, session)
)
SELECT key, name, game, session, day, begun,
  COALESCE(minutes, (
    SELECT CAST(ROUND(SUM(pause)) / 60 AS INTEGER) FROM (
      SELECT (julianday(time) - julianday(LAG(time) OVER (ORDER BY id))) * 86400 AS pause
      FROM log WHERE {_LINES} AND log.session = known.session AND {_COUNT}
    ) WHERE pause BETWEEN 0 AND {BREAK.total_seconds()}
  ), 0) AS minutes,
  COALESCE(counted.entries, 0) AS entries,
  present AS players
FROM known LEFT JOIN counted USING (campaign, session)
WHERE copy = 1
""".strip(),
)
"""An evening that campaigns share, as branches do, is listed once, with the oldest of them."""
PLAYS = SqlView(
    "plays",
    """
SELECT key, campaigns.name AS name, campaigns.game AS game, played.number AS play, day, title,
  COALESCE(person, '') AS person, COALESCE(role, '') AS role, won, score
FROM played
  JOIN campaigns USING (campaign)
  LEFT JOIN participants USING (campaign, number)
  LEFT JOIN evenings USING (key, session)
WHERE day IS NOT NULL OR parent = '' AND NOT EXISTS (
  SELECT 1 FROM sittings WHERE sittings.campaign = played.campaign AND sittings.session = played.session
)
""".strip(),
)
PERSONS = SqlView(
    "persons",
    """
WITH sat AS (
  SELECT person, COUNT(*) AS evenings, SUM(minutes) AS minutes
  FROM sitters JOIN campaigns USING (campaign) JOIN evenings USING (key, session) GROUP BY person
), results AS (
  SELECT person, CASE WHEN MAX(won) THEN 1 WHEN COUNT(won) = COUNT(*) THEN 0 END AS won
  FROM plays WHERE person <> '' GROUP BY key, play, person
  UNION ALL
  SELECT sitters.person, CASE WHEN COUNT(won) = COUNT(*) AND MIN(won) = MAX(won) THEN MIN(won) END
  FROM (SELECT DISTINCT key, play FROM plays) AS finished
    JOIN campaigns USING (key)
    JOIN played ON played.campaign = campaigns.campaign AND played.number = play
    JOIN participants ON participants.campaign = played.campaign AND participants.number = played.number
    JOIN sitters ON sitters.campaign = played.campaign AND sitters.session = played.session
  GROUP BY key, play, sitters.person HAVING MAX(participants.person) = ''
), played_by AS (
  SELECT person, COUNT(*) AS plays, COUNT(*) FILTER (WHERE won) AS wins, COUNT(*) FILTER (WHERE NOT won) AS losses,
    COUNT(*) FILTER (WHERE won IS NULL) AS unknown
  FROM results GROUP BY person
), named AS (SELECT person FROM sat UNION SELECT person FROM played_by)
SELECT person, COALESCE(evenings, 0) AS evenings, COALESCE(minutes, 0) AS minutes, COALESCE(plays, 0) AS plays,
  COALESCE(wins, 0) AS wins, COALESCE(losses, 0) AS losses, COALESCE(unknown, 0) AS unknown
FROM named LEFT JOIN sat USING (person) LEFT JOIN played_by USING (person)
""".strip(),
)
"""If no seat of a play names a person, all people of its evening share the result that all seats have."""
NUMBERS = SqlView(
    "numbers",
    f"""
SELECT key, game, number, chapter, round, value
FROM (
  SELECT campaign, series.name AS number, chapter, round, value, MAX(since)
  FROM series WHERE series.name <> '{NONE}' GROUP BY campaign, series.name, chapter, round
) JOIN (SELECT campaign, key, game FROM campaigns) USING (campaign)
""".strip(),
)
VIEWS = Projection((), write_nothing, views=(EVENINGS, PLAYS, PERSONS, NUMBERS))

__all__ = ["VIEWS"]

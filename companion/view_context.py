"""The view context: an open campaign, and its table as the viewer may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain.framework.game import AnyGame, Viewer
from domain.framework.refusal import NotFound
from domain.framework.table import Table, as_json, split_path, value_at
from domain.framework.text import Term, Text, Tongue
from domain.framework.views import visibility
from domain.framework.views.visibility import may_hide
from domain.log.campaign import Campaign
from projections.campaigns import Listed
from projections.documents.one_language import OneLanguage, one_language
from projections.documents.plain import plain_sheet
from projections.local_time import local_day


@dataclass(frozen=True)
class ViewContext:
    """A campaign held open for a viewer."""

    listed: Listed
    campaign: Campaign
    viewer: Viewer
    tongue: Tongue

    @property
    def key(self) -> str:
        return self.listed.key

    @property
    def id(self) -> str:
        return self.listed.campaign

    @property
    def game(self) -> AnyGame:
        return self.campaign.game

    @cached_property
    def table(self) -> Table:
        """The table as the viewer may see it, shared by all who know the same secrets."""
        return self.campaign.table_seen_with(self.known_alone, lambda: self.as_seen(self.campaign.table))

    @cached_property
    def chairs(self) -> Mapping[str, Term | Text | str]:
        """The seats that a player may take at this table, by id, with their names."""
        return self.table.chairs()

    @cached_property
    def known_alone(self) -> frozenset[tuple[str, ...]]:
        """The paths of secrets that the viewer knows and others do not; a cache key for views."""
        return visibility.known_alone(self.campaign.table, self.viewer.seats)

    @cached_property
    def one_language(self) -> OneLanguage:
        """The names that are not known in the visitor's language."""
        return one_language(self.campaign.table, self.tongue)

    @property
    def knows_more(self) -> bool:
        """Whether the viewer knows any secret that others do not."""
        return bool(self.viewer.seats) and may_hide(self.table)

    def as_seen(self, table: Table) -> Table:
        """A table of this campaign as the viewer may see it now; public secrets are shown in past tables too."""
        known = table.model_copy(update={"secrets_open": self.campaign.table.secrets_open})
        seen: Table = self.game.view(known, self.viewer)
        return seen

    def at(self, entry: int | None) -> Table:
        """The table now, or after an entry, as the viewer may see it."""
        return self.table if entry is None else self.as_seen(self.campaign.at(entry))

    def on_paper(self, entry: int | None = None) -> str:
        """The heading of printed sheets: the campaign, and the day of the last entry."""
        last = self.campaign.entry(entry or self.campaign.position)
        return " · ".join(filter(None, (self.table.name, local_day(last.time, self.offset_of_session(last.session)))))

    def offset_of_session(self, session: int | None) -> int | None:
        """Minutes that the clock of a session's table was ahead of UTC; None if unknown."""
        evenings = self.campaign.table.evenings
        return next((evening.offset for evening in evenings if evening.number == session), None)

    def called(self, place: tuple[int, int, str]) -> str:
        """The names of a place's chapter, round and step, in the visitor's language."""
        return self.game.whereabouts(*place).render(self.tongue)

    def sheets(self, table: Table) -> list[dict[str, Any]]:
        """The sheets of a table as plain values in the visitor's language, without links to secrets."""
        return [self._without_secret_ways(plain_sheet(sheet, self.tongue)) for sheet in self.game.sheets(table)]

    def ending_of(self, table: Table) -> tuple[dict[str, Any], bool | None] | None:
        """The ending of a finished game as a plain sheet, and whether the players won; None if it is not over."""
        found = self.game.ending(table)
        return None if found is None else (plain_sheet(found.sheet, self.tongue), found.won)

    def may_follow(self, path: str) -> bool:
        """Whether the viewer may see the history of the value at a path: it exists, and no part is secret."""
        if not path or visibility.is_hidden_from(self.campaign.table, path, self.viewer.seats):
            return False
        try:
            seen, true = (value_at(table, split_path(path)) for table in (self.table, self.campaign.table))
        except NotFound:
            return False
        return seen is true or as_json(seen) == as_json(true)

    def _without_secret_ways(self, value: Any) -> Any:
        """A part of a sheet with only those paths that the viewer may follow."""
        match value:
            case dict():
                kept = {name: self._without_secret_ways(part) for name, part in value.items()}
                return {**kept, "path": ""} if kept.get("path") and not self.may_follow(kept["path"]) else kept
            case list():
                return [self._without_secret_ways(part) for part in value]
        return value


__all__ = ["ViewContext"]

"""Ways: where the menu of a line of the log leads, asked for once a page and not once a line."""

from dataclasses import dataclass

from flask import url_for

from companion.here import Here


@dataclass(frozen=True)
class MenuWays:
    """Addresses that end with the number of an entry, without it."""

    undo: str
    restore: str
    undo_to: str
    amend: str
    note: str
    branch: str
    was: str
    compare: str
    link: str


def ways(here: Here) -> MenuWays:
    """The ways from the entries of a campaign."""
    return MenuWays(
        undo=_before("corrections.undo", here, "entry"),
        restore=_before("corrections.restore", here, "entry"),
        undo_to=_before("corrections.undo_to", here, "entry"),
        amend=_before("corrections.amend", here, "entry"),
        note=_before("play.form", here, "entry", event="note-added"),
        branch=_before("log.branch", here, "at"),
        was=_before("timeline.at", here, "at"),
        compare=_before("log.comparison", here, "a"),
        link=_before("log.entry", here, "entry"),
    )


def _before(endpoint: str, here: Here, name: str, **rest: str) -> str:
    """The address of a view up to a number, with which it ends."""
    return url_for(endpoint, key=here.key, **rest, **{name: 0}).removesuffix("0")  # type: ignore[arg-type]


__all__ = ["MenuWays", "ways"]

"""The gallery: definitions that the package contains, to play with or to begin one's own from."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from domain.framework.content import load_pack
from domain.framework.refusal import NotFound
from domain.framework.text import Term

GALLERY = (
    "legacy-dungeon", "frozen-outpost", "mythos-cards", "lantern-settlement", "sleeping-ship", "epidemic-legacy",
    "score-sheet", "co-op",
)  # fmt: skip
"""The games, in the order that pages list them."""
TEMPLATES = ("campaign", "score-sheet", "co-op", "counters")
"""The definitions that a table begins its own from."""


@cache
def source_of(id_: str) -> str:
    """The text of a definition.

    Raises:
        NotFound: the gallery has none of this id.
    """
    if id_ not in (*GALLERY, *TEMPLATES):
        raise NotFound("The gallery has no game “{id}”.", id=id_)
    folder = "gallery" if id_ in GALLERY else "templates"
    return files(__package__).joinpath(folder, f"{id_}.toml").read_text(encoding="utf-8")


@cache
def gallery_names() -> Mapping[str, Term]:
    """The names of all definitions, by id."""
    return {
        id_: next(iter(load_pack(source_of(id_)).terms["game"].values()))
        for id_ in dict.fromkeys((*GALLERY, *TEMPLATES))
    }


__all__ = ["GALLERY", "TEMPLATES", "gallery_names", "source_of"]

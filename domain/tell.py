"""Telling changes of a table in words."""

from pydantic import BaseModel

from domain.table import Change, Keys, Table, split
from domain.text import Term, Text, text


def label(path: str, table: Table) -> list[Term | Text | str]:
    """A path as the table's own words: `heroes.lunara.stars` → Lunara, stars."""
    words: list[Term | Text | str] = []
    model: type[BaseModel] | None = type(table)
    kind = ""
    for segment in split(path):
        info = model.model_fields.get(segment) if model else None
        if info is not None:
            title = segment.replace("_", " ") if info.title is None else info.title
            words += [text(title)] if title else []
            kind = next((m.kind for m in info.metadata if isinstance(m, Keys)), "")
            model = _inner(info.annotation)
        else:
            words.append(table.called(kind, segment) if kind else segment)
            kind = ""
    return words


def _inner(annotation: object) -> type[BaseModel] | None:
    """The state class inside a field's type, if there is one."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in getattr(annotation, "__args__", ()):
        if found := _inner(part):
            return found
    return None


def change_text(change: Change, table: Table) -> Text:
    """A change as a sentence: “Lunara, stars: 3 → 5”."""
    where = label(change.path, table)
    if change.before in (None, [], {}, ""):
        return text("{where}: now {after}", where=where, after=change.after)
    if change.after in (None, [], {}, ""):
        return text("{where}: no longer {before}", where=where, before=change.before)
    return text("{where}: {before} → {after}", where=where, before=change.before, after=change.after)

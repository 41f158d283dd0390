"""Telling changes of a table in words."""

from pydantic import BaseModel

from domain.event import fixed, worded
from domain.table import Change, Keys, Table, split
from domain.text import Term, Text, text


def label(path: str, table: Table) -> list[Term | Text | str]:
    """A path as the table's own words: `heroes.lunara.stars` → Lunara, stars."""
    words: list[Term | Text | str] = []
    model: type[BaseModel] | None = type(table)
    kind = ""
    for segment in split(path):
        info = model.model_fields.get(segment) if model else None
        if model is not None and info is not None:
            title, model = title_at(model, segment)
            words += [Text(title)] if title else []
            kind = next((m.kind for m in info.metadata if isinstance(m, Keys)), "")
        else:
            words.append(table.called(kind, segment) if kind else segment)
            kind = ""
    return words


def title_at(model: type[BaseModel], name: str) -> tuple[str, type[BaseModel] | None]:
    """What a part of a state is called, empty if nothing, and the state class inside it, if there is one."""
    info = model.model_fields[name]
    return name.replace("_", " ") if info.title is None else info.title, _inner(info.annotation)


def told(path: str, value: object, table: Table) -> object:
    """A value at a path with the words of ours that it may be as texts: `scenarios.12.zone` is in the stock."""
    model: type[BaseModel] | None = type(table)
    own: tuple[str, ...] = ()
    for segment in split(path):
        info = model.model_fields.get(segment) if model else None
        own = fixed(info) if info else own
        model = _inner(info.annotation) if info else model
    return worded(value, own)


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
    before, after = (told(change.path, value, table) for value in (change.before, change.after))
    if change.before in (None, [], {}, ""):
        return text("{where}: now {after}", where=where, after=after)
    if change.after in (None, [], {}, ""):
        return text("{where}: no longer {before}", where=where, before=before)
    return text("{where}: {before} → {after}", where=where, before=before, after=after)

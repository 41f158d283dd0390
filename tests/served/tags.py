"""What a page is made of, read from our own templates: quickly, for a lane that reads a thousand pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode

TAG = re.compile(r"<(/?[a-z]\w*)((?:\s+[\w:.-]+(?:=\"[^\"]*\")?)*)\s*/?>")
GIVEN = re.compile(r"([\w:.-]+)(?:=\"([^\"]*)\")?")
SOURCES = {"a": "href", "img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
"""What a page leads to, by tag."""
TICKED = ("checkbox", "radio")
SENDS = ("submit", "")
UNSENT = ("submit", "image", "button", "reset", "file")


@dataclass(frozen=True)
class Tag:
    """A tag with what it is given."""

    name: str
    given: Mapping[str, str]


@dataclass(frozen=True)
class Form:
    """A form as it is sent where nothing was typed into it."""

    action: str
    fields: Sequence[tuple[str, str]]
    brings_files: bool = False


def tags_of(page: str) -> Sequence[Tag]:
    """The tags of a page, in their order."""
    return [
        Tag(name, {key: unescape(value) for key, value in GIVEN.findall(given)}) for name, given in TAG.findall(page)
    ]


def leads_of(tags: Sequence[Tag]) -> Iterator[str]:
    """What a page leads to: links, what it is made of besides its words, and forms that look something up."""
    for tag in tags:
        if link := tag.given.get(SOURCES.get(tag.name, "")):
            yield link
    for form, within in _forms_with_tags(tags):
        if form.get("method") != "post" and form.get("action"):
            yield f"{form['action']}?{urlencode(_values_as_drawn(within))}"


def forms_of(tags: Sequence[Tag]) -> Iterator[Form]:
    """The forms of a page that change something, once for each button that sends them."""
    for form, within in _forms_with_tags(tags):
        if form.get("method") == "post":
            fields, files = _values_as_drawn(within), "multipart" in form.get("enctype", "")
            for button in [tag.given for tag in within if _is_send_button(tag)] or [{}]:
                pressed = [(button["name"], button.get("value", ""))] if "name" in button else []
                yield Form(button.get("formaction", form.get("action", "")), [*fields, *pressed], files)


def _forms_with_tags(tags: Sequence[Tag]) -> Iterator[tuple[Mapping[str, str], Sequence[Tag]]]:
    """Each form, and what is within."""
    given, within = None, list[Tag]()
    for tag in tags:
        if tag.name == "form":
            given, within = tag.given, []
        elif tag.name == "/form" and given is not None:
            yield given, within
            given = None
        else:
            within.append(tag)


def _values_as_drawn(within: Sequence[Tag]) -> Sequence[tuple[str, str]]:
    """The fields of a form as they stand in it; of a list, what is chosen or else what comes first."""
    fields = dict[int, tuple[str, str]]()
    choosing, number = "", 0
    for number, tag in enumerate(within):
        given = tag.given
        if "disabled" in given:
            continue
        if tag.name == "select":
            choosing, first = given.get("name", ""), number
        elif tag.name == "option" and choosing and ("selected" in given or first not in fields):
            fields[first] = (choosing, given.get("value", ""))
        elif tag.name == "/select":
            choosing = ""
        elif tag.name in ("input", "textarea") and given.get("name") and _is_sent(given):
            fields[number] = (given["name"], given.get("value", "on" if given.get("type") in TICKED else ""))
    return list(fields.values())


def _is_sent(given: Mapping[str, str]) -> bool:
    kind = given.get("type", "")
    return kind not in UNSENT and (kind not in TICKED or "checked" in given)


def _is_send_button(tag: Tag) -> bool:
    return tag.name == "button" and tag.given.get("type", "") in SENDS


__all__ = ["Form", "Tag", "forms_of", "leads_of", "tags_of"]

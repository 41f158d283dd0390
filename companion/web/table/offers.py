"""What the page Play offers: the prompts as buttons, and every event that can be recorded, by area of play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.form import title_of
from companion.forms.values import defaults, typed_of
from companion.here import Here
from companion.web.roles import may
from domain.event import Event, name_of
from domain.game import Prompt
from domain.kernel import BY_HOST


@dataclass(frozen=True)
class Offer:
    """A prompt as a button: one tap if its fields are known, otherwise the way to its form.

    `fields` stand in the hidden fields of a one-tap form, or in the address of the form.
    """

    title: str
    event: str
    must: bool
    complete: bool
    fields: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Possible:
    """An event that can be recorded, or the reason why not now."""

    event: str
    title: str
    about: str
    barred: str


def offers(here: Here) -> list[Offer]:
    """What comes next at this table."""
    return [_offer(prompt, here) for prompt in here.campaign.prompts(here.viewer)]


def _offer(prompt: Prompt, here: Here) -> Offer:
    complete = not prompt.missing and not prompt.opens
    typed = typed_of(prompt.event, prompt.fields)
    if complete:  # nobody sees its form, so what the form would hold is sent along
        typed = {**typed_of(prompt.event, defaults(prompt.event)), **typed}
    fields = [(name, value) for name, values in typed.items() for value in values]
    return Offer(prompt.title.render(here.tongue), name_of(prompt.event), prompt.must, complete, fields)


def everything(here: Here) -> Mapping[str, list[Possible]]:
    """Every event that whoever asks may record, as far as the table tracks what it needs, by area; its own last."""
    own: dict[str, list[Possible]] = {}
    for name, cls in here.game.offered(here.table).items():
        if may("host") or not issubclass(cls, BY_HOST):
            own.setdefault(cls.area_of_play, []).append(_possible(name, cls, here))
    return {here.tongue.translate(area): found for area, found in own.items()}


def _possible(name: str, cls: type[Event[Any]], here: Here) -> Possible:
    barred = next((reason.text.render(here.tongue) for reason in here.table.gate(cls.during)), "")
    return Possible(name, title_of(cls, here.tongue), here.tongue.translate(cls.help_text), barred)


__all__ = ["Offer", "Possible", "everything", "offers"]

"""The offers of the page Play: prompts as buttons, and every recordable event by area of play."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain

from companion.forms.batch_form import Row, rows_of
from companion.forms.values import default_values, form_strings
from companion.forms.widgets import MARK
from companion.view_context import ViewContext
from companion.web.pages.people.places import seats_there
from companion.web.pages.table.keys import KeyPad, keys_of, stands_anywhere
from companion.web.pages.table.recordable import Possible, by_area, recordable_on
from companion.web.rendering.part_cache import cached_at_position
from companion.web.visitors.page import view_of_request
from companion.web.visitors.roles import may
from companion.web.visitors.visitor import current_visitor, guests_of_app, players_of_others
from domain.framework.events.event import name_of
from domain.framework.fields.fields import make_event
from domain.framework.game import Prompt
from domain.framework.kernel import BY_HOST
from domain.framework.offers.prompt_list import answers_with, is_for, next_prompt, skipped_by_end
from domain.framework.text import sentence_case, text, value_as_words
from domain.log.losses import losses
from domain.log.open_prompts import open_prompts
from domain.log.permissions import kept_from

NEEDS = "needs"
"""The query parameter with the optional fields that a form asks for."""
LATELY = 6
"""The number of recently recorded events that are listed first."""


def _id_of(*said: str) -> str:
    """An HTML id for an offer, in ASCII."""
    return "offer-" + blake2b("\n".join(said).encode(), digest_size=4).hexdigest()


@dataclass(frozen=True)
class PromptShown:
    """A prompt as a button: one tap if its fields are known, otherwise a link to its form.

    `fields` are the hidden fields of a one-tap form, or the query of the form's address. `skips` are the tasks that the
    end of a moment would leave undone. A prompt that `asks` always leads to its form, which repeats the warning. `keys`
    are the values of `pad`, its last open field, if each can be recorded with one tap.
    """

    title: str
    event: str
    must: bool
    complete: bool
    fields: Sequence[tuple[str, str]]
    needs: Sequence[str] = ()
    large: bool = False
    yours: bool = False
    left: bool = False
    closes: bool = False
    skips: Sequence[str] = ()
    joins: bool = False
    pad: str = ""
    keys: KeyPad | None = None

    @property
    def id(self) -> str:
        """The HTML id, which is stable while the prompt asks for the same."""
        return _id_of(self.title, self.event, *chain.from_iterable(self.fields), *self.needs)

    @property
    def has_keys(self) -> bool:
        """Whether a tap on a key answers it in place."""
        return self.keys is not None

    @property
    def address(self) -> Mapping[str, Sequence[str]]:
        """The known fields as the query of its form's address."""
        known: dict[str, tuple[str, ...]] = {NEEDS: tuple(self.needs)} if self.needs else {}
        for marked, value in self.fields:
            name = marked.removeprefix(MARK)
            known[name] = (*known.get(name, ()), value)
        return known

    def address_with(self, value: str) -> Mapping[str, Sequence[str]]:
        """The known fields with a value of its pad, if one is given."""
        return {**self.address, self.pad.removeprefix(MARK): (value,)} if value else self.address


@dataclass(frozen=True)
class Together:
    """Prompts that are answered on one card with a tick each; `plain` if no form asks for more."""

    title: str
    card: str
    rows: Sequence[Row]
    must: bool
    large: bool
    yours: bool
    left: bool
    plain: bool

    @property
    def id(self) -> str:
        """The HTML id."""
        return _id_of(self.card)

    @property
    def joins(self) -> bool:
        """Whether a player joins with it; cards never do."""
        return False

    @property
    def has_keys(self) -> bool:
        """Whether a tap on a key answers it in place; cards have ticks."""
        return False


@dataclass(frozen=True)
class Question:
    """The next prompt as a question: its words, and the prompts that answer it, each a button."""

    title: str
    answers: Sequence[PromptShown]

    large = True

    @property
    def id(self) -> str:
        """The HTML id."""
        return _id_of(self.title, *(one.id for one in self.answers))

    @property
    def yours(self) -> bool:
        """Whether it is for a seat of the viewer's."""
        return any(one.yours for one in self.answers)

    @property
    def has_keys(self) -> bool:
        """Whether a tap on a key answers it in place."""
        return True


@dataclass(frozen=True)
class Awaited:
    """The prompts of others that the table waits for.

    Attributes:
        title: the prompt, without the name of the seat.
        whose: the names of the seats.
        event: the event to record for them; empty if only they may record it.
        known: the known fields of the event.
    """

    title: str
    whose: Sequence[str]
    event: str = ""
    known: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Next:
    """The next prompts on this page, the prompts of others that it waits for, and the names of seats that are ready.

    With `others_may_join`, enough players are at the table, and nothing waits for another one.
    """

    offers: Sequence[PromptShown | Together | Question]
    awaited: Sequence[Awaited]
    ready: Sequence[str]
    others_may_join: bool = False

    @property
    def is_yours(self) -> bool:
        """Whether the next prompt is for a seat of the viewer's."""
        return any(one.large and one.yours for one in self.offers)


def next_here(here: ViewContext) -> Next:
    """The next prompts for this visitor."""
    players, name = players_of_others(here.id), _name_without_seat()
    return cached_at_position(
        here, ["offers"], lambda: what_comes_next(here, players, name), tuple(players.items()), name
    )


def _name_without_seat() -> str:
    """The name of a guest without a seat, if the guest may take one; otherwise empty."""
    me = current_visitor()
    return me.name if me.guest and not me.seats else ""


def players_without_seat(here: ViewContext) -> list[str]:
    """The names of other players among the guests who have no seat at this table yet."""
    guests, me = guests_of_app().guests_of_campaign(here.id), current_visitor().guest
    others = [one for one in guests if one.role == "player" and (me is None or one.id != me.id)]
    return [one.name for one in others if not seats_there(one.seats, here.table)]


def is_up_to_visitor() -> bool:
    """Whether the next prompt at this page's table is the visitor's own."""
    found = view_of_request()
    return found is not None and bool(found.viewer.seats) and may("record") and next_here(found).is_yours


def what_comes_next(here: ViewContext, players: Mapping[str, str], name: str = "") -> Next:
    """The visitor's next prompts, and those of others; `players` are the other players, by seat.

    Prompts of one card are shown in place of its first. A guest without a seat takes one under their `name`.
    """
    others = players.keys()
    found_here = open_prompts(here.game, here.table)
    prompts = [one for one in found_here if may("host") or not issubclass(one.event, BY_HOST)]
    prompts = [one for one in prompts if not one.joint or one.seats.isdisjoint(others)]
    cards = cards_in(prompts)
    theirs = [one for one in prompts if is_for(one, others) or _is_kept_from_visitor(one, here)]
    own = [one for one in prompts if not all(row in theirs for row in cards.get(card_id_of(one), [one]))]
    first = _seat_to_take(own, name) or next_prompt(prompts, own)
    answers = answers_with(first, own) if first else []
    found: list[PromptShown | Together | Question] = []
    for prompt in own:
        on_card = cards.get(card_id_of(prompt), [prompt])
        if prompt in answers:
            if prompt is first:
                found.append(_question(prompt, answers, prompts, here, name))
        elif on_card == [prompt]:
            found.append(_offer(prompt, prompts, first, here, name))
        elif prompt is on_card[0]:
            found.append(_together(prompt, on_card, first, here))
    awaited = list(_awaited([one for one in prompts if one not in own], prompts, here, players))
    ready = here.game.ready(here.table) if awaited or here.viewer.seats else []
    joins = any(one.joins and not one.required and one is not first for one in prompts)
    return Next(found, awaited, called_with_players(ready, here, players), joins)


def _seat_to_take(own: Sequence[Prompt], name: str) -> Prompt | None:
    """The prompt with which a guest without a seat takes one, which always comes first."""
    return next((one for one in own if one.joins), None) if name else None


def _is_kept_from_visitor(prompt: Prompt, here: ViewContext) -> bool:
    """Whether a prompt asks for another seat's own action, which the visitor may not record even if no one has the
    seat.

    Fields that are still open count as filled.
    """
    unsaid, to_say = dict.fromkeys(prompt.event.secrets.fields), dict.fromkeys((*prompt.missing, prompt.keypad), True)
    said = {**unsaid, **prompt.fields, **to_say}
    return any(kept_from(current_visitor().speaks_for, prompt.event, said, here.table))


def called_with_players(seats: Iterable[str], here: ViewContext, players: Mapping[str, str]) -> list[str]:
    """The names of some seats, each with its player if known."""
    named = [
        (value_as_words(here.chairs[seat], here.tongue), players.get(seat)) for seat in seats if seat in here.chairs
    ]
    return [
        text("{seat} ({player})", seat=_bare(name), player=player).render(here.tongue) if player else name
        for name, player in named
    ]


def _bare(name: str) -> str:
    """The name of a seat without its player."""
    return re.split(r"\s*[(（]", name)[0]


def _awaited(
    of_others: Sequence[Prompt], prompts: Sequence[Prompt], here: ViewContext, players: Mapping[str, str]
) -> Iterator[Awaited]:
    """The first prompt of each of the other seats.

    A seat's own action is recorded by its player, or by a host without a seat, who may act for all.
    """
    seen, speaks_for_all = set[frozenset[str]](), current_visitor().speaks_for is None
    for prompt in of_others:
        if (prompt.undone or prompt.required) and prompt.seats not in seen:
            seen.add(prompt.seats)
            whose = called_with_players(sorted(prompt.seats), here, players)
            shown = _offer(prompt, prompts, None, here)
            what, own_doing = (
                _without_names(shown.title, whose),
                prompt.event.acting_seat or prompt.event.secrets.fields,
            )
            may_record = speaks_for_all or not own_doing
            yield Awaited(what, whose, shown.event if may_record else "", shown.address if may_record else {})


def _without_names(title: str, whose: Sequence[str]) -> str:
    """The title of a prompt without the name of a seat at its beginning."""
    names = [_bare(name) for name in whose]
    found = next((title.removeprefix(name) for name in names if title.startswith(name)), title)
    return found.lstrip(":： ") or title


def card_id_of(prompt: Prompt) -> str:
    """The id of the card that a prompt is on; empty if it is on none."""
    return re.sub(r"\W+", "-", prompt.card.message.lower()).strip("-") if prompt.card else ""


def cards_in(prompts: Sequence[Prompt]) -> Mapping[str, Sequence[Prompt]]:
    """The prompts on cards, by card."""
    found: dict[str, list[Prompt]] = {}
    for prompt in prompts:
        if card := card_id_of(prompt):
            found.setdefault(card, []).extend(with_card_prompts(prompt))
    return found


def with_card_prompts(prompt: Prompt) -> Iterator[Prompt]:
    """A prompt, and all others on its card."""
    yield prompt
    for one in prompt.then:
        yield from with_card_prompts(one)


def _together(first: Prompt, prompts: Sequence[Prompt], next_: Prompt | None, here: ViewContext) -> Together:
    assert first.card is not None
    return Together(
        title=first.card.render(here.tongue),
        card=card_id_of(first),
        rows=rows_of(prompts, here.table, here.tongue, {}, {}),
        must=first.required,
        large=any(prompt is next_ for prompt in prompts),
        yours=any(prompt.seats & here.viewer.seats for prompt in prompts),
        left=bool(first.undone),
        plain=all(prompt.complete for prompt in prompts),
    )


def _question(
    first: Prompt, answers: Sequence[Prompt], prompts: Sequence[Prompt], here: ViewContext, name: str
) -> Question:
    assert first.question is not None
    return Question(first.question.render(here.tongue), [_offer(one, prompts, None, here, name) for one in answers])


def _offer(
    prompt: Prompt, prompts: Sequence[Prompt], first: Prompt | None, here: ViewContext, name: str = ""
) -> PromptShown:
    event = make_event(prompt.event, prompt.fields) if prompt.complete else None
    lost = losses(here.campaign, prompt.event, event, here.viewer, prompts)
    complete = prompt.complete and not lost
    by_name = {prompt.event.seating.player: name} if prompt.event.seating and name else {}
    typed = form_strings(prompt.event, {**by_name, **prompt.fields})
    if complete:  # it skips the form, so the form's defaults are sent along
        typed = {**form_strings(prompt.event, default_values(prompt.event)), **typed}
    is_next = prompt is first
    in_place = is_next or (prompt.joins and not here.viewer.seats)
    return PromptShown(
        title=prompt.title.render(here.tongue),
        event=name_of(prompt.event),
        must=prompt.required,
        complete=complete,
        fields=[(name, value) for name, values in typed.items() for value in values],
        needs=prompt.also_required,
        large=is_next,
        yours=bool(prompt.seats & here.viewer.seats),
        left=bool(prompt.undone),
        closes=prompt.closes,
        skips=[left.render(here.tongue) for left in lost or skipped_by_end(prompt.event, prompts)],
        joins=prompt.joins,
        pad=MARK + prompt.keypad,
        keys=keys_of(prompt, typed, here) if prompt.keypad and (in_place or stands_anywhere(prompt)) else None,
    )


@dataclass(frozen=True)
class Everything:
    """Every event that the visitor may record: recent ones, all by area, and the untracked areas."""

    lately: Sequence[Possible]
    areas: Mapping[str, Sequence[Possible]]
    untracked: Sequence[str]


def everything_recordable(here: ViewContext, recent: Sequence[str]) -> Everything:
    """The recordable events of the tracked areas; `recent` are topics, the newest first."""
    every = recordable_on(here, here.table)
    by_topic = {cls.topic: found for cls, found in every.items()}
    lately = [by_topic[topic] for topic in recent if topic in by_topic]
    left = (area for area in here.table.areas if not here.table.tracks(area))
    untracked = [sentence_case(value_as_words(here.table.areas[area], here.tongue)) for area in left]
    return Everything(lately[:LATELY], by_area(every, here), untracked)


__all__ = [
    "Awaited",
    "Everything",
    "Next",
    "PromptShown",
    "Question",
    "Together",
    "called_with_players",
    "card_id_of",
    "cards_in",
    "everything_recordable",
    "is_up_to_visitor",
    "next_here",
    "players_without_seat",
]

"""The definition of a game: its checks, and the game that it describes."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain.framework.cards.kinds import Card, label_of, near_or_all, odd_values
from domain.framework.content import Content, merge_content
from domain.framework.events.choice import Choice
from domain.framework.events.marked_fields import choices_of
from domain.framework.game import AnyGame, Plot
from domain.framework.refusal import Refused, never
from domain.framework.table import Table
from domain.framework.text import Term, Text, text
from domain.games.own.kinds import (
    CARDS,
    KINDS,
    BoxCard,
    DealCard,
    FigureCard,
    GameCard,
    HeroCard,
    ListCard,
    NumberCard,
    ResultCard,
    RuleCard,
    StatusCard,
)  # fmt: skip

LARGEST = 64_000
"""The largest definition, in bytes of JSON."""
ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
GONE = "gone"
"""The field of a thing that a later definition left out. Old entries keep its name; pages and rules leave it out."""
NOT_IN_A_GAME = never("not-in-a-game", "{fault}.")
ROUND, SCENARIO = Term("Round", "轮"), Term("Scenario", "场")
Faults = Iterator[tuple[str, Text]]
CardT = TypeVar("CardT", bound=Card)


# === The game =====================================================================================


def game_by_definition(game: AnyGame, content: Content) -> AnyGame:
    """The game as its definition describes it: its name, its players, its words, its charts."""
    card = next(iter(_cards(content, GameCard).values()), GameCard())
    names = content.terms.get("numbers", {})
    charts = [
        Plot(f"{one.owner} {id_}", names[id_], "heroes" if one.owner == "seat" else "")
        for id_, one in _cards(content, NumberCard).items()
        if one.chart and one.owner != "figure"
    ]
    return replace(
        game,
        name=next(iter(content.terms.get("game", {}).values()), game.name),
        pack=content,
        seats=(min(card.players), max(card.players)),
        round_name=text("{word}[ {round}]", word=card.round.term(ROUND)),
        chapter_name=text("{word}[ {chapter}]", word=card.scenario.term(SCENARIO)),
        plots=charts,
        rivals=card.rivals,
    )


def changed_definition(old: Content, new: Content) -> Content:
    """A new definition in place of an old one. A thing that it leaves out keeps its name for old entries."""
    kinds = {kind: dict(things) for kind, things in new.kinds.items()}
    for kind, things in old.kinds.items() if new.of("game") else ():
        for id_, thing in things.items():
            if kind != "game" and id_ not in kinds.setdefault(kind, {}):
                kinds[kind][id_] = {**thing, GONE: True}
    return Content(kinds) if new.of("game") else merge_content(old, new)


def definition_now(table: Table) -> Content:
    """The definition of a table with what was typed in, without what is gone; in the order of files."""
    known = merge_content(table.pack, Content(table.library))
    live = {
        card.kind_name: {
            id_: dict(_fields_in_order(card, id_, one))
            for id_, one in known.of(card.kind_name).items()
            if not one.get(GONE)
        }
        for card in CARDS
    }
    return Content({kind: things for kind, things in live.items() if things})


def _fields_in_order(card: type[Card], id_: str, thing: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if not (thing.get("en") or thing.get("zh")):
        yield "en", id_
    names = [name for name in card.model_fields if name in thing]
    for name in (*names, *(name for name in thing if name not in names)):
        if thing[name] not in (None, "") and name != GONE:
            yield name, thing[name]


# === Its checks ===================================================================================


def refuse_faults(table: Table, kind: str, id_: str, fields: Mapping[str, Any]) -> Iterator[Refused]:
    """The refusals of a typed thing that does not fit the definition of a table."""
    now = merge_content(table.pack, Content(table.library))
    before = faults_of_definition(now)
    for place, fault in faults_of_definition(merge_content(now, Content({kind: {id_: dict(fields)}}))).items():
        if place not in before:
            own = f"{kind}.{id_}"
            is_own = place == own or place.startswith(f"{own}.")
            yield NOT_IN_A_GAME(**_about_itself(kind, place.removeprefix(own), fault) if is_own else {"fault": fault})


def _about_itself(kind: str, place: str, fault: Text) -> Mapping[str, Any]:
    """A fault of a typed thing, named by its field alone, since its form shows the thing."""
    field, said = place.removeprefix("."), fault.values.get("fault", fault)
    if not field or said is fault:
        return {"fault": said}
    label = Text(label_of(KINDS[kind], field))
    return {"place": field, "fault": text("{place}: {fault}", place=label, fault=said)}


def faults_of_definition(content: Content) -> Mapping[str, Text]:
    """Every fault of a definition, by place; none for an empty pack."""
    live = Content({kind: {i: one for i, one in of.items() if not one.get(GONE)} for kind, of in content.kinds.items()})
    if not any(live.kinds.values()):
        return {}
    if wrong := dict(_faults_of_size(content, live)) or dict(_faults_of_values(live)):
        return wrong
    return dict([*_faults_of_references(live), *_faults_of_numbers(live), *_faults_of_owners(live)]) or dict(
        _faults_of_rules(live)
    )


def _cards(content: Content, card: type[CardT]) -> dict[str, CardT]:
    return {id_: card.read(one) for id_, one in content.of(card.kind_name).items() if not one.get(GONE)}


def _at(place: str, fault: Text) -> tuple[str, Text]:
    return place, text("{place}: {fault}", place=place, fault=fault)


def _faults_of_size(content: Content, live: Content) -> Faults:
    if len(live.bytes) > LARGEST or len(content.bytes) > 4 * LARGEST:
        yield _at("game", text("a definition has at most {most} characters", most=LARGEST))
        return
    if len(live.of("game")) != 1:
        yield _at("game", text("a definition describes one game, with its name"))
    for card in CARDS:
        if len(live.of(card.kind_name)) > card.most_things:
            yield _at(card.kind_name, text("there are at most {most}", most=card.most_things))
        for id_ in content.of(card.kind_name):
            if not ID.fullmatch(id_):
                fault = text("an id consists of at most 40 letters without accents, digits and hyphens")
                yield _at(f"{card.kind_name}.{id_[:40]}", fault)


def _faults_of_values(content: Content) -> Faults:
    for card in CARDS:
        for id_, fields in content.of(card.kind_name).items():
            for name, fault in odd_values(card, fields).items():
                place = f"{card.kind_name}.{id_}.{name}"
                yield place, fault.copy_with(field=place)


def _faults_of_references(content: Content) -> Faults:
    """Ids that the definition does not have, and things without the thing that they belong to."""
    for card in CARDS:
        choices = {name: choice for name, choice in choices_of(card).items() if choice.kind in content_kinds()}
        for id_, one in _cards(content, card).items():
            for name, choice in choices.items():
                yield from _missing(content, f"{card.kind_name}.{id_}.{name}", choice, getattr(one, name))
                if name == card.belongs_to and not getattr(one, name):
                    yield _at(f"{card.kind_name}.{id_}", text("{field} is missing", field=name))


def content_kinds() -> frozenset[str]:
    return frozenset(card.kind_name for card in CARDS)


def _missing(content: Content, place: str, choice: Choice, value: Any) -> Faults:
    known = content.of(choice.kind)
    for id_ in [value] if isinstance(value, str) else value:
        if id_ and id_ not in known:
            near = near_or_all(id_, known) or ("–",)
            yield _at(place, text("there is no “{id}”; there is: {near}", id=id_, near=near))


def _faults_of_numbers(content: Content) -> Faults:
    numbers, game = _cards(content, NumberCard), next(iter(_cards(content, GameCard).values()))
    if game.players[0] > game.players[1]:
        yield _at("game", text("the fewest players come first"))
    for id_, one in numbers.items():
        place, start = f"numbers.{id_}", start_of(one, numbers)
        if one.most is not None and one.most < one.least:
            yield _at(f"{place}.most", text("it is below the least"))
        elif start is not None and not one.least <= start <= (start if one.most is None else one.most):
            yield _at(f"{place}.start", text("it is outside the bounds"))
        limit = numbers.get(one.most_of)
        if limit and (limit.owner != one.owner or limit.most_of):
            yield _at(f"{place}.most_of", text("that number has another owner, or a limit of the same sort"))
        if one.full and (not one.most_of or one.start is not None):
            yield _at(f"{place}.full", text("it needs another number as its limit, and no start"))
        if one.drift and not one.until:
            yield _at(f"{place}.drift", text("it needs “until”"))
        if one.points and one.owner != "seat":
            yield _at(f"{place}.points", text("only a number of a seat has points"))
    timed = {f"numbers.{id_}.until": one.until for id_, one in numbers.items()}
    timed |= {f"statuses.{id_}.until": one.until for id_, one in _cards(content, StatusCard).items()}
    for place, until in timed.items() if not game.turns else ():
        if until == "turn":
            yield _at(place, text("the game has no turns"))


def start_of(card: NumberCard, numbers: Mapping[str, NumberCard]) -> int | None:
    """The value that a number begins with: 0 or the nearest end by default; None if it is unknown."""
    if card.full and (limit := numbers.get(card.most_of)):
        return start_of(limit, {})
    if card.start is not None or card.owner == "figure":
        return card.start
    return max(card.least, 0 if card.most is None else min(card.most, 0))


def _faults_of_owners(content: Content) -> Faults:
    """Amounts of numbers that another kind of owner has, and starts outside their bounds."""
    numbers = _cards(content, NumberCard)
    amounts = [(f"heroes.{id_}.numbers", one.numbers, {"seat"}) for id_, one in _cards(content, HeroCard).items()]
    amounts += [(f"figures.{i}.numbers", one.numbers, {"figure"}) for i, one in _cards(content, FigureCard).items()]
    for place, starts, _ in amounts:
        for id_, value in starts.items():
            card = numbers.get(id_)
            if card and not card.least <= value <= (value if card.most is None else card.most):
                yield _at(place, text("{id} is outside its bounds", id=id_))
    for id_, result in _cards(content, ResultCard).items():
        amounts += [(f"results.{id_}.each", result.each, {"seat"}), (f"results.{id_}.table", result.table, {"table"})]
    amounts += [
        (f"deals.{id_}.gains", deal.gains, {"seat", "table"}) for id_, deal in _cards(content, DealCard).items()
    ]
    for place, found, owners in amounts:
        for id_ in found:
            if id_ in numbers and numbers[id_].owner not in owners:
                yield _at(place, text("{id} belongs to another owner", id=id_))
    for id_, one in _cards(content, ListCard).items():
        if one.scenarios and (one.one or one.owner != "table"):
            yield _at(f"lists.{id_}.scenarios", text("scenarios are a list of the table, of things to be done"))


def _faults_of_rules(content: Content) -> Faults:
    """Rules that never happen, that hold from the beginning, and that have no end."""
    rules, numbers = _cards(content, RuleCard), _cards(content, NumberCard)
    lists, boxes = _cards(content, ListCard), _cards(content, BoxCard)
    statuses = Counter(one.status for one in rules.values() if one.status)
    turning = Counter(one.number for one in rules.values() if one.turns_over)
    onward = {one.number: one.turns_over for one in rules.values() if one.turns_over}
    holders = [card.numbers for card in _cards(content, HeroCard).values()]
    holders += [card.numbers for card in _cards(content, FigureCard).values()]
    for id_, one in rules.items():
        place, number = f"rules.{id_}", numbers[one.number]
        if (one.at_least is None) == (one.at_most is None):
            yield _at(place, text("it needs either at_least or at_most"))
            continue
        if sum(map(bool, (one.status, one.box, one.turns_over))) != 1:
            yield _at(place, text("it needs one of status, box and turns_over"))
        starts = [start_of(number, numbers), *(of.get(one.number) for of in holders)]
        if any(start is not None and holds_at(one, start) for start in starts):
            yield _at(place, text("it holds from the beginning"))
        most, least = number.most, number.least
        if (one.at_least is not None and most is not None and most < one.at_least) or (
            one.at_most is not None and least > one.at_most
        ):
            yield _at(place, text("the number never gets there"))
        if one.status and number.owner == "table":
            yield _at(f"{place}.status", text("the table has no statuses"))
        if one.only_while and (not one.status or statuses[one.status] > 1):
            yield _at(f"{place}.only_while", text("it needs a status that no other rule gives"))
        list_ = lists.get(boxes[one.box].list) if one.box in boxes else None
        if list_ and (list_.one or list_.owner not in ("table", number.owner)):
            yield _at(f"{place}.box", text("that list has another owner, or one choice"))
        if one.turns_over:
            yield from _faults_of_turning(place, one, numbers, turning, onward)


def _faults_of_turning(
    place: str,
    rule: RuleCard,
    numbers: Mapping[str, NumberCard],
    turning: Mapping[str, int],
    onward: Mapping[str, str],
) -> Faults:
    place = f"{place}.turns_over"
    if rule.at_least is not None and rule.at_least < 1:
        yield _at(place, text("at_least has to be 1 or more"))
    if rule.at_most is not None and start_of(numbers[rule.number], numbers) is None:
        yield _at(place, text("the number has no start to go back to"))
    if turning[rule.number] > 1:
        yield _at(place, text("two rules turn over the same number"))
    if numbers[rule.turns_over].owner not in ("table", numbers[rule.number].owner):
        yield _at(place, text("{id} belongs to another owner", id=rule.turns_over))
    number, seen = rule.turns_over, {rule.number}
    while number in onward and number not in seen:
        seen.add(number)
        number = onward[number]
    if number in seen:
        yield _at(place, text("these rules have no end: each leads to the next"))


def holds_at(rule: RuleCard, value: int) -> bool:
    """Whether a number of this value meets a rule."""
    return value >= rule.at_least if rule.at_least is not None else rule.at_most is not None and value <= rule.at_most

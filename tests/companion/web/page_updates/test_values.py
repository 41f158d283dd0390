"""Whatever is drawn of a fragment is among its values: the templates are read for it, not only drawn.

A fragment whose values are what they were is not drawn again, so what it reads besides would stand still. And a value
that nothing in it reads would send it for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment, nodes

from companion.web.rendering.fragments import Regions
from tests.companion.web.page_updates.reads import OF_CALLERS, Templates, template_named

pytestmark = pytest.mark.slow


@pytest.fixture
def templates(app: Flask) -> Templates:
    return Templates(app.jinja_env)


def templates_of(**sources: str) -> Templates:
    loader = DictLoader({f"{name}.html": source for name, source in sources.items()})
    return Templates(Environment(loader=loader, extensions=[Regions], autoescape=True))


def what_is_missed(templates: Templates) -> dict[str, list[str]]:
    missed = {str(one): sorted(templates.unknown(one, one.values)) for one in templates.regions if one.values}
    return {place: names for place, names in missed.items() if names}


def test_all_that_a_region_reads_is_among_its_values(templates: Templates) -> None:
    assert what_is_missed(templates) == {}


def test_every_value_of_a_region_is_read_in_it(templates: Templates) -> None:
    unread = [
        (str(one), str(value))
        for one in templates.regions
        for n, value in enumerate(one.values)
        if value != nodes.Name(OF_CALLERS, "load")
        and not templates.unknown(one, [*one.values[:n], *one.values[n + 1 :]])
    ]
    assert unread == []


def test_what_is_imported_without_the_page_reads_no_name_of_it(templates: Templates) -> None:
    """Such a name would be nothing there, without a word: what a macro needs of the page it reads of `g`."""
    apart = {
        template_named(one.template)
        for tree in templates.trees.values()
        for one in _imports(tree)
        if not one.with_context
    }
    assert {name: read for name in apart if (read := templates.read_of_the_page(name))} == {}


def test_a_macro_that_reads_a_name_of_the_page_is_found() -> None:
    found = templates_of(macros="{% macro dated(one) %}{{ one.name }}{{ table.day }}{{ g.live }}{% endmacro %}")
    assert found.read_of_the_page("macros.html") == {"table"}


def _imports(tree: nodes.Template) -> Iterator[nodes.Import | nodes.FromImport]:
    yield from tree.find_all(nodes.Import)
    yield from tree.find_all(nodes.FromImport)


def test_what_is_put_into_a_card_shows_the_values_that_are_given_with_it(templates: Templates) -> None:
    put_in = templates.put_in
    assert put_in, "something is put into a card"
    assert {str(one): names for one in put_in if (names := templates.unknown(one, one.values))} == {}


@pytest.mark.parametrize(
    ("within", "missed"),
    [
        ("{{ hero.name }}", []),
        ("{{ table.level }}", ["table.level"]),
        ("{{ heroes }}", ["heroes"]),
        ("{{ hero.name if table.level else '' }}", ["table.level"]),
        ("{% for one in table.heroes %}{{ one.name }}{% endfor %}", ["table.heroes"]),
        ("{% for hero in hero.friends %}{{ hero.name }}{% endfor %}", []),
        ("{% set said = table.level %}{{ said }}", ["table.level"]),
        ("{% set a, b = hero.name, table.level %}{{ a }}{{ b }}", ["table.level"]),
        ("{{ before }}{{ known }}", ["before"]),
        ("{% include 'inner.html' %}", ["table.round"]),
        ("{% import 'macros.html' as m with context %}{{ m.named(hero) }}{{ m.dated(hero) }}", ["table.day"]),
        ("{% import 'macros.html' as m with context %}{{ m.opened('rested') }}", ["opened(rested)"]),
        ("{% import 'macros.html' as m with context %}{{ m.opened(hero.rest) }}", []),
        ("{% region 'inner' %}{{ table.level }}{% endregion %}", ["table.level"]),
    ],
)
def test_what_is_read_besides_is_found(within: str, missed: list[str]) -> None:
    before = "{% set before, known = table.level, 1 %}{% set known = hero.name %}"
    page = before + "{% region 'one', hero %}" + within + "{% endregion %}"
    macros = (
        "{% macro named(one) %}{{ one.name }}{% endmacro %}"
        "{% macro dated(one) %}{{ one.name }}{{ table.day }}{% endmacro %}"
        "{% macro opened(event) %}{% if event is tracked %}{{ event }}{% endif %}{% endmacro %}"
    )
    templates = templates_of(page=page, inner="{{ hero.name }}{{ table.round }}", macros=macros)
    outer = next(one for one in templates.regions if one.values)
    assert sorted(templates.unknown(outer, outer.values)) == missed

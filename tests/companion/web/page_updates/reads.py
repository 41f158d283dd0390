"""What templates read: a region's body with the macros and templates it draws, beside the values of that region."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from jinja2 import Environment, nodes

from companion.web.rendering.fragments import Regions

SAME_FOR_A_VIEW = {
    "_", "caller", "colour_of_seat", "face_of", "g.drawers", "g.here.key", "g.here.viewer.seats", "g.live", "heads_at",
    "help_at", "here.game", "here.game.headlines", "here.game.name", "here.key", "here.viewer.seats", "may",
    "may_dress", "new_command", "page_asked", "range", "seat_mark", "signs_at", "token", "url_for",
}  # fmt: skip
"""What every page of one person reads as it was: words of a language, addresses, what their right allows, their seats,
and the colours of seats, which stand beside all values. What `caller` puts in is read where it is called."""
OF_CALLERS = "own"
"""The value that a card has for what its caller puts in, and reads there."""
OF_THE_TABLE = {"open_to", "theirs", "tracked"}
"""Tests of an event that ask the table: the digest of a value holds what they say, but not of a name in a template."""


@dataclass(frozen=True)
class Place:
    """Where a template is read: the values that are known there, the names that it has of itself."""

    template: str
    known: Sequence[nodes.Node] = ()
    bound: frozenset[str] = frozenset()
    entered: frozenset[tuple[str, str]] = frozenset()

    def binding(self, *names: str) -> Place:
        return replace(self, bound=self.bound | {*names})


@dataclass(frozen=True)
class Region:
    """A fragment's mark in a template: its name, its values, and all that stands above it in the tree."""

    template: str
    block: nodes.CallBlock
    above: tuple[nodes.Node, ...]

    @property
    def name(self) -> nodes.Expr:
        return self.block.call.args[0]

    @property
    def values(self) -> Sequence[nodes.Expr]:
        return self.block.call.args[1:]

    def settings(self) -> list[nodes.Assign | nodes.AssignBlock]:
        """What is set in its macro, or in its template where it stands in none."""
        scope = next((one for one in reversed(self.above) if isinstance(one, nodes.Macro)), self.above[0])
        return _settings_in([scope])

    def __str__(self) -> str:
        return f"{self.template}:{self.block.lineno}"


class Templates:
    """All templates as trees, and what can be found in them."""

    def __init__(self, env: Environment) -> None:
        self.env = env

    @cached_property
    def trees(self) -> dict[str, nodes.Template]:
        assert self.env.loader is not None
        names = self.env.list_templates(extensions=["html"])
        return {name: self.env.parse(self.env.loader.get_source(self.env, name)[0], name) for name in names}

    @cached_property
    def regions(self) -> list[Region]:
        return [one for name, tree in self.trees.items() for one in _regions_in(name, tree, ())]

    @cached_property
    def put_in(self) -> list[Region]:
        """What is put into macros that have it in a region: what they are given is all that may be read in it."""
        blocks = [(name, one) for name, tree in self.trees.items() for one in tree.find_all(nodes.CallBlock)]
        found = [(name, one, self.macro(Place(name), one.call.node)) for name, one in blocks]
        given = [(name, one) for name, one, called in found if called and OF_CALLERS in _named(called[1])]
        return [Region(name, _with_name(one), (self.trees[name],)) for name, one in given]

    def macro(self, place: Place, call: nodes.Expr) -> tuple[str, nodes.Macro] | None:
        """The macro that is called, with the template it stands in; None if it is no macro."""
        template, name = place.template, ""
        match call:
            case nodes.Getattr(node=nodes.Name(name=module), attr=attr):
                template, name = self._module(place.template, module), attr
            case nodes.Name(name=name):
                template, name = self._from_others[place.template].get(name, (template, name))
        if template not in self.trees:
            return None
        found = self._macros[template].get(name)
        again = self._set_at_top(template).get(name)
        return (template, found) if found else self.macro(Place(template), again) if again else None

    def _set_at_top(self, template: str) -> dict[str, nodes.Expr]:
        """What a template gives a name of its own, as macros of another one."""
        pairs: list[tuple[nodes.Node, nodes.Expr]] = []
        for one in (one for one in self.trees[template].body if isinstance(one, nodes.Assign)):
            several = isinstance(one.target, nodes.Tuple) and isinstance(one.node, nodes.Tuple)
            pairs += zip(one.target.items, one.node.items, strict=True) if several else [(one.target, one.node)]
        return {name.name: value for name, value in pairs if isinstance(name, nodes.Name)}

    def _module(self, template: str, name: str) -> str:
        """The module of a name in a template: its own, else what all others call so."""
        return self._modules[template].get(name) or self._called_alike.get(name, "")

    @cached_property
    def _modules(self) -> dict[str, dict[str, str]]:
        return {
            name: {one.target: template_named(one.template) for one in tree.find_all(nodes.Import)}
            for name, tree in self.trees.items()
        }

    @cached_property
    def _called_alike(self) -> dict[str, str]:
        found = {pair for modules in self._modules.values() for pair in modules.items()}
        names = [name for name, _ in found]
        return {name: module for name, module in found if names.count(name) == 1}

    @cached_property
    def _macros(self) -> dict[str, dict[str, nodes.Macro]]:
        return {name: {one.name: one for one in tree.find_all(nodes.Macro)} for name, tree in self.trees.items()}

    @cached_property
    def _from_others(self) -> dict[str, dict[str, tuple[str, str]]]:
        return {name: dict(_imported_names(tree)) for name, tree in self.trees.items()}

    def own_names(self, template: str) -> frozenset[str]:
        """What a template has by importing it, and its own macros."""
        return frozenset({*self._modules[template], *self._from_others[template], *self._macros[template]})

    def read_of_the_page(self, template: str) -> set[str]:
        """The names that a template's macros would have only from whoever imports it with their context."""
        tree = self.trees[template]
        read = {
            name for one in tree.find_all(nodes.Macro) for name in _names(one, "load") - _names(one, "store", "param")
        }
        above = [one for one in tree.body if isinstance(one, nodes.Assign | nodes.AssignBlock)]
        of_itself = {*self.own_names(template), *(name for one in above for name in _named(one.target))}
        return read - of_itself - {*self.env.globals, "caller", "g", "kwargs", "loop"}

    def unknown(self, region: Region, values: Sequence[nodes.Expr]) -> set[str]:
        """What is read within a region that is neither one of these values nor the same for a view."""
        known = [*self._told_by_name(region), *values]
        place = Place(region.template, known, self.own_names(region.template))
        body = region.block.body
        return {*self._reads_all(body, self._setting(body, self._with_settings(place, region)))} - SAME_FOR_A_VIEW

    def _told_by_name(self, region: Region) -> Iterator[nodes.Node]:
        """What an id is made of is the same wherever it is: its name, and the parts that it is put together of."""
        yield region.name
        for one in region.settings():
            if (
                isinstance(one, nodes.Assign)
                and isinstance(one.node, nodes.Concat)
                and one.target == _stored(region.name)
            ):
                yield from (part for part in one.node.nodes if isinstance(part, nodes.Name | nodes.Getattr))

    def _with_settings(self, place: Place, region: Region) -> Place:
        """Names that are set before a region from what is known there are known as well."""
        for one in region.settings():
            within = one.body if isinstance(one, nodes.AssignBlock) else [one.node]
            if isinstance(one.target, nodes.Name) and not {*self._reads_all(within, place)} - SAME_FOR_A_VIEW:
                place = place.binding(one.target.name)
        return place

    def _reads_all(self, those: Sequence[nodes.Node], place: Place) -> Iterator[str]:
        for node in those:
            yield from self._reads(node, place)

    def _reads(self, node: nodes.Node, place: Place) -> Iterator[str]:
        """What is read from outside, as dotted paths."""
        if node in place.known:
            return
        match node:
            case nodes.Name(ctx="load", name=name):
                yield from [] if name in place.bound else [name]
            case nodes.Name():
                return
            case nodes.Getattr():
                yield from self._path(node, place)
            case nodes.For(target=target):
                yield from self._reads(node.iter, place)
                inner = [*node.body, *node.else_, *([node.test] if node.test else [])]
                yield from self._reads_all(inner, self._setting(inner, place.binding("loop", *_named(target))))
            case nodes.Include():
                yield from self._reads_included(node.template, place)
            case nodes.Macro() | nodes.Import() | nodes.FromImport():
                return
            case nodes.Call():
                yield from self._called(node, place)
            case _:
                children = [*node.iter_child_nodes()]
                yield from self._reads_all(children, self._setting(children, place))

    def _reads_included(self, template: nodes.Expr, place: Place) -> Iterator[str]:
        """What an included template reads; where it is chosen as it is drawn, any control may be."""
        chosen = template.value if isinstance(template, nodes.Const) else "controls/"
        for name in (name for name in self.trees if name.startswith(chosen)):
            there = replace(place, template=name, bound=place.bound | self.own_names(name))
            yield from self._reads_all(self.trees[name].body, self._setting(self.trees[name].body, there))

    def _setting(self, those: Sequence[nodes.Node], place: Place) -> Place:
        """Names that are set among these: what they are set to is read there."""
        return place.binding(*(name for one in _settings_in(those) for name in _named(one.target)))

    def _path(self, node: nodes.Getattr, place: Place) -> Iterator[str]:
        names, inner = [node.attr], node.node
        while isinstance(inner, nodes.Getattr):
            if inner in place.known:
                return
            names.append(inner.attr)
            inner = inner.node
        if not isinstance(inner, nodes.Name):
            yield from self._reads(inner, place)
        elif inner not in place.known and inner.name not in place.bound:
            yield ".".join([inner.name, *reversed(names)])

    def _called(self, node: nodes.Call, place: Place) -> Iterator[str]:
        """What a call reads: its arguments, and what its macro has from the page instead of from them."""
        found = self.macro(place, node.node)
        yield from self._reads_all([*node.args, *(one.value for one in node.kwargs)], place)
        if not found:
            yield from self._reads(node.node, place)
            return
        template, macro = found
        if (
            node.args
            and isinstance(node.args[0], nodes.Const)
            and {one.name for one in macro.find_all(nodes.Test)} & OF_THE_TABLE
        ):
            yield f"{macro.name}({node.args[0].value})"
        if (template, macro.name) in place.entered:
            return
        names = self.own_names(template) | {"kwargs", *self._set_at_top(template)} | {one.name for one in macro.args}
        known = [one for one in place.known if _root(one) == "here"]
        there = Place(template, known, names, place.entered | {(template, macro.name)})
        yield from self._reads_all([*macro.body, *macro.defaults], self._setting(macro.body, there))


def _regions_in(template: str, node: nodes.Node, above: tuple[nodes.Node, ...]) -> Iterator[Region]:
    for child in node.iter_child_nodes():
        match child:
            case nodes.CallBlock(call=nodes.Call(node=nodes.ExtensionAttribute(identifier=Regions.identifier))):
                yield Region(template, child, (*above, node))
        yield from _regions_in(template, child, (*above, node))


def _named(target: nodes.Node) -> list[str]:
    """The names that a loop or a setting gives values to."""
    return [one.name for one in [target, *target.find_all(nodes.Name)] if isinstance(one, nodes.Name)]


def _settings_in(those: Sequence[nodes.Node]) -> list[nodes.Assign | nodes.AssignBlock]:
    """What is set among these, and in them."""
    kinds = nodes.Assign | nodes.AssignBlock
    inner = [one for node in those for kind in (nodes.Assign, nodes.AssignBlock) for one in node.find_all(kind)]
    return [*(one for one in those if isinstance(one, kinds)), *inner]


def _imported_names(tree: nodes.Template) -> Iterator[tuple[str, tuple[str, str]]]:
    """Macros by the names they have in a template that takes them from another: that one, and their name there."""
    for one in tree.find_all(nodes.FromImport):
        for name in one.names:
            theirs, ours = (name, name) if isinstance(name, str) else name
            yield ours, (template_named(one.template), theirs)


def template_named(name: nodes.Expr) -> str:
    assert isinstance(name, nodes.Const), "what is imported is known as it is written"
    return str(name.value)


def _with_name(block: nodes.CallBlock) -> nodes.CallBlock:
    """What is put into a macro, as a region of what the macro is given."""
    call = nodes.Call(block.call.node, [nodes.Const(""), *block.call.args], block.call.kwargs, None, None)
    return nodes.CallBlock(call, block.args, block.defaults, block.body, lineno=block.lineno)


def _stored(name: nodes.Expr) -> nodes.Name | None:
    return nodes.Name(name.name, "store") if isinstance(name, nodes.Name) else None


def _root(node: nodes.Node) -> str:
    while isinstance(node, nodes.Getattr | nodes.Test | nodes.Compare):
        node = node.expr if isinstance(node, nodes.Compare) else node.node
    return node.name if isinstance(node, nodes.Name) else ""


def _names(within: nodes.Node, *ways: str) -> set[str]:
    """The names that are read ("load"), set ("store") or taken ("param") within."""
    return {one.name for one in within.find_all(nodes.Name) if one.ctx in ways}

"""Private names of installed libraries are used nowhere: their next release may have others."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

import pytest

from tests.code.test_sizes import PACKAGES, modules

pytestmark = pytest.mark.slow

OF_NAMED_TUPLES = {"_asdict", "_field_defaults", "_fields", "_make", "_replace"}
"""What Python documents; the underscore keeps them apart from the tuple's own fields."""
HOOKS = {"__get_pydantic_core_schema__", "__pydantic_init_subclass__", "_insert_events"}
"""What pydantic and eventsourcing ask a class to define."""
PRIVATE = re.compile(r"_(?!_)\w*|__(pydantic|jinja|click|flask|werkzeug|waitress)\w*")
"""Two underscores are Python's own, unless the name of a library follows."""


@cache
def trees() -> Mapping[str, ast.Module]:
    return {path: ast.parse(text) for path, text in modules()}


def parts_of(node: ast.AST) -> Iterator[str]:
    """The names that a piece of code asks something for; a string may be an annotation, or the name of an attribute."""
    match node:
        case ast.Attribute(attr=name):
            yield name
        case ast.ImportFrom(module=module, names=names):
            yield from (module or "").split(".")
            yield from (part.name for part in names)
        case ast.Import(names=names):
            yield from (name for part in names for name in part.name.split("."))
        case ast.Constant(value=str(text)) if re.fullmatch(r"__\w+__|[A-Za-z]\w*(\.\w+)+(\[.*\])?", text):
            yield from re.findall(r"\w+", text)


def defined_in(tree: ast.Module) -> set[str]:
    """The names that a module gives to something, be it an attribute."""
    found = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
    return found


@cache
def defined_at(path: str) -> set[str]:
    """The same of one of our modules, by its path; many import from it."""
    return defined_in(trees()[path])


def known_to(path: str, tree: ast.Module) -> set[str]:
    """The names that are defined in a module, or in those of ours that it imports from."""
    sources = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    files = [
        file for source in sources for file in (f"{source.replace('.', '/')}{end}" for end in (".py", "/__init__.py"))
    ]
    return defined_in(tree).union(*(defined_at(file) for file in files if file in trees()))


def private_names(path: str, tree: ast.Module) -> list[str]:
    """The private names that a module uses and nobody of ours defines, with their lines."""
    known = known_to(path, tree) | OF_NAMED_TUPLES | HOOKS
    return [
        f"{path}:{getattr(node, 'lineno', 0)} {name}"
        for node in ast.walk(tree)
        for name in parts_of(node)
        if PRIVATE.fullmatch(name) and name not in known
    ]


def overridden(definition: ast.ClassDef, cls: type) -> list[str]:
    """The private names of installed libraries that a class of ours defines anew."""
    others = [base for base in cls.__mro__[1:] if base.__module__.partition(".")[0] not in PACKAGES]
    own = {getattr(part, "name", "") for part in definition.body} - HOOKS
    return sorted(name for name in own if PRIVATE.fullmatch(name) and any(name in vars(base) for base in others))


def test_a_private_name_is_used_where_it_is_ours() -> None:
    assert [found for path, tree in trees().items() for found in private_names(path, tree)] == []


def test_no_private_method_of_a_library_is_overridden() -> None:
    found = []
    for path, tree in trees().items():
        if not path.endswith("__main__.py"):
            module = import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            classes = [part for part in tree.body if isinstance(part, ast.ClassDef)]
            found += [f"{path} {part.name}: {overridden(part, getattr(module, part.name))}" for part in classes]
    assert [line for line in found if not line.endswith("[]")] == []


@pytest.mark.parametrize(
    "code",
    [
        "event.__pydantic_serializer__.to_python(event)",
        "slots = BaseModel.__dict__['__pydantic_private__']",
        "def bar() -> 'click._termui_impl.ProgressBar[int]': ...",
        "from click._termui_impl import ProgressBar",
        "import click._termui_impl",
        "self._put_condition.wait()",
    ],
)
def test_a_private_name_of_a_library_is_found(code: str) -> None:
    assert len(private_names("here.py", ast.parse(code))) == 1


@pytest.mark.parametrize("code", ["line._replace(text='')", "self._own = 1; self._own", "__name__", "type(x).__mro__"])
def test_a_private_name_of_ours_or_of_python_is_none(code: str) -> None:
    assert private_names("here.py", ast.parse(code)) == []


def test_a_private_method_of_a_library_that_is_overridden_is_found() -> None:
    code = "class Ours(Library):\n  def _visit(self): ...\n  def _own(self): ..."
    library = type("Library", (), {"_visit": None})
    (definition,) = ast.parse(code).body
    assert isinstance(definition, ast.ClassDef)
    assert overridden(definition, type("Ours", (library,), {})) == ["_visit"]

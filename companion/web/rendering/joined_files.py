"""The joined files: one script of all modules and one stylesheet of all parts, so that a first page needs two requests.

The sources stay separate files. They use few forms, so that this needs no parser: a form that cannot be joined is
refused with a sentence when the program starts.
"""

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath, relpath

_IMPORT = re.compile(r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "(\.{1,2}/[\w./-]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const) (\w+))", re.MULTILINE)
_OTHER_FORM = re.compile(r"^(?:import|export)\b.*|\bimport\s*[(.].*", re.MULTILINE)
_LINES = r"^ *(?://[^\n]*|/\*(?:(?!\*/)[\s\S])*\*/|)\n"
_INLINE_TYPE = r"/\*\* @[^*\n]*\*/ ?"
_END_OF_LINE = r"(?<=[;{},]) // [^\n/\"'`]*$"
"""A comment without quotes cannot be a part of a string, which would end on the same line."""
_NOT_SENT = re.compile(f"{_LINES}|{_INLINE_TYPE}|{_END_OF_LINE}|^ +", re.MULTILINE)
"""Comments, empty lines and indentation of a script: no literal of ours has several lines."""
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STYLE_SPACE = re.compile(r"""("[^"\n]*"|'[^'\n]*')|\s*([{};,])\s*""")
_OTHER_RULE = re.compile(r"@(?:import|charset|namespace)\b.*|url\(.*")
MODULES = "modules"
"""The name of the object with the exports of each module, by file name; the joined script exports it."""


class CannotJoin(Exception):
    """A source file has a form that cannot be joined; the message names the file and the form."""


def join_scripts(sources: Mapping[str, str]) -> str:
    """One module of all modules, by file name: each is a function that runs after those that it imports.

    Raises:
        CannotJoin: a module imports or exports in another way, imports a missing file, or imports itself in a circle.
    """
    parts = [f'{MODULES}["{name}"] = (() => {{\n{_body(name, sources[name])}}})();\n' for name in _ordered(sources)]
    return f"const {MODULES} = {{}};\n{''.join(parts)}export {{ {MODULES} }};\n"


def stand_in(name: str, source: str, joined: str) -> str:
    """A module that exports what a module of the joined script exports: scripts of installed games may import it."""
    way = relpath(joined, dirname(name))
    exported = ", ".join(_EXPORT.findall(source))
    address = way if way.startswith(".") else f"./{way}"
    return f'import {{ {MODULES} }} from "{address}";\nexport const {{ {exported} }} = {MODULES}["{name}"];\n'


def _body(name: str, source: str) -> str:
    """The body of a module's function: imports become constants, and exports are returned.

    Comments are left out, since they would be a third of what is sent: those that can be found without a parser.
    """
    bare = _NOT_SENT.sub("", source)

    def constants(found: re.Match[str]) -> str:
        return f'const {{ {" ".join(found[1].split())} }} = {MODULES}["{_file_of(name, found[2])}"];'

    code = _EXPORT.sub("", _IMPORT.sub(constants, bare))
    if other := _OTHER_FORM.search(code):
        raise CannotJoin(
            f'{name}: “{other[0]}” cannot be joined. Write `import {{ a }} from "./b.js";` at the beginning of a line, '
            "and `export` before a function or a const."
        )
    exported = _EXPORT.findall(bare)
    return f"{code}return {{ {', '.join(exported)} }};\n" if exported else code


def _file_of(name: str, address: str) -> str:
    """The file name that a module imports by a relative address."""
    return normpath(join(dirname(name), address))


def _ordered(sources: Mapping[str, str]) -> list[str]:
    """The names of the modules, each after those that it imports."""
    ordered: dict[str, bool] = {}

    def add(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise CannotJoin(f"These modules import one another in a circle: {' → '.join((*importers, name))}.")
        if name in ordered:
            return
        if name not in sources:
            raise CannotJoin(f"{importers[-1]} imports {name}, which does not exist.")
        for _, address in _IMPORT.findall(sources[name]):
            add(_file_of(name, address), (*importers, name))
        ordered[name] = True

    for name in sources:
        add(name, ())
    return [*ordered]


def join_stylesheets(parts: Iterable[tuple[str, str]]) -> str:
    """One stylesheet of parts: each is a file name and its rules, in the order of the cascade.

    Raises:
        CannotJoin: a part has a rule that must come first, or a relative address, which would lead elsewhere.
    """
    return "".join(_rules(name, source) for name, source in parts)


def _rules(name: str, source: str) -> str:
    bare = _STYLE_COMMENT.sub("", source).strip()
    if other := _OTHER_RULE.search(bare):
        raise CannotJoin(
            f"{name}: “{other[0]}” cannot be joined with other stylesheets. Write its rules into this file."
        )
    return _STYLE_SPACE.sub(lambda found: found[1] or found[2], bare)


__all__ = ["MODULES", "CannotJoin", "join_scripts", "join_stylesheets", "stand_in"]

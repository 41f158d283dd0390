"""The static files as they are sent: joined, compressed once, and under an address that changes with them."""

import mimetypes
from collections.abc import Mapping
from functools import cache
from gzip import compress
from hashlib import blake2b
from pathlib import Path

from flask import Response, request

from companion.web.rendering.joined_files import join_scripts, join_stylesheets, stand_in
from domain.framework.views.face import HOUSE, GameFace
from domain.games import BY_KEY, folders_installed, installed_games
from domain.games.faces import FACES

WEB = Path(__file__).parents[1]
STATIC = WEB / "static"
OF_GAMES = "games/"
"""The folder of the games' own files, among the static files and among the templates."""
SCRIPT, STYLESHEET = "companion.js", "companion.css"
"""The names of the joined files."""
THEMES, PARTS, PRINT = (
    ("tokens.css", "light.css"),
    ("frame.css", "parts.css", "log.css", "table.css", "plans.css", "campaign.css", "help.css", "people.css"),
    "print.css",
)
"""The stylesheets in the order of the cascade; those of the games are between the parts and the one for paper."""
CHOSEN, OF_DEVICE = ':root[data-theme="light"]', ":root:not([data-theme])"
"""The pages with the light theme: chosen by the visitor, and wanted by their device."""
COMPRESSED = frozenset({"text/css", "text/javascript", "image/svg+xml"})


@cache
def static_files() -> Mapping[str, bytes]:
    """The static files by name, as they are sent.

    Scripts and stylesheets of installed games stay files of their own, so that a broken one breaks nothing else.
    """
    modules = _sources(".js")
    joined = {SCRIPT: join_scripts(modules), STYLESHEET: _joined_stylesheet(_sources(".css"))}
    texts = {name: stand_in(name, source, SCRIPT) for name, source in modules.items()} | joined
    pictures = {_name(path): path.read_bytes() for path in STATIC.rglob("*") if path.suffix in (".svg", ".png")}
    installed = {name: path.read_bytes() for name, path in _installed().items()}
    return dict(sorted({**{name: text.encode() for name, text in texts.items()}, **pictures, **installed}.items()))


def _name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def _sources(suffix: str) -> dict[str, str]:
    return {_name(path): path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob(f"*{suffix}"))}


def _installed() -> dict[str, Path]:
    """The stylesheets and scripts of installed games, by their names among the static files."""
    found = {
        f"{OF_GAMES}{key}{suffix}": folder / "static" / f"{key}{suffix}"
        for key, folder in folders_installed().items()
        for suffix in (".css", ".js")
        if key in BY_KEY
    }
    return {name: path for name, path in found.items() if path.is_file()}


@cache
def files_of_installed(suffix: str) -> list[str]:
    """The stylesheets or scripts of installed games by name; an open page may switch to another game."""
    return [name for name in _installed() if name.endswith(suffix)]


def _joined_stylesheet(sources: Mapping[str, str]) -> str:
    """The stylesheet of all pages: the faces of the games, the themes, the parts, the games, and paper."""
    light = sources["light.css"].replace(CHOSEN, OF_DEVICE)
    on_device = ("light.css", f"@media (prefers-color-scheme: light) {{\n{light}}}\n")
    paper = (PRINT, f"@media print {{\n{sources[PRINT]}}}\n")
    games = sorted(name for name in sources if name.startswith(OF_GAMES))
    ordered = [*((name, sources[name]) for name in (*THEMES, *PARTS, *games)), paper]
    ordered.insert(len(THEMES), on_device)
    return css_of_faces() + join_stylesheets(ordered)


def css_of_faces() -> str:
    """The rules of all faces: custom properties for pages without a game, then for each game."""
    faces = {**FACES, **{key: BY_KEY[key].face for key in installed_games() if key in BY_KEY}}
    rules = {":root": HOUSE, **{f'[data-game="{key}"]': face for key, face in faces.items()}}
    return "".join(f"{selector} {{{_properties(face)}}}\n" for selector, face in rules.items())


def _properties(face: GameFace) -> str:
    weave = f"url(weaves/{face.weave}.svg)" if face.weave else "none"
    values = {"light": face.light, "dark": face.dark, "band": face.band, "sign": face.sign, "weave": weave}
    return "".join(f"--game-{name}:{value};" for name, value in values.items())


@cache
def digest_of_files() -> str:
    """A digest of all static files."""
    return blake2b(b"\0".join(static_files().values()), digest_size=8).hexdigest()


@cache
def files_to_keep() -> list[str]:
    """The names of the files that pages need without the host; the stand-ins serve scripts of installed games only."""
    stand_ins = set() if files_of_installed(".js") else _sources(".js").keys()
    return [name for name in static_files() if name not in stand_ins]


def static_address() -> str:
    """The prefix of static addresses. It contains a digest, so browsers fetch each file once.

    Scripts and stylesheets name other files by relative addresses, which keep the prefix.
    """
    return f"/static/{digest_of_files()}"


def static_response(name: str) -> Response | None:
    """The response with a static file, compressed if the client knows gzip; None if there is no such file."""
    if name not in static_files():
        return None
    kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    response = Response(static_files()[name], mimetype=kind)
    if kind in COMPRESSED:
        response.vary.add("Accept-Encoding")
        if knows_gzip():
            response.set_data(_compressed(name))
            response.content_encoding = "gzip"
    return response


@cache
def _compressed(name: str) -> bytes:
    return compress(static_files()[name], mtime=0)


def knows_gzip() -> bool:
    """Whether the client of this request reads gzip."""
    return request.accept_encodings.quality("gzip") > 0


__all__ = [
    "OF_GAMES",
    "SCRIPT",
    "STATIC",
    "STYLESHEET",
    "WEB",
    "digest_of_files",
    "files_of_installed",
    "files_to_keep",
    "knows_gzip",
    "static_address",
    "static_files",
    "static_response",
]

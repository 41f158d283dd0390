"""The visitor's language and display preferences, stored in cookies, never in the log."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, g, redirect, request
from werkzeug import Response as BaseResponse

from companion.i18n import LANGUAGES, language_of, tongue_of
from companion.web.visitors.typed import local_path, one_line
from domain.framework.text import Text, Tongue, text, value_as_words

preferences = Blueprint("preferences", __name__)

INTERFACE: Mapping[str, Text | str] = {"": text("As the device"), **LANGUAGES}
CONTENT: Mapping[str, Text | str] = {"": text("As the language of the pages"), "en": "English", "zh": "中文"}
THEMES = {
    "": text("As the device"),
    "dark": text("Dark"),
    "light": text("Light"),
    "candle": text("Candle"),
    "contrast": text("High contrast"),
}
SCALES = {"": text("Normal"), "large": text("Large"), "huge": text("Huge")}
SHORTCUTS = {"": text("On"), "off": text("Off")}
AWAKE = {"": text("No"), "session": text("While we play")}
SIGNAL = {"": text("No"), "buzz": text("Buzz"), "sound": text("Buzz and sound")}
CHOICES: Mapping[str, Mapping[str, Text | str]] = {
    "interface": INTERFACE,
    "content": CONTENT,
    "theme": THEMES,
    "scale": SCALES,
    "touch": SCALES,
    "shortcuts": SHORTCUTS,
    "awake": AWAKE,
    "signal": SIGNAL,
}
"""The preferences, each with its choices and their names."""
IN_ADDRESSES = ("interface", "content")
"""Preferences that an address may set for all later pages (`?interface=zh_Hant`)."""
YEAR = 365 * 24 * 60 * 60


def interface_language() -> str:
    """The language of the interface: chosen, or the browser's first known one, or English."""
    found: str | None = g.get("interface")
    if found is None:
        found = g.interface = preference_of_request("interface") or accepted_language()
    return found


def accepted_language() -> str:
    """The language of the interface that the browser prefers."""
    wanted = (language_of(tag) for tag, quality in request.accept_languages if quality)
    return next(filter(None, wanted), "en")


def tongue_of_visitor() -> Tongue:
    """The visitor's languages of the interface and of game terms, which may differ."""
    found: Tongue | None = g.get("tongue")
    if found is None:
        found = g.tongue = tongue_of(interface_language(), preference_of_request("content"), g.get("game", ""))
    return found


def use_game_catalogue(game: str) -> None:
    """Use the catalogue of a game for the rest of this response, if it has one."""
    g.game = game
    g.pop("tongue", None)
    g.pop("said", None)


def preference_of_request(name: str) -> str:
    """A preference from the address or its cookie; empty if neither has one."""
    for value in (request.args.get(name), request.cookies.get(name)):
        if value in CHOICES[name]:
            return str(value)
    return ""


def translate_sentence(message: str, /, **values: object) -> str:
    """Translate a sentence of a page; `_` in templates. Sentences without values are cached for the response."""
    if values:
        return Text(message, values).render(tongue_of_visitor())
    said: dict[str, str] = g.setdefault("said", {})
    if message not in said:
        said[message] = Text(message).render(tongue_of_visitor())
    return said[message]


def say_value(value: object, game: str = "") -> str:
    """Translate any value of the domain, with a game's catalogue if its key is given; the filter `say`."""
    return value_as_words(
        value, tongue_of(interface_language(), preference_of_request("content"), game) if game else tongue_of_visitor()
    )


def preferences_of_visitor() -> dict[str, Any]:
    """The language and display preferences of the page's frame."""
    return {
        "language": tongue_of_visitor().language,
        "choices": CHOICES,
        **{name: preference_of_request(name) for name in CHOICES},
    }


@preferences.after_app_request
def keep_language(response: Response) -> Response:
    """Store `?interface=zh_Hant` and `?content=zh` in cookies."""
    for name in IN_ADDRESSES:
        if request.args.get(name) in CHOICES[name]:
            set_preference(response, name, request.args[name])
    return response


@preferences.post("/preferences")
def prefer() -> Any:
    """Store the choices of the page More."""
    response = redirect(local_path(request.form.get("back", "")), 303)
    for name, among in CHOICES.items():
        if request.form.get(name) in among:
            set_preference(response, name, request.form[name])
    return store_name(response)


def store_name(response: BaseResponse) -> BaseResponse:
    """Store the author's name for the next form on this device."""
    if "by" in request.form:
        set_preference(response, "by", one_line(request.form["by"], 80))
    return response


def set_preference(response: Any, name: str, value: str, path: str = "/") -> None:
    """Set a cookie for a year, for all pages or those below a path."""
    response.set_cookie(name, value, max_age=YEAR, samesite="Lax", httponly=True, path=path)


__all__ = [
    "CHOICES",
    "interface_language",
    "preferences",
    "preferences_of_visitor",
    "say_value",
    "set_preference",
    "store_name",
    "tongue_of_visitor",
    "translate_sentence",
    "use_game_catalogue",
]

"""The Flask application: one blueprint for each group of pages, over the services."""

from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, current_app, jsonify, request
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.campaign_files.backups import latest_backup
from companion.campaign_files.template_cache import Compiled
from companion.config import Settings
from companion.notices.notifier import Notifier
from companion.services import Services
from companion.web.api.asking import install_api
from companion.web.api.correcting import correcting
from companion.web.api.described import documents
from companion.web.api.hosting import hosting as api_hosting
from companion.web.api.index import index
from companion.web.api.joining import joining as api_joining
from companion.web.api.reading import reading
from companion.web.api.recording import recording
from companion.web.api.reference import reference
from companion.web.application.json_log import install_request_ids, log_request, request_id
from companion.web.network import doorway, file_progress, gate, slow_work
from companion.web.network.proxies import install_proxies
from companion.web.network.request_record import Observer, install_observers
from companion.web.pages import live as listening
from companion.web.pages.campaign.campaigns import campaigns
from companion.web.pages.campaign.charts import charts
from companion.web.pages.campaign.exports import exports
from companion.web.pages.campaign.notices import notices
from companion.web.pages.campaign.packs import packs
from companion.web.pages.campaign.safekeeping import is_keeper, safekeeping
from companion.web.pages.campaign.statistics import statistics
from companion.web.pages.help.help import help_at, manual
from companion.web.pages.help.hints import hints
from companion.web.pages.help.keys import keyboard
from companion.web.pages.help.reports import reports
from companion.web.pages.live import live
from companion.web.pages.log.log import log
from companion.web.pages.log.toast import toast_of_request
from companion.web.pages.own.beginning import own_games
from companion.web.pages.own.composing import compose
from companion.web.pages.own.files import game_files
from companion.web.pages.people.claims import claims
from companion.web.pages.people.devices import asking, devices, devices_asked
from companion.web.pages.people.hosting import hosting
from companion.web.pages.people.joining import joining
from companion.web.pages.people.people import people
from companion.web.pages.pictures.marks import colour_of_seat, seat_mark
from companion.web.pages.pictures.photos import pictures
from companion.web.pages.pictures.portraits import may_dress, portraits
from companion.web.pages.pictures.reencode import MOST_BYTES
from companion.web.pages.quick_entry.saying import saying
from companion.web.pages.table.batch_form import together
from companion.web.pages.table.boards import (
    awaits_players,
    board_at,
    for_visitor,
    is_theirs,
    is_tracked,
    one_tap,
    open_to,
    own_first,
    way_to_track,
    why_shut,
    with_open_pads,
)
from companion.web.pages.table.cards import cards
from companion.web.pages.table.corrections import corrections
from companion.web.pages.table.late_answers import late_answer_of_page
from companion.web.pages.table.offers import is_up_to_visitor
from companion.web.pages.table.plans import draw_plan, map_for, picture_of
from companion.web.pages.table.play import play
from companion.web.pages.table.screen import screen
from companion.web.pages.table.sheets import sheets
from companion.web.pages.table.timeline import timeline
from companion.web.rendering import compression, fragments
from companion.web.rendering.clock import clock, day_of_time
from companion.web.rendering.part_cache import COMMAND, KEPT, TOKEN, Parts, cached_template
from companion.web.rendering.shell import HEADS, SIGNS, face_of, shell
from companion.web.rendering.static_files import OF_GAMES, static_address, static_response
from companion.web.visitors import body_limits, errors, guard, roles
from companion.web.visitors.guard import KEY_BYTES, session_key
from companion.web.visitors.guests import Guests
from companion.web.visitors.in_database import SharedGuests, SharedTries, shared_session_key
from companion.web.visitors.language import YEAR, preferences, preferences_of_visitor, say_value, translate_sentence
from companion.web.visitors.origins import install_origins
from companion.web.visitors.page import current_services, page_asked, view_of_request
from companion.web.visitors.tries import Tries
from companion.web.visitors.visitor import Right, current_visitor
from domain.bundle import code_files
from domain.framework.events.event import name_of
from domain.games import folders_installed
from projections.documents import environment
from projections.documents.environment import Unindented, templates_folder
from projections.documents.export import may_have_parts

ASIDE = (manual, hints, keyboard, reports, reference)
"""Help and what belongs to it."""
TABLE = (campaigns, cards, pictures, play, together, screen, log, timeline, corrections, sheets)
OF_CAMPAIGNS = (charts, statistics)
OWN_GAMES = (own_games, compose, game_files)
FILES = (packs, exports, safekeeping, notices)
"""What comes in and goes out."""
PEOPLE = (people, claims, devices, portraits, joining, asking, hosting)
BLUEPRINTS = (*TABLE, *OF_CAMPAIGNS, *OWN_GAMES, *FILES, saying, *PEOPLE, preferences, live, shell, *ASIDE)
FOR_PROGRAMS = (index, api_joining, reading, recording, correcting, api_hosting, documents)
ADDRESSES = 4096
"""Addresses in the cache of `url_for`: a page has hundreds, mostly the same ones."""


class Site(Flask):
    """The application, with the static files and templates of the package."""

    def __init__(self) -> None:
        super().__init__(
            "companion",
            static_folder="web/static",
            static_url_path=static_address(),
            template_folder=str(templates_folder()),
        )

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        """Static files are cached for a year, since their address changes with them; everything else is revalidated."""
        return YEAR if request.endpoint == "static" else None

    def send_static_file(self, filename: str) -> Response:
        """Send a static file of the package, or of an installed game."""
        response = static_response(filename) or abort(HTTPStatus.NOT_FOUND)
        if kept := self.get_send_file_max_age(filename):
            response.cache_control.max_age, response.cache_control.immutable = kept, True
        return response

    @cached_property
    def jinja_loader(self) -> BaseLoader | None:
        """The templates of the package, and below `games/<key>/` those of installed games."""
        own = {key: FileSystemLoader(folder / "templates") for key, folder in folders_installed().items()}
        installed = PrefixLoader({OF_GAMES.rstrip("/"): PrefixLoader(own)})
        return ChoiceLoader([FileSystemLoader(templates_folder()), installed])

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception with its endpoint, since an address may contain a join code."""
        self.logger.error("%s cannot be answered [%s]", request.endpoint, request.method, exc_info=exc_info)


def create_app(settings: Settings, services: Services | None = None) -> Flask:
    """Create the application over services, by default those of the settings.

    Raises:
        Damaged, Busy: the campaign file cannot be opened.
    """
    app = Site()
    _configure(app, settings)
    app.extensions["services"] = services or Services(settings)
    app.extensions["notifier"] = Notifier(app.extensions["services"])
    app.extensions["parts"] = Parts(settings.for_tables(KEPT))
    install_proxies(app, settings.trusted_proxies)
    _observe_requests(app, settings)
    errors.install_error_pages(app)
    doorway.install_ending(app)
    slow_work.install_slow_work(app)
    file_progress.install_file_progress(app)
    gate.install_gate(app)
    listening.install_bells(app)
    _keep_people(app, settings)
    _read_guests_once(app)
    install_origins(app)
    body_limits.install_body_limits(app, MOST_BYTES, roles.right_needed)
    roles.install_roles(app)
    guard.install_guard(app)
    compression.install_compression(app)
    fragments.install_fragments(app, settings.for_tables(fragments.VIEWS))
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    install_api(app, *FOR_PROGRAMS)
    app.add_url_rule("/healthz", "healthz", healthz)
    app.add_url_rule("/readyz", "readyz", readyz)
    configure_templates(app)
    return app


def _configure(app: Flask, settings: Settings) -> None:
    app.config.update(
        MAX_CONTENT_LENGTH=settings.import_limit + body_limits.BESIDE,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # else a slow response restores the session from before a guest joined
        SESSION_COOKIE_SECURE=settings.behind.startswith("https:"),
        EVENINGS=settings.evenings,
        HOST_TOKEN=settings.host_token,
        ORIGINS=settings.origins,
        HOST_HEADER=settings.host_header,
        QUOTA=settings.quota,
        TRUSTED_HOSTS=list(settings.trusted_hosts) or None,
    )


def _observe_requests(app: Flask, settings: Settings) -> None:
    """Log and count requests if the settings ask for it; otherwise nothing is loaded."""
    observers: list[Observer] = []
    if settings.log:
        install_request_ids(app)
        observers.append(log_request)
    if settings.metrics is not None:
        from companion.web.application.metrics import Metrics  # noqa: PLC0415

        counted = app.extensions["metrics"] = Metrics(app)
        observers.append(counted.count_request)
    if observers:
        install_observers(app, observers)


def _keep_people(app: Flask, settings: Settings) -> None:
    """Store guests, tries and the session key next to the campaigns, or in the database of a shared log."""
    if not settings.shared:
        app.secret_key = session_key(settings.data)
        app.extensions["guests"], app.extensions["tries"] = Guests(settings.guests), Tries()
        return
    beside = app.extensions["services"].store.shared.beside
    app.secret_key = shared_session_key(beside, KEY_BYTES, settings.data / "shared.key")
    app.extensions["guests"] = SharedGuests(settings.guests, beside, listening.bells_of(app).ring_all)
    app.extensions["tries"] = SharedTries(beside)


def _read_guests_once(app: Flask) -> None:
    """Have each request look once whether guests changed."""
    guests: Guests = app.extensions["guests"]
    app.before_request(guests.keep_values)
    app.teardown_request(lambda _: guests.forget_values())


def configure_templates(app: Flask) -> None:
    """Configure the template environment: filters, tests, globals, caches."""
    app.add_template_filter(say_value, "say")
    app.add_template_filter(clock)
    app.add_template_filter(day_of_time)
    app.add_template_filter(awaits_players)
    app.add_template_filter(board_at)
    app.add_template_filter(one_tap)
    app.add_template_filter(own_first)
    app.add_template_filter(why_shut)
    app.add_template_filter(with_open_pads)
    app.add_template_filter(draw_plan)
    app.add_template_filter(map_for)
    app.add_template_filter(picture_of)
    app.add_template_filter(colour_of_seat)
    app.add_template_filter(name_of, "event_name")
    app.add_template_filter(way_to_track)
    app.add_template_test(for_visitor)
    app.add_template_test(is_theirs)
    app.add_template_test(is_tracked)
    app.add_template_test(open_to)
    app.context_processor(frame_variables)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Unindented)
    app.jinja_env.bytecode_cache = app.jinja_env.bytecode_cache or compiled_templates(app)
    app.jinja_env.globals["url_for"] = lru_cache(ADDRESSES)(app.url_for)
    app.jinja_env.globals.update(
        _=translate_sentence, token=TOKEN, new_command=COMMAND, toast=toast_of_request, cached_template=cached_template
    )
    app.jinja_env.globals["late_answer"] = late_answer_of_page
    app.jinja_env.globals.update(signs_at=f"{static_address()}/{SIGNS}", heads_at=f"{static_address()}/{HEADS}")
    app.jinja_env.globals.update(seat_mark=seat_mark, colour_of_seat=colour_of_seat, face_of=face_of)
    app.jinja_env.globals.update(may_dress=may_dress, is_keeper=is_keeper, page_asked=page_asked, help_at=help_at)
    app.jinja_env.globals["may_have_parts"] = may_have_parts
    app.jinja_env.globals.update(is_up_to_visitor=is_up_to_visitor, devices_asked=devices_asked, request_id=request_id)


def compiled_templates(app: Flask) -> Compiled:
    """The bytecode cache of the templates."""
    folder: Path = app.extensions["services"].settings.data
    ways = code_files(Path(__file__), Path(environment.__file__), Path(fragments.__file__))
    return Compiled(folder / "templates", app.secret_key, ways)  # type: ignore[arg-type]


def frame_variables() -> dict[str, Any]:
    """The variables of every template: the visitor, their language, the campaign."""
    context: dict[str, Any] = {
        "visitor": preferences_of_visitor(),
        "here": view_of_request(),
        "me": current_visitor(),
        "gate": gate.gate_of_app(),
    }
    return context | {
        "trouble": current_services().store.stopped,
        "no_backup": current_services().no_backup,
        "mended": current_services().mended,
        "last_backup": last_backup,
    }


def last_backup() -> str:
    """The name of the newest automatic backup, which was verified when it was made."""
    newest = latest_backup(current_services().settings.file, datetime.now().astimezone().date())
    return newest.name if newest else ""


def healthz() -> Response:
    """The health check: for guests, whether the file can be read; for the host, with details."""
    if current_visitor().right is Right.OPEN:
        return jsonify({"ok": True})
    health = current_services().health()
    return jsonify({"ok": True, **(health if current_visitor().administers else {})})


def readyz() -> tuple[Response, int]:
    """The readiness check for load balancers: whether the process can record and is not ending."""
    ready = doorway.is_ready(current_app)
    return jsonify({"ready": ready}), HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE


__all__ = ["create_app"]

"""What hosting/ has: the files say what the companion understands, and start what the wheel is started with."""

import re
import shlex
from pathlib import Path

import click
import pytest

from companion.cli.base import import_all, root

HOSTING = Path(__file__).parents[2] / "hosting"


def options_of(*command: str) -> set[str]:
    """The options of a command."""
    import_all()
    found: click.Command = root
    for name in command:
        assert isinstance(found, click.Group)
        found = found.commands[name]
    return {option for parameter in found.params for option in parameter.opts}


def serve_options(name: str) -> set[str]:
    """The options that a file of hosting/ starts `companion serve` with."""
    text = (HOSTING / name).read_text(encoding="utf-8")
    found = re.findall(r"serve[\s\S]*?(?=\n\S|\n  \S|\n\n)", text)
    return {word for one in found for word in re.findall(r"--[a-z-]+", one)}


@pytest.mark.parametrize("name", ["compose.yaml", "companion@.service"])
def test_it_is_served_with_options_that_there_are(name: str) -> None:
    assert "--behind" in serve_options(name)
    assert serve_options(name) <= options_of("serve")


def test_what_the_image_runs_is_a_command() -> None:
    text = (HOSTING / "Containerfile").read_text(encoding="utf-8")
    (words,) = re.findall(r"^CMD \[(.*)\]$", text, re.M)
    command, *options = shlex.split(words.replace(",", " "))
    assert {option for option in options if option.startswith("--")} <= options_of(command)


def test_a_header_that_people_send_is_taken_away_before_it_is_asked_who_they_are() -> None:
    text = (HOSTING.parent / "docs" / "host" / "proxy.md").read_text(encoding="utf-8")
    assert re.search(r"route \{\s+request_header -(\S+)\s+forward_auth [^}]*copy_headers \1\s", text)


def test_signing_in_is_asked_for_wherever_requests_are_passed_on() -> None:
    text = (HOSTING / "Caddyfile").read_text(encoding="utf-8")
    *_, site = text.partition("\n{$SITE} {")
    assert site.count("import signed_in") == site.count("\timport apps") == 2

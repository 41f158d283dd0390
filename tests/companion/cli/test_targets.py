"""Files that commands write: no foreign file is replaced, no file of the data folder, and none is left incomplete.

The commands come from click's own tree: one that takes a path and is not known here fails.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import click
import pytest

from companion.campaign_files.targets import is_own_path
from companion.cli.base import import_all, root
from companion.cli.files import OutputFile, OutputFolder
from companion.config import Settings
from companion.maintenance.nightly_backups import back_up
from companion.services import Services
from companion.web.application.app import create_app
from domain.store import FileStore
from tests.companion.cli.conftest import KEY, Terminal

CARDS = Path(__file__).parents[2] / "domain/games/champions/outside/invented.json"
VALUES = {"campaign": [KEY], "files": [str(CARDS)], "campaigns": []}
"""The other arguments of commands that write a file."""
READ = {
    "game check": {"file"},
    "import": {"file"},
    "pack add": {"file"},
    "pack check": {"file"},
    "pack from": {"files"},
    "play": {"file"},
    "restore": {"file"},
}
"""Paths that commands read."""
NAMES_OF_PATHS = {"file", "files", "folder", "output", "source", "target", "to"}
"""How a parameter is called that is a path; those of `move` are addresses, and it takes no file that is there."""


def all_commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from all_commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


import_all()
COMMANDS = dict(all_commands(root))
FILES = {
    name: output
    for name, command in COMMANDS.items()
    for output in command.params
    if isinstance(output.type, OutputFile)
}
FOLDERS = {
    name: output
    for name, command in COMMANDS.items()
    for output in command.params
    if isinstance(output.type, OutputFolder)
}


def words_of(name: str, path: object) -> list[str]:
    """A call of a command that writes to a path."""
    words = name.split()
    for parameter in COMMANDS[name].params:
        if isinstance(parameter.type, OutputFile | OutputFolder):
            words += [parameter.opts[0]] if isinstance(parameter, click.Option) else []
            words.append(str(path))
        elif isinstance(parameter, click.Argument):
            words += VALUES[str(parameter.name)]
    return words


def suffixed(name: str, path: Path) -> Path:
    """A path that ends as the command wants it."""
    return path.with_name(f"{path.name}.md") if name == "export" else path


def bytes_of(folder: Path) -> dict[str, bytes | str]:
    """Everything in a folder: bytes of files, names of folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else "folder"
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def lived_in(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A data folder with everything that the program keeps in one."""
    services = Services(Settings(companion.data))
    app = create_app(services.settings, services)
    app.test_client().get("/", headers={"Host": "127.0.0.1"})
    app.extensions["guests"].join_code(services.find_campaign(KEY).campaign)
    back_up(services, datetime.now().astimezone())
    services.close()
    backup = next((companion.data / "backups").iterdir())
    companion.ok("restore", backup)
    companion.ok("restore", backup)
    monkeypatch.setenv("COMPANION_CACHE", str(companion.data / "cache"))
    for folder in ("cache", "templates"):
        (companion.data / folder).mkdir(exist_ok=True)
        (companion.data / folder / "compiled").write_bytes(b"words")
    with closing(FileStore(companion.data / "other.db")):
        pass
    companion.ok("list")
    return companion


def test_a_command_that_takes_a_path_reads_it_or_writes_it_as_all_do() -> None:
    for name, command in COMMANDS.items():
        paths = {p.name for p in command.params if isinstance(p.type, click.Path | click.File)}
        written = {p.name for p in command.params if isinstance(p.type, OutputFile | OutputFolder)}
        assert paths - written == READ.get(name, set()), name
        named = {p.name for p in command.params if p.name in NAMES_OF_PATHS}
        assert named <= paths or name == "move", name
        assert not written or "--force" in {option for p in command.params for option in p.opts}, name
    assert {*FILES} == {"archive", "backup", "export", "pack new", "pack from"}
    assert {*FOLDERS} == {"site"}


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_no_file_of_the_data_folder_is_ever_overwritten(
    lived_in: Terminal, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, before = lived_in.data, bytes_of(lived_in.data)
    kept = {"campaigns.db", "campaigns.db.head", "guests.db", "session.key", "campaigns.db.before-restore-1"}
    assert kept | {"other.db", "backups", "templates", "cache/compiled"} <= before.keys()
    monkeypatch.chdir(data)
    (tmp_path / "way").symlink_to(data)
    for index, (inside, held) in enumerate(before.items()):
        link, twin = tmp_path / f"link{index}.md", tmp_path / f"twin{index}.md"
        link.symlink_to(data / inside)
        spelled = [data / inside, Path(inside), data / "backups" / ".." / inside, tmp_path / "way" / inside, link]
        if isinstance(held, bytes):
            os.link(data / inside, twin)
            spelled.append(twin)
        for path in spelled:
            result = lived_in(*words_of(name, path), "--force")
            assert result.code in (2, 4), (path, result)
        twin.unlink(missing_ok=True)
    assert bytes_of(data) == before


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_no_name_that_the_program_uses_is_taken_in_the_data_folder(lived_in: Terminal, name: str) -> None:
    before = bytes_of(lived_in.data)
    for own in ("CAMPAIGNS.DB", "campaigns.db-wal", "guests.db-shm", "shared.key", "shared.db", "backups/mine.db"):
        assert lived_in(*words_of(name, lived_in.data / own), "--force").code == 4, own
    if name in FOLDERS:
        assert lived_in(name, lived_in.data, "--force").code == 4
    assert bytes_of(lived_in.data) == before


def test_all_that_a_data_folder_holds_is_known_as_the_program_s_own(lived_in: Terminal) -> None:
    settings = Settings(lived_in.data)
    foreign = [path for path in lived_in.data.rglob("*") if not is_own_path(path, settings)]
    assert foreign == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_there_is_replaced_with_force_alone(companion: Terminal, tmp_path: Path, name: str) -> None:
    file = suffixed(name, tmp_path / "mine")
    file.write_bytes(b"old" * 1_000_000)
    refused = companion(*words_of(name, file))
    assert (refused.code, "--force" in refused.err, refused.out) == (4, True, "")
    assert file.read_bytes() == b"old" * 1_000_000
    assert companion(*words_of(name, file), "--force").code == 0
    assert b"oldold" not in file.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"data", file.name}


@pytest.mark.parametrize("name", FILES)
def test_a_missing_folder_is_refused_and_not_created(companion: Terminal, tmp_path: Path, name: str) -> None:
    result = companion(*words_of(name, suffixed(name, tmp_path / "nowhere" / "mine")))
    assert (result.code, result.err) == (5, f"There is no folder “{tmp_path / 'nowhere'}”.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("name", [name for name in (*FILES, *FOLDERS) if name != "pack from"])
def test_a_data_folder_that_is_missing_is_not_created(companion: Terminal, tmp_path: Path, name: str) -> None:
    elsewhere = companion.elsewhere(tmp_path / "elsewhere")
    result = elsewhere(*words_of(name, suffixed(name, tmp_path / "mine")))
    assert (result.code, "Name another folder with --data." in result.err) == (5, True)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("sign", ["-wal", "-shm", "-journal", ".head"])
def test_a_database_in_use_is_not_replaced_for_its_journal_would_spoil_the_new_file(
    companion: Terminal, tmp_path: Path, name: str, sign: str
) -> None:
    file = suffixed(name, tmp_path / "mine")
    other = file.with_name(f"{file.name}{sign}")
    other.write_bytes(b"of the old file")
    for held in (None, b"old"):
        if held:
            file.write_bytes(held)
        refused = companion(*words_of(name, file), "--force")
        assert (refused.code, f"“{other.name}” belongs to" in refused.err, file.exists()) == (4, True, held is not None)
    assert (file.read_bytes(), other.read_bytes()) == (b"old", b"of the old file")


def test_the_campaigns_of_another_data_folder_are_not_replaced(companion: Terminal, tmp_path: Path) -> None:
    other = companion.elsewhere(tmp_path / "other")
    other.ok("new", "odalin", "Others")
    before = bytes_of(other.data)
    assert companion("backup", other.data / "campaigns.db", "--force").code == 4
    assert bytes_of(other.data) == before


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("stop", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_is_interrupted_leaves_the_old_file_and_no_other(
    companion: Terminal, tmp_path: Path, name: str, stop: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks_off(path: Path, _: Path) -> None:
        assert path.exists()
        raise stop

    file = suffixed(name, tmp_path / "mine")
    file.write_bytes(b"old")
    monkeypatch.setattr("companion.campaign_files.targets.put_in_place", breaks_off)
    result = companion(*words_of(name, file), "--force")
    assert result.code in (4, 130)
    assert file.read_bytes() == b"old"
    assert {path.name for path in tmp_path.iterdir()} == {"data", file.name}


def test_a_device_is_not_replaced(companion: Terminal, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    result = companion("export", KEY, tmp_path / "pipe.md", "--force")
    assert (result.code, stat.S_ISFIFO((tmp_path / "pipe.md").stat().st_mode)) == (4, True)


def test_a_link_to_a_file_stays_a_link(companion: Terminal, tmp_path: Path) -> None:
    (tmp_path / "real.md").write_text("old")
    (tmp_path / "link.md").symlink_to("real.md")
    assert companion("export", KEY, tmp_path / "link.md").code == 4
    companion.ok("export", KEY, tmp_path / "link.md", "--force")
    assert (tmp_path / "link.md").is_symlink()
    assert "Silver Key" in (tmp_path / "real.md").read_text()


def test_links_in_a_circle_are_a_file_that_is_there(companion: Terminal, tmp_path: Path) -> None:
    (tmp_path / "one.md").symlink_to("two.md")
    (tmp_path / "two.md").symlink_to("one.md")
    assert companion("export", KEY, tmp_path / "one.md").code == 4
    assert (tmp_path / "one.md").is_symlink()
    companion.ok("export", KEY, tmp_path / "one.md", "--force")
    assert (tmp_path / "two.md").is_symlink()


@pytest.mark.parametrize("foreign", ["index.html", f"{KEY}.html"])
def test_a_site_replaces_no_foreign_page(companion: Terminal, tmp_path: Path, foreign: str) -> None:
    public = tmp_path / "public"
    public.mkdir()
    (public / foreign).write_text("my own page")
    refused = companion("site", public)
    assert (refused.code, "--force" in refused.err) == (4, True)
    assert bytes_of(public) == {foreign: b"my own page"}
    companion.ok("site", public, "--force")
    assert b"my own" not in (public / foreign).read_bytes()
    companion.ok("site", public)


@pytest.mark.skipif(os.name == "nt", reason="other systems have other rights")
@pytest.mark.parametrize(("umask", "published"), [(0o022, 0o644), (0o077, 0o600)])
def test_secrets_are_for_their_owner_alone_and_the_rest_as_the_umask_says(
    companion: Terminal, tmp_path: Path, umask: int, published: int
) -> None:
    before = os.umask(umask)
    try:
        companion.ok("archive", tmp_path / "all.zip")
        companion.ok("backup", tmp_path / "all.db")
        companion.ok("export", KEY, tmp_path / "all.jsonl")
        companion.ok("export", KEY, tmp_path / "hers.md", "--as", "lunara")
        companion.ok("export", KEY, tmp_path / "open.md")
        companion.ok("pack", "new", KEY, tmp_path / "open.toml")
        companion.ok("site", tmp_path / "public")
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (*tmp_path.iterdir(), *tmp_path.glob("public/*"))}
    assert {name: modes[name] for name in ("all.zip", "all.db", "all.jsonl", "hers.md")} == dict.fromkeys(
        ("all.zip", "all.db", "all.jsonl", "hers.md"), 0o600
    )
    assert {modes[name] for name in ("open.md", "open.toml", "index.html", f"{KEY}.html")} == {published}


def test_a_campaign_called_index_has_a_page_in_a_site(companion: Terminal, tmp_path: Path) -> None:
    assert companion.ok("new", "odalin", "Index").out == "index\n"
    for _ in range(2):
        companion.ok("site", tmp_path / "public")
    assert {path.name for path in (tmp_path / "public").iterdir()} == {"index.html", "index-.html", f"{KEY}.html"}
    assert 'href="index-.html"' in (tmp_path / "public" / "index.html").read_text()

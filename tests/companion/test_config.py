"""Settings: what the environment says."""

from pathlib import Path

from companion.config import from_environment


def test_the_folder_comes_from_the_environment(tmp_path: Path) -> None:
    assert from_environment(environment={"COMPANION_DATA": str(tmp_path)}).data == tmp_path


def test_a_folder_that_is_given_wins(tmp_path: Path) -> None:
    assert from_environment(tmp_path, {"COMPANION_DATA": "elsewhere"}).data == tmp_path


def test_trusted_names_have_spaces_between() -> None:
    assert from_environment(environment={"COMPANION_HOSTS": "a.local  b.local"}).trusted_hosts == ("a.local", "b.local")


def test_the_token_of_a_host_comes_from_the_environment_alone() -> None:
    assert from_environment(environment={"COMPANION_HOST_TOKEN": "tide"}).host_token == "tide"
    assert from_environment(environment={}).host_token == ""

"""The program that `make app` builds: without arguments it serves the table, otherwise it is the command line."""

import os
import sys
from collections.abc import Sequence

from domain.bundle import JOIN, TYPESET, is_bundled

PORT = 8000
SOON = 2.0
"""Seconds to wait for an answer of a companion on this computer."""
LIBRARY_PATHS = ("LD_LIBRARY_PATH", "LIBPATH")
"""Variables that PyInstaller changes for the program; the former values are in `…_ORIG`."""


def main(words: Sequence[str]) -> None:
    """Run the program with its arguments."""
    if words[:1] == [TYPESET]:
        from projections.documents.paper import typeset  # noqa: PLC0415 - no other process needs typst

        typeset.main(*words[1:])
        return
    if words[:1] == [JOIN]:
        from projections.documents.paper import join  # noqa: PLC0415 - no other process needs pypdf

        join.main()
        return
    restore_library_paths()
    if words:
        from companion.cli import main as run_command  # noqa: PLC0415 - the process above starts sooner without it

        run_command(words)
    serve_table()


def serve_table() -> None:
    """Serve on the home network and open the browser; if a companion runs already, open its page."""
    from companion.cli import main as run_command  # noqa: PLC0415 - as above
    from companion.web.network.addresses import ALONE, own_network_address  # noqa: PLC0415 - as above

    here = f"http://{ALONE}:{PORT}/"
    if is_companion(here):
        import webbrowser  # noqa: PLC0415 - the server opens its own

        print(f"The companion runs already: {here}\nTo stop it, press Ctrl+C in its window.", flush=True)
        webbrowser.open(here)
        return
    lan = ["--lan"] if own_network_address() != ALONE else []
    if not lan:
        why = "This computer is not in a network, so phones cannot join. Connect it and start the companion again."
        print(why, file=sys.stderr)
    try:
        run_command(["serve", "--browser", "--port", str(PORT if is_free(ALONE, PORT) else 0), *lan])
    except SystemExit as ended:
        if ended.code and sys.stdin and sys.stdin.isatty():
            input("Press Enter to close this window.")
        raise


def is_companion(address: str) -> bool:
    """Whether a companion answers at an address of this computer."""
    from urllib.request import ProxyHandler, build_opener  # noqa: PLC0415 - as above

    try:
        with build_opener(ProxyHandler({})).open(f"{address}readyz", timeout=SOON) as answer:
            return b'"ready"' in answer.read(100)
    except (OSError, ValueError):
        return False


def is_free(host: str, port: int) -> bool:
    """Whether no other program listens on a port of this computer."""
    import socket  # noqa: PLC0415 - as above

    with socket.socket() as probe:
        probe.settimeout(SOON)
        return probe.connect_ex((host, port)) != 0


def restore_library_paths() -> None:
    """Restore the system's library paths for programs that this one starts, such as the browser."""
    for name in LIBRARY_PATHS:
        former = os.environ.pop(f"{name}_ORIG", None)
        if former is not None:
            os.environ[name] = former
        elif is_bundled():
            os.environ.pop(name, None)


if __name__ == "__main__":
    main(sys.argv[1:])

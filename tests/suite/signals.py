"""Signal dispositions of the test processes: the defaults, whatever the shell that started them ignores."""

import signal

HANDLERS = {signal.SIGHUP: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


def restore_default_signals() -> None:
    """Handle the signals that `nohup` or a shell's background jobs ignore: child processes inherit what is ignored."""
    for number, handler in HANDLERS.items():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)

"""The command `notices`: the program that receives notices of a campaign."""

from uuid import uuid4

import click

from companion.cli.base import Call, pass_call, root
from companion.cli.completion import campaign_argument
from companion.notices.notifier import Notifier
from companion.notices.receivers import KINDS, SHAPES, Receiver, make_receiver
from companion.notices.sending import send_notice
from domain.framework.refusal import NotFound


@root.command(epilog="Example: companion notices evening-one https://example.org/hook --on evening-ended")
@campaign_argument
@click.argument("url", default="")
@click.option("--kind", "shape", type=click.Choice(SHAPES), default="json", show_default=True, help="The format.")
@click.option("--on", type=click.Choice(KINDS), multiple=True, help="A notice to send; may be repeated. Default: all.")
@click.option("--test", "tries", is_flag=True, help="Send a test.")
@click.option("--off", "removes", is_flag=True, help="Send no more notices.")
@pass_call
def notices(
    call: Call, campaign: str, url: str, shape: str, on: tuple[str, ...], *, tries: bool, removes: bool
) -> None:
    """Show the program that receives notices of a campaign, or set it by its URL.

    Notices are sent while `companion serve` runs. They have no secrets.
    """
    if removes and (url or tries):
        raise click.UsageError("--off takes no URL and no --test.")
    listed = call.find(campaign)
    notifier = Notifier(call.services)
    if not notifier.is_available:
        raise click.UsageError("Notices are not available with a shared database.")
    receivers, known = notifier.receivers, notifier.receivers.find(listed.campaign)
    if removes:
        receivers.remove(listed.campaign)
        call.print_result("No more notices are sent.", {"receiver": None})
        return
    if url:
        wanted = {"campaign": listed.campaign, "url": url, "shape": shape, "on": on or KINDS}
        voice = {"language": call.voice.language, "content": call.voice.content}
        known = make_receiver({**wanted, **voice}, known)
        receivers.keep(known)
    if tries:
        _send_test(call, notifier, known)
    else:
        _show(call, known)


def _send_test(call: Call, notifier: Notifier, receiver: Receiver | None) -> None:
    """Send a test at once, and print the answer.

    Raises:
        NotFound: the campaign has no receiver.
    """
    if receiver is None:
        raise NotFound("This campaign sends no notices.")
    answer = send_notice(notifier.sample(receiver, str(uuid4())), receiver)
    said = answer.said.render(call.tongue)
    call.print_result(f"Sent a test: {said}.", {"arrived": answer.arrived, "answer": said})


def _show(call: Call, receiver: Receiver | None) -> None:
    if receiver is None:
        call.print_result("This campaign sends no notices.", {"receiver": None})
        return
    shown = {"url": receiver.url, "kind": receiver.shape, "on": list(receiver.on), "secret": receiver.secret}
    lines = [f"{name:<8}{value if isinstance(value, str) else ', '.join(value)}" for name, value in shown.items()]
    call.print_result("\n".join(lines), {"receiver": shown})

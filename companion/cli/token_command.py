"""The command `token`, for scripts on this computer."""

import click

from companion.campaign_files.script_token import new_token, read_token
from companion.cli.base import Call, pass_call, root


@root.command(epilog="Send it with each request as “Authorization: Bearer …”. Example: companion token")
@click.option("--new", is_flag=True, help="Make a new token; the one before is not valid any more.")
@pass_call
def token(call: Call, new: bool) -> None:
    """Print the token with which scripts on this computer use the API as the host.

    It is made when first needed, and stored in the data folder, where only you can read it. From other computers it is
    refused.
    """
    kept = "" if new else read_token(call.settings.data)
    shown = kept or new_token(call.settings.data)
    call.print_result(shown, {"token": shown})

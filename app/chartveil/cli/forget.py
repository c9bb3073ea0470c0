"""``chartveil forget``: removes what is kept of a worklist's documents."""

from __future__ import annotations

import click

from chartveil.cli.options import console
from chartveil.cli.own_key import load_own_key


@click.command(name="forget")
@click.argument("worklist", type=int, required=False, metavar="[WORKLIST]")
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(worklist: int | None, yes: bool) -> None:
    """Forget a worklist of the window, or list them.

    What is kept of its documents goes (places, words, what OCR read, notes), and all that was decided. Your
    files stay, and so does the audit record. Killed in between, it goes on at the next start.
    """
    from chartveil.domain.errors import InputError
    from chartveil.domain.paths import UserPaths
    from chartveil.domain.wording import counted
    from chartveil.service.review_service import ReviewService

    service = ReviewService(UserPaths.default(), load_own_key())
    try:
        known = {w.id: w for w in service.worklists()}
        if worklist is None:
            for id, facts in known.items():
                documents = counted(sum(service.store.state_counts(id).values()), "document")
                console().print(f"{id:4}  {facts.created[:10]}  {documents}  {facts.title}", markup=False)
        elif worklist not in known:
            raise InputError(
                "there is no worklist of this number.",
                where=str(worklist),
                remedy="'chartveil forget' lists them.",
            )
        elif yes or click.confirm(f"Forget worklist {worklist}? This cannot be undone."):
            service.remove_worklist(worklist)
            service.record_events()
            click.echo(f"Worklist {worklist} is forgotten; the audit record tells that it was.")
    finally:
        service.close()

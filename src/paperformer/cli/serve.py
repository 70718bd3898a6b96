"""``paperformer serve``: the HTTP API and the review page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.options import (
    FilePath,
    model_option,
    ocr_engine_option,
)
from paperformer.cli.service_extra import needing_service
from paperformer.cli.service_options import data_option, database_option

if TYPE_CHECKING:
    from paperformer.service.service import Service


@click.command("serve")
@data_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on."
)
@database_option
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N",
    help="Processes that read documents.  [default: one per core, as memory allows]",
)  # fmt: skip
@click.option(
    "--queue", type=click.IntRange(min=1), default=256, show_default=True, metavar="N",
    help="Documents that may wait; further ones get 429.",
)  # fmt: skip
@click.option(
    "--reserve", type=click.IntRange(min=0), default=100, show_default=True, metavar="MB",
    help="Room on the disk that uploads leave free; with less, they get 507.",
)  # fmt: skip
@click.option(
    "--keep-days", type=click.FloatRange(min=0, min_open=True), metavar="N",
    help="Delete documents after so many days.  [default: keep them]",
)  # fmt: skip
@click.option(
    "--known-parties", type=FilePath(exists=True, dir_okay=False, path_type=Path), metavar="FILE.jsonl|csv",
    help="Suppliers and customers that are known already; see docs/known-parties.md.",
)  # fmt: skip
@ocr_engine_option
@click.option(
    "--webhook-allow", multiple=True, metavar="URL",
    help="Let documents name webhooks under this URL; may be given several times.",
)  # fmt: skip
@click.option(
    "--allowed-host", multiple=True, metavar="NAME",
    help="A host name of the service, besides localhost; may be given several times.",
)  # fmt: skip
@click.option(
    "--trusted-proxy", multiple=True, metavar="ADDRESS",
    help="Address or network of a proxy whose X-Forwarded-For is true; may be given several times.",
)  # fmt: skip
@click.option(
    "--secure-cookies", is_flag=True, help="Send session cookies over HTTPS only: for use behind a TLS proxy."
)
@click.option(
    "--rate", type=click.FloatRange(min=0, min_open=True), default=100.0, show_default=True, metavar="N",
    help="Requests a second for each key.",
)  # fmt: skip
@click.option(
    "--no-auth", is_flag=True, help="Require no key; only on an address that nobody else can reach."
)
@click.option("--check", is_flag=True, help="Say what a start would do, migrations too, and do nothing.")
@model_option
@needing_service
def command(
    data: Path,
    host: str,
    port: int,
    database: str | None,
    workers: int | None,
    queue: int,
    reserve: int,
    keep_days: float | None,
    known_parties: Path | None,
    ocr_engine: str,
    webhook_allow: tuple[str, ...],
    allowed_host: tuple[str, ...],
    trusted_proxy: tuple[str, ...],
    secure_cookies: bool,
    rate: float,
    no_auth: bool,
    check: bool,
    model: Path | None,
) -> None:
    """Serve the HTTP API and the review page.

    Everything is kept in the folder DIR. At the first start a key is made and shown once, with the address to
    open in a browser. Only this machine can reach the service unless --host says otherwise.

    Ctrl-C (or SIGTERM) ends it; documents that were accepted are read after the next start.

    A database of an older version is migrated, after a backup; --check says so beforehand.
    """
    from paperformer.errors import InvalidConfig
    from paperformer.service.config import ServiceConfig
    from paperformer.service.permissions import private_files
    from paperformer.service.serve import serve
    from paperformer.service.service import Service

    try:
        config = ServiceConfig(
            data=data,
            host=host,
            port=port,
            database=database,
            workers=workers,
            queue=queue,
            reserve_megabytes=reserve,
            keep_days=keep_days,
            known_parties=known_parties,
            ocr_engine=ocr_engine,
            webhook_allow=webhook_allow,
            allowed_hosts=allowed_host,
            trusted_proxies=trusted_proxy,
            secure_cookies=secure_cookies,
            requests_per_second=rate,
            require_key=not no_auth,
            model=model,
        )
    except InvalidConfig as error:
        raise Misuse(str(error)) from error
    if check:
        from paperformer.service.preflight import preflight

        for line in preflight(config):
            click.echo(printable(line))
        return
    with private_files():
        service = Service(config)
        serve(service, lambda url: _welcome(service, url))


def _welcome(service: Service, url: str) -> None:
    """Say where the service is, and how to get in."""
    from paperformer.service.audit import ITSELF, Deed

    config = service.config
    reach = (
        "only this machine reaches it"
        if config.is_loopback
        else "other machines reach it, without encryption"
    )
    click.echo(f"paperformer: listening on {url} ({reach}); Ctrl-C ends it", err=True)
    if not config.require_key:
        click.echo(
            "paperformer: no key is asked for: whoever uses this machine may read and change", err=True
        )
    elif not service.keys.has_admin():
        key, secret = service.keys.create("first start", "admin")
        service.audit.note(Deed(ITSELF, "create_key", key.id, "first start, admin"))
        click.echo(f"paperformer: this key is shown once: {secret}", err=True)
        click.echo(f"paperformer: open {printable(url)}/#key={secret}", err=True)
    else:
        click.echo(f"paperformer: open {printable(url)}", err=True)

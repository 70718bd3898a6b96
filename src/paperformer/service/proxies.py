"""Who asks, where a proxy stands before the service: what it says, as far as it is trusted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from paperformer.errors import InvalidConfig

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
FORWARDED = "x-forwarded-for"
_MOST_HOPS = 20
# Some proxies add the port of the connection.
_WITH_PORT = re.compile(r"\[(?P<v6>[0-9A-Fa-f:.]+)\](?::\d+)?|(?P<v4>[0-9.]+):\d+")


class TrustedProxies:
    """Makes the client of a request the one for whom trusted proxies forward it.

    Each proxy adds the address that it was asked from to the end of ``X-Forwarded-For``. So the header is
    read from its end, as long as the addresses are those of trusted proxies: what a client writes into it
    stands further left.

    Args:
        app: What answers.
        networks: Where trusted proxies are.
    """

    def __init__(self, app: ASGIApp, networks: Sequence[Network]) -> None:
        self._app, self._networks = app, tuple(networks)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] == "http" and client is not None and self._networks:
            hops = ",".join(Headers(scope=scope).getlist(FORWARDED)).split(",")[-_MOST_HOPS:]
            asking = self._asking(client[0], hops)
            if asking != client[0]:
                scope = {**scope, "client": (asking, 0)}
        await self._app(scope, receive, send)

    def _asking(self, peer: str, hops: Sequence[str]) -> str:
        """The first address, from the near end, that is no trusted proxy's."""
        for hop in reversed(hops):
            if not self._is_trusted(_address(peer)):
                break
            address = _address(hop)
            if address is None:
                break
            peer = str(address)
        return peer

    def _is_trusted(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def proxy_networks(named: Sequence[str]) -> tuple[Network, ...]:
    """The networks that settings name: single addresses, or with the length of their prefix.

    Raises:
        InvalidConfig: one is none.
    """
    found: list[Network] = []
    for name in named:
        try:
            found.append(ip_network(name, strict=False))
        except ValueError as error:
            raise InvalidConfig(
                f"{name} is no address of a trusted proxy", "Write it as 127.0.0.1 or 10.0.0.0/8"
            ) from error
    return tuple(found)


def _address(text: str) -> Address | None:
    text = text.strip()
    match = _WITH_PORT.fullmatch(text)
    try:
        address = ip_address((match["v6"] or match["v4"]) if match else text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address

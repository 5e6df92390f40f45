"""Connections to the service: kept open between requests, and through the proxy that the environment names."""

import io
import os
import socket
import ssl
import time
import weakref
from base64 import b64encode
from http.client import HTTPConnection, HTTPMessage, HTTPResponse, HTTPSConnection
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

#: More threads than this open connections that are closed after their request.
_idle_max = 10


def remaining_seconds(deadline: Optional[float]) -> Optional[float]:
    """Return the time until the deadline, or None if there is none."""
    if deadline is None:
        return None
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise socket.timeout("timed out")
    return seconds


class _DeadlineReader(io.RawIOBase):
    """Reads from a socket until the deadline. The timeout of a socket would begin again with every byte."""

    def __init__(self, raw: Any, sock: socket.socket, deadline: Optional[float]) -> None:
        self._raw = raw
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(remaining_seconds(self._deadline))
        count: Optional[int] = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


def _response_until(deadline: Optional[float]) -> Callable[..., HTTPResponse]:
    def create(sock: socket.socket, *rest: Any, **more: Any) -> HTTPResponse:
        response = HTTPResponse(sock, *rest, **more)
        response.fp = io.BufferedReader(_DeadlineReader(response.fp.detach(), sock, deadline))
        return response

    return create


class Reply(NamedTuple):
    status: int
    headers: HTTPMessage
    body: bytes


class Connections:
    """Safe for threads, and after a fork: a connection serves one request at a time."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext]) -> None:
        self._url = urlsplit(base_url)
        # Reading the certificates of the system takes long, so it is done once.
        self._ssl_context = ssl_context or (ssl.create_default_context() if self._url.scheme == "https" else None)
        self._proxy = _find_proxy(self._url)
        # Taken and returned by the atomic operations of a list.
        self._idle: List[HTTPConnection] = []
        self._process = os.getpid()
        weakref.finalize(self, _close_all, self._idle)

    def close(self) -> None:
        _close_all(self._idle)

    def exchange(
        self,
        method: str,
        target: str,
        body: Optional[bytes],
        headers: Mapping[str, str],
        *,
        deadline: Optional[float],
        read: Callable[[HTTPResponse], bytes],
    ) -> Reply:
        """Send a request, and read the response. Raises `OSError` and `HTTPException`."""
        sent = {**headers, **self._proxy_headers()}
        # A proxy for http gets the whole URL.
        address = target if self._proxy is None or self._url.scheme == "https" else self._origin() + target
        while True:
            connection, is_reused = self._take(deadline)
            try:
                if connection.sock is not None:
                    connection.sock.settimeout(remaining_seconds(deadline))
                connection.response_class = _response_until(deadline)  # type: ignore[assignment]
                connection.request(method, address, body, sent)
                response = connection.getresponse()
            except BaseException as error:
                connection.close()
                # The service may close an idle connection at any time.
                if is_reused and isinstance(error, OSError) and not isinstance(error, socket.timeout):
                    continue
                raise
            try:
                content = read(response)
            except BaseException:
                connection.close()
                raise
            self._give_back(connection)
            return Reply(response.status, response.headers, content)

    def _origin(self) -> str:
        return f"{self._url.scheme}://{self._url.netloc}"

    def _take(self, deadline: Optional[float]) -> Tuple[HTTPConnection, bool]:
        if self._process != os.getpid():
            # The connections belong to the parent process, which goes on to use them.
            _close_all(self._idle)
            self._process = os.getpid()
        try:
            return self._idle.pop(), True
        except IndexError:
            return self._open(remaining_seconds(deadline)), False

    def _give_back(self, connection: HTTPConnection) -> None:
        # After `Connection: close`, it has no socket, and would open a new one without a check for a closed connection.
        if connection.sock is not None and len(self._idle) < _idle_max:
            self._idle.append(connection)
        else:
            connection.close()

    def _open(self, timeout: Optional[float]) -> HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        proxy = self._proxy
        if self._url.scheme == "http":
            to = proxy or self._url
            return HTTPConnection(to.hostname or "", to.port, timeout=timeout)
        if proxy is None:
            return HTTPSConnection(host, port, timeout=timeout, context=self._ssl_context)
        tunnel = HTTPSConnection(proxy.hostname or "", proxy.port or 80, timeout=timeout, context=self._ssl_context)
        tunnel.set_tunnel(host, port, _proxy_login(proxy))
        return tunnel

    def _proxy_headers(self) -> Dict[str, str]:
        return {} if self._proxy is None or self._url.scheme == "https" else _proxy_login(self._proxy)


def _find_proxy(url: SplitResult) -> Optional[SplitResult]:
    """Return the proxy of the environment for this URL: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`."""
    address = getproxies().get(url.scheme)
    if not address or proxy_bypass(url.netloc):
        return None
    proxy = urlsplit(address if "://" in address else f"http://{address}")
    if proxy.scheme != "http":
        # Without the address, which may have a password.
        raise ValueError(f'The proxy for {url.scheme} in the environment must be an address with "http://".')
    return proxy


def _proxy_login(proxy: SplitResult) -> Dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"proxy-authorization": f"Basic {b64encode(login.encode()).decode()}"}


def _close_all(connections: List[HTTPConnection]) -> None:
    while connections:
        connections.pop().close()

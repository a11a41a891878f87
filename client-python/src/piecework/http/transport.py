"""Sends one HTTP request, with the standard library alone."""

from __future__ import annotations

# Imported by the first look-up of a host otherwise, in a thread. A fork during an import would
# leave its lock held in the copy.
import encodings.idna  # noqa: F401
import http.client
import os
import select
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Callable, Optional
from urllib.parse import SplitResult, urlsplit


class Cancellation:
    """Ends a request from another thread by closing its socket."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: Optional[socket.socket] = None
        self._is_cancelled = False

    def use(self, connected: Optional[socket.socket]) -> None:
        """Notes the socket of the request; None once it is answered."""
        with self._lock:
            self._socket = connected
            if self._is_cancelled and connected is not None:
                _shut(connected)

    def cancel(self) -> None:
        with self._lock:
            self._is_cancelled = True
            if self._socket is not None:
                _shut(self._socket)


def _shut(connected: socket.socket) -> None:
    try:
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    #: Seconds until the answer must be complete.
    timeout: float
    cancellation: Cancellation = field(default_factory=Cancellation)


@dataclass(frozen=True)
class Response:
    status: int
    #: Values by names in lower case.
    headers: Mapping[str, str]
    body: bytes


#: Sends a request once and returns its complete response, of any status. Redirects are not
#: followed. Raises any exception if there is no complete response, and TimeoutError if it took too
#: long. It is called from several threads. Replace it to use a proxy or other certificates.
Transport = Callable[[Request], Response]

#: Seconds for which an unused connection is kept. Servers and load balancers keep it longer, so it
#: is rarely closed by the other side at the moment when it is used again.
IDLE_MAX = 4
CHUNK = 64 * 1024


@dataclass(frozen=True)
class _Idle:
    connection: http.client.HTTPConnection
    origin: tuple[str, str]
    since: float


class HttpTransport:
    """Keeps connections open for the next request. Safe for threads, and after a fork."""

    def __init__(self, *, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._ssl_context = ssl_context
        self._idle: deque[_Idle] = deque()
        self._process = os.getpid()

    def close(self) -> None:
        """Closes the connections that are kept. A later request opens another."""
        while self._idle:
            try:
                self._idle.pop().connection.close()
            except IndexError:
                return

    def __del__(self) -> None:
        self.close()

    def __call__(self, request: Request) -> Response:
        parts = urlsplit(request.url)
        deadline = time.monotonic() + request.timeout
        origin = (parts.scheme, parts.netloc)
        connection = self._kept(origin) or self._opened(parts)
        is_done = False
        try:
            response, may_be_kept = _exchanged(connection, request, parts, deadline)
            is_done = may_be_kept
            return response
        finally:
            request.cancellation.use(None)
            if is_done:
                self._keep(_Idle(connection, origin, time.monotonic()))
            else:
                connection.close()

    def _kept(self, origin: tuple[str, str]) -> Optional[http.client.HTTPConnection]:
        """Returns a kept connection that still works. The latest is most likely to."""
        if self._process != os.getpid():
            # Connections of the parent process are its own; a copy must not send on them.
            self.close()
            self._process = os.getpid()
        while True:
            try:
                idle = self._idle.pop()
            except IndexError:
                return None
            is_fresh = time.monotonic() - idle.since < IDLE_MAX
            if idle.origin == origin and is_fresh and _is_quiet(idle.connection.sock):
                return idle.connection
            idle.connection.close()

    def _keep(self, idle: _Idle) -> None:
        self._idle.append(idle)
        while self._idle and time.monotonic() - self._idle[0].since >= IDLE_MAX:
            try:
                self._idle.popleft().connection.close()
            except IndexError:
                return

    def _opened(self, parts: SplitResult) -> http.client.HTTPConnection:
        host = parts.hostname or ""
        if parts.scheme.lower() == "http":
            return http.client.HTTPConnection(host, parts.port)
        if self._ssl_context is None:
            self._ssl_context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, parts.port, context=self._ssl_context)


def _is_quiet(connected: Optional[socket.socket]) -> bool:
    """Returns false for a connection that the other side has closed: its end can be read."""
    if connected is None or connected.fileno() < 0:
        return False
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(connected, select.POLLIN)
        return not poll.poll(0)
    return not select.select([connected], [], [], 0)[0]


def _exchanged(
    connection: http.client.HTTPConnection, request: Request, parts: SplitResult, deadline: float
) -> tuple[Response, bool]:
    """Returns the response, and true if the connection may be used again."""
    if connection.sock is None:
        connection.timeout = _left(deadline)
        connection.connect()
        _opened_socket(connection).setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connected = _opened_socket(connection)
    request.cancellation.use(connected)
    connected.settimeout(_left(deadline))
    target = parts.path or "/"
    if parts.query:
        target += f"?{parts.query}"
    connection.request(request.method, target, body=request.body, headers=dict(request.headers))
    connected.settimeout(_left(deadline))
    answer = connection.getresponse()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    with answer:
        body = _body_of(answer, connected, deadline)
    if "transfer-encoding" not in headers and answer.status not in (204, 304):
        _require_length(headers.get("content-length"), body)
    return Response(answer.status, headers, body), not answer.will_close


def _opened_socket(connection: http.client.HTTPConnection) -> socket.socket:
    if connection.sock is None:
        raise ConnectionError("the connection was closed")
    return connection.sock


def _body_of(answer: http.client.HTTPResponse, connected: socket.socket, deadline: float) -> bytes:
    chunks: list[bytes] = []
    while True:
        # A closing answer has taken the socket; its timeout is the last one that was set.
        if connected.fileno() >= 0:
            connected.settimeout(_left(deadline))
        chunk = answer.read1(CHUNK)
        if chunk == b"":
            return b"".join(chunks)
        chunks.append(chunk)


def _require_length(length: Optional[str], body: bytes) -> None:
    if length is not None and len(body) != int(length):
        raise http.client.IncompleteRead(body, int(length) - len(body))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is used up")
    return left

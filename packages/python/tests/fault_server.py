"""A server on loopback that answers each request as the test says: with JSON, too late, broken, or not at all."""

import gzip
import itertools
import json
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional
from unittest import TestCase


class Received(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes
    #: The port of the client: the same for requests on one connection.
    connection: int


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without a delay before the second part of a response.
    disable_nagle_algorithm = True
    server: "FaultServer"

    def _handle(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(self.command, self.path, headers, body, self.client_address[1])
        answer = self.server.next_answer(received)
        answer(self)

    do_GET = do_POST = do_CONNECT = _handle

    def log_message(self, format: str, *args: object) -> None:
        pass


Answer = Callable[[_Handler], None]


class FaultServer(ThreadingHTTPServer):
    """The first request gets the first answer, and so on; later requests get the last one."""

    daemon_threads = True

    def __init__(self, test: TestCase, answers: Iterable[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: List[Received] = []
        self.ended = threading.Event()
        self._answers = list(answers)
        self._lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()

        def end() -> None:
            self.ended.set()
            self.shutdown()
            thread.join()
            self.server_close()

        test.addCleanup(end)

    def next_answer(self, received: Received) -> Answer:
        with self._lock:
            self.requests.append(received)
            return self._answers[min(len(self.requests), len(self._answers)) - 1]

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is what many tests are about."""


def send(body: bytes, status: int = 200, headers: Optional[Dict[str, str]] = None) -> Answer:
    def answer(handler: _Handler) -> None:
        handler.send_response(status)
        for name, value in {"content-length": str(len(body)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def send_json(value: object, status: int = 200, headers: Optional[Dict[str, str]] = None) -> Answer:
    return send(json.dumps(value).encode(), status, headers)


def problem(status: int, code: str, headers: Optional[Dict[str, str]] = None) -> Answer:
    return send_json({"code": code, "detail": f"Sentence of {code}."}, status, {"error-code": code, **(headers or {})})


def reset(handler: _Handler) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def hang_up(handler: _Handler) -> None:
    """End the connection in order, without a response."""
    handler.close_connection = True


def hang(handler: _Handler) -> None:
    handler.server.ended.wait()


def stall(handler: _Handler) -> None:
    _send_half(handler)
    handler.server.ended.wait()


def cut(handler: _Handler) -> None:
    _send_half(handler)
    handler.close_connection = True


def cut_gzip(handler: _Handler) -> None:
    """A proxy may end a compressed response early, with the right length."""
    send(gzip.compress(b'{"countries":[]}' + b" " * 1000)[:-10], headers={"content-encoding": "gzip"})(handler)


def cut_chunks(handler: _Handler) -> None:
    handler.send_response(200)
    handler.send_header("transfer-encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b'10\r\n{"countries":[],\r\n')
    handler.close_connection = True


def _send_half(handler: _Handler) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "100")
    handler.end_headers()
    handler.wfile.write(b'{"countries":[')
    handler.wfile.flush()


def trickle(start: bytes) -> Answer:
    """Send one byte after another, without end."""

    def answer(handler: _Handler) -> None:
        handler.wfile.write(start)
        while not handler.server.ended.wait(0.01):
            handler.wfile.write(b"a")
            handler.wfile.flush()

    return answer


def send_raw(content: bytes) -> Answer:
    def answer(handler: _Handler) -> None:
        handler.wfile.write(content)
        handler.close_connection = True

    return answer


def send_endless(pieces: Iterable[bytes], headers: Dict[str, str], status: int = 200) -> Answer:
    def answer(handler: _Handler) -> None:
        handler.send_response(status)
        for name, value in {"connection": "close", **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(piece)

    return answer


def endless_text() -> Iterable[bytes]:
    return itertools.chain([b'{"countries":["'], itertools.repeat(b"a" * 65_536))


def gzip_bomb() -> Iterable[bytes]:
    # 1 GB of JSON in 1 MB.
    import zlib

    compressor = zlib.compressobj(9, wbits=31)
    for piece in itertools.islice(endless_text(), 16_000):
        yield compressor.compress(piece)

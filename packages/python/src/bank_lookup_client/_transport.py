"""Sends requests: headers, timeout, retries, ETags and errors."""

import random
import re
import socket
import ssl
import time
import zlib
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, Dict, Iterable, Mapping, Optional, Union
from urllib.parse import urlencode, urlsplit

from ._connections import Connections, Reply
from ._error import BankLookupError
from ._etag_memory import EtagMemory, Remembered
from ._json import Shape, encode_json, has_shape, parse_json
from ._retry import is_transient, parse_retry_after, retry_delay

#: Values of a query. Lists are one comma-separated value, and None is left out.
Query = Mapping[str, Union[str, int, Iterable[str], None]]

_chunk_bytes = 64 * 1024


class Transport:
    def __init__(
        self,
        base_url: str,
        *,
        key: Optional[str],
        max_bytes: int,
        retry_after_max: float,
        etag_characters_max: int,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        _check_base_url(base_url)
        # The error of http.client for such a header would contain the key.
        if key is not None and not re.fullmatch("[!-~]+", key):
            raise ValueError("key must have only visible ASCII characters.")
        self.base_url = base_url.rstrip("/")
        #: `Data-Revision` of the latest response.
        self.revision: Optional[str] = None
        self._path = urlsplit(self.base_url).path
        self._key = key
        self._max_bytes = max_bytes
        self._retry_after_max = retry_after_max
        self._memory = EtagMemory(etag_characters_max)
        self._connections = Connections(self.base_url, ssl_context)

    def close(self) -> None:
        self._connections.close()

    def send(
        self,
        path: str,
        *,
        shape: Shape,
        timeout: Optional[float],
        retries: int,
        query: Optional[Query] = None,
        body: Optional[Mapping[str, object]] = None,
        method: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Return the JSON of the response, which has the fields of the shape. A request with a body is a POST."""
        method = method or ("GET" if body is None else "POST")
        # Errors are JSON, too.
        all_headers = {
            "accept": "application/json",
            "accept-encoding": "gzip",
            "user-agent": "bank-lookup-client-python",
        }
        if self._key is not None:
            all_headers["authorization"] = f"Bearer {self._key}"
        if body is not None:
            all_headers["content-type"] = "application/json"
        all_headers.update(headers or {})
        content = None if body is None else encode_json(body)
        target = path + _query_string(query or {})
        attempt = 0
        while True:
            try:
                return self._send_once(method, target, content, all_headers, shape, timeout)
            except BankLookupError as error:
                if attempt >= retries or not is_transient(error):
                    raise
                if error.retry_after is not None and error.retry_after > self._retry_after_max:
                    raise
                delay = retry_delay(attempt, error.retry_after, random.random())
            time.sleep(delay)
            attempt += 1

    def _send_once(
        self,
        method: str,
        target: str,
        body: Optional[bytes],
        headers: Dict[str, str],
        shape: Shape,
        timeout: Optional[float],
    ) -> Any:
        remembered = self._memory.get(target) if method == "GET" else None
        if remembered:
            headers = {**headers, "if-none-match": remembered.etag}
        reply = self._exchange(method, target, body, headers, timeout)
        self.revision = reply.headers.get("data-revision") or self.revision
        if remembered and reply.status == 304:
            return parse_json(remembered.text)
        text = reply.body.decode("utf-8", "replace")
        result = parse_json(text)
        if reply.status != 200:
            raise self._error_of(reply, text, result)
        if not has_shape(result, shape):
            is_json = result is not None or text.strip() == "null"
            what = "JSON that is not from a Bank Lookup Service" if is_json else "a response that is not JSON"
            raise BankLookupError(
                f"{self.base_url} returned {what}.",
                "unexpected_response",
                reply.status,
                request_id=reply.headers.get("x-request-id"),
            )
        etag = reply.headers.get("etag")
        if etag and method == "GET":
            self._memory.set(target, Remembered(etag, text))
        return result

    def _exchange(
        self, method: str, target: str, body: Optional[bytes], headers: Dict[str, str], timeout: Optional[float]
    ) -> Reply:
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            return self._connections.exchange(
                method, self._path + target, body, headers, deadline=deadline, read=self._read_body
            )
        except socket.timeout as error:
            message = f"No response from {self.base_url} within {timeout:g} seconds."
            raise BankLookupError(message, "timeout") from error
        except OSError as error:
            raise BankLookupError(f"Cannot reach {self.base_url}: {error}", "network_error") from error
        except (HTTPException, zlib.error) as error:
            kind = type(error).__name__
        # Not inside the handler: these errors can contain parts of the response.
        raise BankLookupError(f"Cannot read the response of {self.base_url}: {kind}.", "network_error")

    def _read_body(self, response: HTTPResponse) -> bytes:
        """Count the bytes after decompression, which can be a thousand times as many."""
        inflate = zlib.decompressobj(31) if response.headers.get("content-encoding") == "gzip" else None
        body = bytearray()
        while len(body) <= self._max_bytes:
            chunk = response.read(_chunk_bytes)
            if not chunk:
                # `length` has the bytes that are missing.
                if response.length or (inflate and not inflate.eof and body):
                    raise IncompleteRead(b"")
                return bytes(body)
            body += inflate.decompress(chunk, self._max_bytes + 1 - len(body)) if inflate else chunk
        megabytes = f"{self._max_bytes / 1e6:g} MB"
        message = f"The response of {self.base_url} is larger than {megabytes}. Use max_bytes to allow more."
        raise BankLookupError(message, "response_too_large", response.status)

    def _error_of(self, reply: Reply, text: str, result: object) -> BankLookupError:
        code = reply.headers.get("error-code")
        problem = result if isinstance(result, dict) else {}
        detail = problem.get("detail")
        details = problem.get("details")
        message = f"{self.base_url} returned status {reply.status}."
        if code:
            message = (detail if isinstance(detail, str) else text.strip())[:1000]
        elif 300 <= reply.status < 400:
            message += " The client follows no redirects: set base_url to the address that they lead to."
        return BankLookupError(
            message,
            code or "unexpected_response",
            reply.status,
            details if isinstance(details, dict) else None,
            reply.headers.get("x-request-id"),
            parse_retry_after(reply.headers.get("retry-after")),
        )


def _check_base_url(base_url: str) -> None:
    parts = urlsplit(base_url)
    # Nothing of such a URL is in the error, because it may have a password.
    if "@" in base_url:
        raise ValueError("base_url must not have a user name or a password. For the service's own keys, pass key.")
    try:
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or not re.fullmatch("[!-~]+", base_url):
        raise ValueError(f'base_url must be a URL such as "http://localhost:8080", but is "{base_url}".')
    if "?" in base_url or "#" in base_url:
        raise ValueError('base_url must not have a query or a fragment: leave out "?", "#" and what follows.')


def _query_string(query: Query) -> str:
    texts = {name: _text_of(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(texts)}" if texts else ""


def _text_of(value: Union[str, int, Iterable[str]]) -> str:
    return str(value) if isinstance(value, (str, int)) else ",".join(value)

"""The part of the client that does not depend on the endpoints: options, connections and batches."""

import copy
import ssl
from enum import Enum
from types import TracebackType
from typing import Any, Dict, Iterable, List, Mapping, Optional, Type, TypeVar, Union

from ._batches import cut_batches
from ._error import BankLookupError
from ._transport import Query, Transport

_Self = TypeVar("_Self", bound="Session")


class _Unset(Enum):
    UNSET = 0


class Session:
    """Base class of the client: its options and connections, and how it sends requests."""

    def __init__(
        self,
        base_url: str,
        *,
        key: Optional[str] = None,
        timeout: Optional[float] = 30.0,
        retries: int = 2,
        retry_after_max: float = 60.0,
        max_bytes: int = 64_000_000,
        etag_characters_max: int = 8_000_000,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """Create a client; this sends no request.

        Args:
            base_url: URL of the service, such as `http://localhost:8080`.
            key: Public hash key. Only `create_record` needs one; with it, lookups have a higher rate limit.
            timeout: Seconds for each attempt, including the body of the response, but not the lookup of the host name.
                None for no limit.
            retries: How often to repeat a request after 408, 429, 500, 502, 503, 504, a timeout or a network failure.
            retry_after_max: If the service asks to wait for more seconds than this, the request fails without a retry.
            max_bytes: A response with more bytes, after decompression, is an error.
            etag_characters_max: How many characters of responses to remember with their ETags.
            ssl_context: For https with your own certificates. By default, those of the system are verified.
        """
        self._timeout = _checked_timeout(timeout)
        self._retries = retries
        self._transport = Transport(
            base_url,
            key=key,
            max_bytes=max_bytes,
            retry_after_max=retry_after_max,
            etag_characters_max=etag_characters_max,
            ssl_context=ssl_context,
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._transport.base_url!r})"

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the idle connections. A later request opens a new one."""
        self._transport.close()

    def with_options(
        self: _Self, *, timeout: Union[float, None, _Unset] = _Unset.UNSET, retries: Optional[int] = None
    ) -> _Self:
        """Return the same client with other options: it shares the connections and the memory of this one."""
        other = copy.copy(self)
        if not isinstance(timeout, _Unset):
            other._timeout = _checked_timeout(timeout)
        if retries is not None:
            other._retries = retries
        return other

    @property
    def revision(self) -> Optional[str]:
        """Revision of the data in the latest response: it changes when the data changes."""
        return self._transport.revision

    def _get(self, path: str, query: Query, **shape: type) -> Any:
        return self._send(path, query=query, shape=shape)

    def _post(self, path: str, body: Mapping[str, object], query: Query, **shape: type) -> Any:
        return self._send(path, body=body, query=query, shape=shape)

    def _send(self, path: str, **request: Any) -> Any:
        return self._transport.send(path, timeout=self._timeout, retries=self._retries, **request)

    def _post_batches(
        self, path: str, name: str, items: Iterable[Any], shared: Mapping[str, object], query: Query
    ) -> List[Any]:
        """Send one batch after another, because each counts against the rate limit by its size."""
        results: List[Any] = []
        for batch in cut_batches(items):
            part = self._post(path, {name: batch, **without_none(shared)}, query, results=list)["results"]
            if len(part) != len(batch):
                message = f"The service returned {len(part)} results for {len(batch)} items."
                raise BankLookupError(message, "unexpected_response", 200)
            results += part
        return results


def _checked_timeout(timeout: Optional[float]) -> Optional[float]:
    if timeout is not None and timeout <= 0:
        raise ValueError("timeout must be a number of seconds above 0, or None for no limit.")
    return timeout


def without_none(values: Mapping[str, object]) -> Dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}

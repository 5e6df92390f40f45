"""Decides whether and when to repeat a request. Every request of the client is safe to repeat."""

import re
import time
from email.utils import parsedate_to_datetime
from typing import Optional

from ._error import BankLookupError

_transient_statuses = frozenset({408, 429, 500, 502, 503, 504})


def is_transient(error: BankLookupError) -> bool:
    """Return True for failures that can pass by themselves: no connection, a timeout, a rate limit, an overload."""
    return error.status in _transient_statuses or error.code in ("network_error", "timeout")


def retry_delay(attempt: int, retry_after: Optional[float], random: float) -> float:
    """Return the seconds before the next attempt.

    The jitter spreads the clients that failed at the same moment. It is added to `Retry-After`, because an earlier
    attempt would fail again.
    """
    if retry_after is not None:
        return retry_after + random * 0.5
    return float(0.25 * 2**attempt * (0.5 + random))


def parse_retry_after(value: Optional[str], now: Optional[float] = None) -> Optional[float]:
    """Read `Retry-After`: a number of seconds, or a date, which proxies may send."""
    if not value:
        return None
    if re.fullmatch("[0-9]+", value):
        return float(value)
    try:
        date = parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
    return max(0.0, date - (time.time() if now is None else now))

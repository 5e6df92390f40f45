"""The exception of all requests that fail."""

from typing import Any, Dict, Literal, Optional, Union

from .types import ServiceErrorCode

#: Codes for failures without an error response of the service: no connection, no complete response in time, a response
#: that is larger than `max_bytes`, or one that is not from the service, for example the error page of a proxy.
ClientErrorCode = Literal["network_error", "timeout", "response_too_large", "unexpected_response"]

#: Upgrades of the service add codes, so any string is allowed; editors complete the known ones.
ErrorCode = Union[ServiceErrorCode, ClientErrorCode, str]


class BankLookupError(Exception):
    """A failed request. `message` is the sentence of the service: show it to developers, and do not parse it."""

    #: Stable code of the error, for programs.
    code: ErrorCode
    #: HTTP status, or 0 if there was no response.
    status: int
    message: str
    #: The values in the message, such as the allowed ones, without those that were sent. Each code has its own.
    details: Dict[str, Any]
    #: Id of the request in the operator's log, if the response had one.
    request_id: Optional[str]
    #: How many seconds the service asks to wait before the next attempt, if it does.
    retry_after: Optional[float]

    def __init__(
        self,
        message: str,
        code: ErrorCode,
        status: int = 0,
        details: Optional[Dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        # Exceptions are copied and pickled by their arguments.
        super().__init__(message, code, status, details, request_id, retry_after)
        self.message = message
        self.code = code
        self.status = status
        self.details = details or {}
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        return self.message

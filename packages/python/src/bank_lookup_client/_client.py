"""The client: one method per request of the service."""

import copy
import re
import ssl
import uuid
from enum import Enum
from types import TracebackType
from typing import (
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Type,
    TypedDict,
    Union,
    overload,
)

from ._batches import cut_batches
from ._error import BankLookupError
from ._sync import Update, sync_updates
from ._transport import Query, Transport
from .types import (
    AccountRequirements,
    BankDetail,
    BankFieldName,
    BankFieldsList,
    BankList,
    BankType,
    BranchPage,
    Changes,
    CheckedAccount,
    CreatedRecord,
    FacetName,
    ListFacetName,
    Rail,
    Resolved,
    ResolvedFields,
    Scheme,
    SearchResult,
    SortOrder,
    StatusFilter,
    SupportedCountries,
    UncheckedAccount,
)

#: One bank type, or several.
_Types = Union[BankType, Sequence[BankType]]
_Has = Union[Literal["code", "bic"], Scheme]


class _AccountFields(TypedDict):
    fields: Mapping[str, Optional[str]]
    """The fields of the method by key. A field that is None counts as missing."""


class Account(_AccountFields, total=False):
    """An account to check."""

    country: Optional[str]
    method: Optional[str]
    """Id of the payment method, from `account_requirements`."""


class _Unset(Enum):
    UNSET = 0


class BankLookup:
    """A client of a Bank Lookup Service.

    Create one and keep it: it reuses connections, and remembers lists that have not changed. Threads may share it.
    Every method raises `BankLookupError` if the request fails. Requests are safe to repeat, so the client repeats them
    after a rate limit, an overload, a timeout or a network failure.
    """

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
        return f"BankLookup({self._transport.base_url!r})"

    def __enter__(self) -> "BankLookup":
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
        self, *, timeout: Union[float, None, _Unset] = _Unset.UNSET, retries: Optional[int] = None
    ) -> "BankLookup":
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

    def supported_countries(self) -> SupportedCountries:
        """List the supported countries and regions."""
        result: SupportedCountries = self._get("/v1/supported-countries/", {}, countries=list)
        return result

    @overload
    def list_banks(
        self,
        country: str,
        *,
        status: Optional[StatusFilter] = None,
        type: Optional[_Types] = None,
        has: Optional[_Has] = None,
        rail: Optional[Rail] = None,
        region: Optional[str] = None,
        sort: Optional[SortOrder] = None,
        limit: Optional[int] = None,
        fields: None = None,
        facets: Optional[Sequence[ListFacetName]] = None,
    ) -> BankList: ...

    @overload
    def list_banks(
        self,
        country: str,
        *,
        status: Optional[StatusFilter] = None,
        type: Optional[_Types] = None,
        has: Optional[_Has] = None,
        rail: Optional[Rail] = None,
        region: Optional[str] = None,
        sort: Optional[SortOrder] = None,
        limit: Optional[int] = None,
        fields: Sequence[BankFieldName],
        facets: Optional[Sequence[ListFacetName]] = None,
    ) -> BankFieldsList: ...

    def list_banks(
        self,
        country: str,
        *,
        status: Optional[StatusFilter] = None,
        type: Optional[_Types] = None,
        has: Optional[_Has] = None,
        rail: Optional[Rail] = None,
        region: Optional[str] = None,
        sort: Optional[SortOrder] = None,
        limit: Optional[int] = None,
        fields: Optional[Sequence[BankFieldName]] = None,
        facets: Optional[Sequence[ListFacetName]] = None,
    ) -> Union[BankList, BankFieldsList]:
        """List the banks in a country or region.

        Args:
            country: Two-letter or three-letter code, or English name, of a country or region.
            status: Only banks with this status. Default: `active`.
            type: Only banks of these types. Default: all types except `official_institution`.
            has: Only banks with a `code` or a `bic`, or with a current code in this scheme.
            rail: Only banks that money reaches over this payment rail.
            region: Only banks in this state or county, as in their field `region`.
            sort: `name` (default), or `prominence` for the best-known banks first.
            limit: Maximum number of banks. Default: all.
            fields: Only these fields of each bank.
            facets: Fields by which to count all banks of the list: the result then has `total` and `facets`.
        """
        query: Query = {
            "country": country,
            "status": status,
            "type": type,
            "has": has,
            "rail": rail,
            "region": region,
            "sort": sort,
            "limit": limit,
            "fields": fields,
            "facets": facets,
        }
        result: Union[BankList, BankFieldsList] = self._get("/v1/banks", query, banks=list, revision=str)
        return result

    def get_bank(self, id: str) -> BankDetail:
        """Get a bank by its id, with all its codes and sources, even if it is no longer open."""
        # Other ids could be another path, such as the list of banks.
        if not re.fullmatch("[A-Za-z0-9-]+", id):
            message = "This is not a bank id: ids have only letters, digits and hyphens, such as ng-gtbank."
            raise BankLookupError(message, "bank_unknown")
        result: BankDetail = self._get(f"/v1/banks/{id}", {}, id=str, codes=dict)
        return result

    def search(
        self,
        q: str,
        *,
        country: Optional[str] = None,
        status: Optional[StatusFilter] = None,
        type: Optional[_Types] = None,
        has: Optional[_Has] = None,
        rail: Optional[Rail] = None,
        region: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        facets: Optional[Sequence[FacetName]] = None,
    ) -> SearchResult:
        """Search for banks by name, code or place, best match first.

        Args:
            q: The text, for example what a user has typed so far.
            country: Only banks in this country or region.
            status: Only banks with this status. Default: `any`.
            type: Only banks of these types.
            has: As in `list_banks`.
            rail: As in `list_banks`.
            region: As in `list_banks`.
            offset: Number of results to skip, 0 (default) to 1,000.
            limit: Maximum number of results, 1 to 100. Default: 10.
            facets: Fields by which to count all results: the result then has `total` and `facets`.
        """
        query: Query = {
            "q": q,
            "country": country,
            "status": status,
            "type": type,
            "has": has,
            "rail": rail,
            "region": region,
            "offset": offset,
            "limit": limit,
            "facets": facets,
        }
        result: SearchResult = self._get("/v1/search", query, banks=list)
        return result

    def list_branches(
        self, bank: str, *, q: Optional[str] = None, offset: Optional[int] = None, limit: Optional[int] = None
    ) -> BranchPage:
        """List the branches of a bank, one page at a time, in the countries with a list of branches.

        Args:
            bank: Id of the bank.
            q: Only branches with a name, a city or a code in which words start with these words.
            offset: Number of branches to skip, 0 (default) to 100,000.
            limit: Maximum number of branches, 1 to 100. Default: 20.
        """
        query: Query = {"bank": bank, "q": q, "offset": offset, "limit": limit}
        result: BranchPage = self._get("/v1/branches", query, branches=list)
        return result

    @overload
    def resolve(self, identifier: str, *, country: Optional[str] = None, fields: None = None) -> Resolved: ...

    @overload
    def resolve(
        self, identifier: str, *, country: Optional[str] = None, fields: Sequence[BankFieldName]
    ) -> ResolvedFields: ...

    def resolve(
        self,
        identifier: str,
        *,
        country: Optional[str] = None,
        fields: Optional[Sequence[BankFieldName]] = None,
    ) -> Union[Resolved, ResolvedFields]:
        """Find the bank behind an identifier, or the reason why it is invalid.

        Args:
            identifier: An IBAN, a BIC, a bank code, a routing number, an account number and so on.
            country: Country or region of the identifier, if known.
            fields: Only these fields of each bank, instead of a summary.
        """
        body = _without_none({"identifier": identifier, "country": country})
        result: Union[Resolved, ResolvedFields] = self._post("/v1/resolve", body, {"fields": fields}, readings=list)
        return result

    @overload
    def resolve_many(
        self, identifiers: Iterable[str], *, country: Optional[str] = None, fields: None = None
    ) -> List[Resolved]: ...

    @overload
    def resolve_many(
        self, identifiers: Iterable[str], *, country: Optional[str] = None, fields: Sequence[BankFieldName]
    ) -> List[ResolvedFields]: ...

    def resolve_many(
        self,
        identifiers: Iterable[str],
        *,
        country: Optional[str] = None,
        fields: Optional[Sequence[BankFieldName]] = None,
    ) -> Union[List[Resolved], List[ResolvedFields]]:
        """Resolve any number of identifiers, in batches. The results have the same order.

        Args:
            identifiers: What `resolve` accepts.
            country: Country or region of the identifiers, if known.
            fields: Only these fields of each bank, instead of a summary.
        """
        if isinstance(identifiers, str):
            raise TypeError("identifiers is one text, but must be several. To resolve one, use resolve.")
        return self._post_batches("/v1/resolve", "identifiers", identifiers, {"country": country}, {"fields": fields})

    def account_requirements(self, country: str, *, test_accounts: bool = False) -> AccountRequirements:
        """List the payment methods of a country with the fields that an account form needs.

        Args:
            country: Country or region of the accounts.
            test_accounts: Whether each payment method has `test_accounts`, to test forms with.
        """
        query = {"country": country, "test_accounts": "true" if test_accounts else None}
        result: AccountRequirements = self._get("/v1/account-requirements", query, methods=list)
        return result

    def check_account(self, country: str, method: str, fields: Mapping[str, Optional[str]]) -> CheckedAccount:
        """Check the fields of an account, and find its bank, BIC and IBAN.

        Args:
            country: Country or region of the account.
            method: Id of the payment method, from `account_requirements`.
            fields: The fields of the method by key. A field that is None counts as missing.
        """
        body = {"country": country, "method": method, "fields": _without_none(fields)}
        result: CheckedAccount = self._post("/v1/accounts/check", body, {}, verdict=str, fields=dict)
        return result

    def check_accounts(
        self, accounts: Iterable[Account], *, country: Optional[str] = None, method: Optional[str] = None
    ) -> List[Union[CheckedAccount, UncheckedAccount]]:
        """Check any number of accounts, in batches. The results have the same order.

        Args:
            accounts: Objects with `fields`, and with their own `country` and `method` if they have any.
            country: Country of the accounts that have none.
            method: Method of the accounts that have none.
        """
        shared = {"country": country, "method": method}
        return self._post_batches("/v1/accounts/check", "accounts", accounts, shared, {})

    def changes(self, since: str, *, country: Optional[str] = None) -> Changes:
        """List the changes to the lists since a revision, one per bank.

        Args:
            since: Revision of your copy, or a date.
            country: Only changes to banks in this country or region.
        """
        result: Changes = self._get("/v1/changes", {"since": since, "country": country}, to=str, changes=list)
        return result

    def sync(
        self, *, country: Optional[str] = None, since: Optional[str] = None, every: Optional[float] = None
    ) -> Iterator[Update]:
        """Yield the updates that keep a local copy of the lists current.

        An error ends the iteration; continue later from the revision that you stored.

        Args:
            country: The country or region of the copy. By default, all countries.
            since: The revision of the copy; without it, the first update is the complete list.
            every: Seconds between looks for changes. Without it, the iteration ends when the copy is current.
        """
        return sync_updates(self, country, since, every)

    def create_record(self, *, idempotency_key: Optional[str] = None) -> CreatedRecord:
        """Create a record. Requires a key. A retry never creates a second record.

        Args:
            idempotency_key: A value per record, so that repetitions create it only once. By default the client makes
                one for each call. Pass your own, and store it until the record exists, to repeat the call after a
                restart of your program.
        """
        value = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        if not re.fullmatch("[ -~]{1,255}", value):
            message = "idempotency_key must be 1 to 255 printable ASCII characters."
            raise BankLookupError(message, "idempotency_key_malformed")
        result: CreatedRecord = self._send(
            "/index.php", method="POST", headers={"idempotency-key": value}, shape={"id": str}
        )
        return result

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
            part = self._post(path, {name: batch, **_without_none(shared)}, query, results=list)["results"]
            if len(part) != len(batch):
                message = f"The service returned {len(part)} results for {len(batch)} items."
                raise BankLookupError(message, "unexpected_response", 200)
            results += part
        return results


def _checked_timeout(timeout: Optional[float]) -> Optional[float]:
    if timeout is not None and timeout <= 0:
        raise ValueError("timeout must be a number of seconds above 0, or None for no limit.")
    return timeout


def _without_none(values: Mapping[str, object]) -> Dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}

"""The client: one method per request of the service."""

import re
import uuid
from typing import Iterable, Iterator, List, Mapping, Optional, Sequence, Union, overload

from ._error import BankLookupError
from ._parameters import Account, Fields, Has, Kinds, Types
from ._session import Session, without_none
from ._sync import Update, sync_updates
from ._transport import Query
from .types import (
    AccountRequirements,
    BankDetail,
    BankFieldsList,
    BankList,
    BranchPage,
    Changes,
    CheckedAccount,
    CreatedRecord,
    FoundNumbers,
    FacetName,
    ListFacetName,
    Rail,
    Resolved,
    ResolvedFields,
    SearchResult,
    SortOrder,
    StatusFilter,
    SupportedCountries,
    UncheckedAccount,
)


class BankLookup(Session):
    """A client of a Bank Lookup Service.

    Create one and keep it: it reuses connections, and remembers lists that have not changed. Threads may share it.
    Every method raises `BankLookupError` if the request fails. Requests are safe to repeat, so the client repeats them
    after a rate limit, an overload, a timeout or a network failure.
    """

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
        type: Optional[Types] = None,
        has: Optional[Has] = None,
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
        type: Optional[Types] = None,
        has: Optional[Has] = None,
        rail: Optional[Rail] = None,
        region: Optional[str] = None,
        sort: Optional[SortOrder] = None,
        limit: Optional[int] = None,
        fields: Fields,
        facets: Optional[Sequence[ListFacetName]] = None,
    ) -> BankFieldsList: ...

    def list_banks(
        self,
        country: str,
        *,
        status: Optional[StatusFilter] = None,
        type: Optional[Types] = None,
        has: Optional[Has] = None,
        rail: Optional[Rail] = None,
        region: Optional[str] = None,
        sort: Optional[SortOrder] = None,
        limit: Optional[int] = None,
        fields: Optional[Fields] = None,
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
        if not isinstance(id, str) or not re.fullmatch("[A-Za-z0-9-]+", id):
            message = f'"{id}" is not a bank id: ids have only letters, digits and hyphens, such as ng-gtbank.'
            raise BankLookupError(message, "bank_unknown")
        result: BankDetail = self._get(f"/v1/banks/{id}", {}, id=str, codes=dict)
        return result

    def search(
        self,
        q: str,
        *,
        country: Optional[str] = None,
        status: Optional[StatusFilter] = None,
        type: Optional[Types] = None,
        has: Optional[Has] = None,
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
            has, rail, region: As in `list_banks`.
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
    def resolve(
        self,
        identifier: str,
        *,
        country: Optional[str] = None,
        kinds: Optional[Kinds] = None,
        fields: None = None,
        bic: Optional[str] = None,
    ) -> Resolved: ...

    @overload
    def resolve(
        self,
        identifier: str,
        *,
        country: Optional[str] = None,
        kinds: Optional[Kinds] = None,
        fields: Fields,
        bic: Optional[str] = None,
    ) -> ResolvedFields: ...

    def resolve(
        self,
        identifier: str,
        *,
        country: Optional[str] = None,
        kinds: Optional[Kinds] = None,
        fields: Optional[Fields] = None,
        bic: Optional[str] = None,
    ) -> Union[Resolved, ResolvedFields]:
        """Find the bank behind an identifier, or the reason why it is invalid.

        Args:
            identifier: An IBAN, a BIC, a bank code, a routing number, an account number and so on.
            country: Country or region of the identifier, if known.
            kinds: Only readings of these kinds. "reference" also reads digits as a payment reference.
            fields: Only these fields of each bank, instead of a summary.
            bic: A BIC to compare with the bank: the readings then have `bic_match` and `bic_note`.
        """
        body = without_none({"identifier": identifier, "country": country, "kinds": kinds, "bic": bic})
        result: Union[Resolved, ResolvedFields] = self._post("/v1/resolve", body, {"fields": fields}, readings=list)
        return result

    @overload
    def resolve_many(
        self, identifiers: Iterable[str], *, country: Optional[str] = None, fields: None = None
    ) -> List[Resolved]: ...

    @overload
    def resolve_many(
        self, identifiers: Iterable[str], *, country: Optional[str] = None, fields: Fields
    ) -> List[ResolvedFields]: ...

    def resolve_many(
        self, identifiers: Iterable[str], *, country: Optional[str] = None, fields: Optional[Fields] = None
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

    def find_numbers(self, text: str, *, country: Optional[str] = None) -> FoundNumbers:
        """Find the numbers of banks and accounts in a text, such as a mail, and resolve them.

        Args:
            text: Up to 4,096 characters.
            country: Country or region of the numbers, if known.
        """
        body = without_none({"text": text, "country": country})
        result: FoundNumbers = self._post("/v1/resolve", body, {}, found=list)
        return result

    def account_requirements(self, country: str, *, test_accounts: bool = False) -> AccountRequirements:
        """List the payment methods of a country with the fields that an account form needs.

        Args:
            country: Country or region of the accounts.
            test_accounts: Whether each payment method has `test_accounts`, to test forms with.
        """
        query = {"country": country, "test_accounts": "true" if test_accounts else None}
        result: AccountRequirements = self._get("/v1/account-requirements", query, methods=list)
        return result

    def check_account(
        self, country: str, method: str, fields: Mapping[str, Optional[str]], *, bic: Optional[str] = None
    ) -> CheckedAccount:
        """Check the fields of an account, and find its bank, BIC and IBAN.

        Args:
            country: Country or region of the account.
            method: Id of the payment method, from `account_requirements`.
            fields: The fields of the method by key. A field that is None counts as missing.
            bic: A BIC to compare with the bank: the result then has `bic_match` and `bic_note`.
        """
        body = without_none({"country": country, "method": method, "fields": without_none(fields), "bic": bic})
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
        headers = {"idempotency-key": value}
        result: CreatedRecord = self._send("/index.php", method="POST", headers=headers, shape={"id": str})
        return result

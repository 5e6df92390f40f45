"""Keeps a local copy of the lists current."""

import time
from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, NamedTuple, Optional

from ._error import BankLookupError
from .types import Bank, Change

if TYPE_CHECKING:
    from ._client import BankLookup


class Update(NamedTuple):
    """An update of a local copy. First replace the copy by `banks`, unless they are None; then apply `changes`."""

    #: The revision of the copy after the update: store it with the copy.
    revision: str
    #: The complete list, if the copy is new or no changes lead to the current revision; otherwise None.
    banks: Optional[List[Bank]]
    changes: List[Change]


def sync_updates(
    client: "BankLookup", country: Optional[str], since: Optional[str], every: Optional[float]
) -> Iterator[Update]:
    revision = since
    while True:
        update = (_changes_since(client, revision, country) if revision else None) or _fetch_all(client, country)
        if update.revision != revision:
            yield update
        revision = update.revision
        if every is None:
            return
        time.sleep(every)


def _changes_since(client: "BankLookup", known: str, country: Optional[str]) -> Optional[Update]:
    """Return None if no changes lead from this revision to the current one."""
    try:
        found = client.changes(known, country=country)
    except BankLookupError as error:
        if error.code == "revision_unknown":
            return None
        raise
    changes = found["changes"]
    _require_banks(changes)
    _require_banks(bank for bank in (change.get("bank") for change in changes) if bank is not None)
    return Update(found["to"], None, changes)


def _fetch_all(client: "BankLookup", country: Optional[str]) -> Update:
    codes = [country] if country else _country_codes(client)
    lists = [client.list_banks(code) for code in codes]
    # If the data changed meanwhile, the changes since the first list also cover the later ones.
    banks = [bank for one in lists for bank in one["banks"]]
    _require_banks(banks)
    return Update(lists[0]["revision"], banks, [])


def _require_banks(banks: Iterable[Any]) -> None:
    """What a sync yields replaces banks of the copy, so it must be banks."""
    if not all(isinstance(bank, dict) and isinstance(bank.get("id"), str) for bank in banks):
        raise BankLookupError("The service returned a bank without an id.", "unexpected_response", 200)


def _country_codes(client: "BankLookup") -> List[str]:
    """Return the codes of all countries. A region has no banks of its own."""
    countries = client.supported_countries()["countries"]
    codes = [
        country["code"]
        for country in countries
        if country.get("kind") == "country" and isinstance(country.get("code"), str)
    ]
    if not codes:
        raise BankLookupError("The service returned no country.", "unexpected_response", 200)
    return codes

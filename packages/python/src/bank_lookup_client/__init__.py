"""Typed client for the Bank Lookup Service. It uses only the standard library.

    from bank_lookup_client import BankLookup

    client = BankLookup("http://localhost:8080")
    for bank in client.search("gtb", country="ng")["banks"]:
        print(bank["name"], bank["codes"].get("ng_nip"))

The types of the results are in `bank_lookup_client.types`.
"""

from ._client import BankLookup
from ._error import BankLookupError, ErrorCode
from ._parameters import Account
from ._sync import Update

__all__ = ["Account", "BankLookup", "BankLookupError", "ErrorCode", "Update"]

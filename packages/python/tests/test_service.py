"""The methods against a real service: `test/python/python-client.test.ts` starts one, and names it in the environment."""

import json
import os
import unittest
from typing import Any, Optional
from urllib.request import Request, urlopen

from bank_lookup_client import BankLookup, BankLookupError

url = os.environ.get("BANK_LOOKUP_URL", "")


def fetch(path: str, body: Optional[object] = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url + path, data, {"content-type": "application/json"})) as response:
        return json.load(response)


@unittest.skipUnless(url, "BANK_LOOKUP_URL names no service")
class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.client = BankLookup(url, key=os.environ["BANK_LOOKUP_KEY"])
        self.addCleanup(self.client.close)

    def test_every_lookup_returns_the_json_of_the_service(self) -> None:
        client = self.client
        fields = {"bank": "044", "account_number": "0690000031"}
        account = {"country": "ng", "method": "ng_nuban", "fields": fields}
        self.assertEqual(client.supported_countries(), fetch("/v1/supported-countries/"))
        self.assertEqual(client.list_banks("gh"), fetch("/v1/banks?country=gh"))
        self.assertEqual(client.get_bank("ng-access-bank"), fetch("/v1/banks/ng-access-bank"))
        self.assertEqual(client.search("acess & bnk"), fetch("/v1/search?q=acess+%26+bnk"))
        page = client.list_branches("in-dcb-bank", q="mum", limit=3, offset=2)
        self.assertEqual(page, fetch("/v1/branches?bank=in-dcb-bank&q=mum&limit=3&offset=2"))
        self.assertEqual(client.resolve("058"), fetch("/v1/resolve", {"identifier": "058"}))
        self.assertEqual(client.account_requirements("ca"), fetch("/v1/account-requirements?country=ca"))
        self.assertEqual(client.check_account("ng", "ng_nuban", fields), fetch("/v1/accounts/check", account))
        iban = "DE89370400440532013000"
        self.assertEqual(client.resolve(iban, bic="DEUTDEFF")["readings"][0]["bic_match"], "other_bank")
        self.assertEqual(client.check_account("de", "de_iban", {"iban": iban}, bic="COBADEFF")["bic_match"], "same")
        revision = client.revision or ""
        self.assertEqual(client.changes(revision), fetch(f"/v1/changes?since={revision}"))

    def test_every_option_reaches_the_service(self) -> None:
        client = self.client
        menu = client.list_banks(
            "ng",
            status="active",
            type=["commercial_bank", "mobile_money"],
            has="ng_nip",
            rail="ng_nip",
            sort="prominence",
            limit=20,
            fields=["id", "codes", "type"],
        )
        self.assertEqual({bank["type"] for bank in menu["banks"]}, {"commercial_bank", "mobile_money"})
        self.assertEqual(menu["count"], 20)
        for bank in menu["banks"]:
            self.assertTrue(bank["codes"]["ng_nip"])
            self.assertEqual(set(bank), {"id", "type", "codes"})
        page = client.search("bank", country="ng", status="active", type="commercial_bank", limit=4)
        second = client.search("bank", country="ng", status="active", type="commercial_bank", offset=2, limit=2)
        self.assertEqual(second["banks"], page["banks"][2:])
        counted = client.search("bank", country="ng", rail="ng_nip", has="code", limit=1, facets=["country", "status"])
        self.assertEqual(counted["facets"]["country"], [{"value": "NG", "count": counted["total"]}])
        self.assertNotIn("type", counted["facets"])
        texas = client.list_banks("us", region="TX", limit=3, facets=["region"])
        self.assertEqual({bank["region"] for bank in texas["banks"]}, {"TX"})
        self.assertGreater(texas["total"], 3)
        resolved = client.resolve("058", country="ng", fields=["id", "website"])
        self.assertEqual(set(resolved["readings"][0]["banks"][0]), {"id", "website", "relation", "since"})
        self.assertEqual(client.changes(client.revision or "", country="gh")["count"], 0)

    def test_an_error_of_the_service_has_its_code_status_sentence_and_request_id(self) -> None:
        with self.assertRaises(BankLookupError) as context:
            self.client.get_bank("ng-nowhere")
        error = context.exception
        self.assertEqual((error.code, error.status), ("bank_unknown", 404))
        self.assertRegex(str(error), '^Unknown bank "ng-nowhere"')
        self.assertRegex(error.request_id or "", "^[0-9a-z]{10}-[0-9a-z]+$")
        with self.assertRaises(BankLookupError) as context, BankLookup(url) as anonymous:
            anonymous.create_record()
        self.assertEqual((context.exception.code, context.exception.status), ("key_missing", 401))

    def test_a_list_of_any_length_is_cut_at_the_limits_of_the_service_and_the_results_have_its_order(self) -> None:
        identifiers = [f"{at:010}" for at in range(2_300)]
        results = self.client.resolve_many(identifiers, country="ng", fields=["id"])
        self.assertEqual([result["readings"][0]["canonical"] for result in results], identifiers)
        numbers = [f"{at:010}" for at in range(1_200)]
        accounts: Any = ({"fields": {"bank": "044", "account_number": number.ljust(70)}} for number in numbers)
        checked = self.client.check_accounts(accounts, country="ng", method="ng_nuban")
        values = [result["fields"]["account_number"]["value"] for result in checked if "fields" in result]
        self.assertEqual(values, numbers)
        valid, missing, none = self.client.check_accounts(
            [
                {"country": "ng", "method": "ng_nuban", "fields": {"bank": "044", "account_number": "0690000031"}},
                {"country": "ng", "method": "ng_nuban", "fields": {}},
                {"country": "ng", "method": "ng_nuban", "fields": {"bank": "044", "account_number": None}},
            ]
        )
        self.assertEqual(valid.get("verdict"), "valid")
        self.assertEqual([missing.get("error"), none.get("error")], ["field_missing", "field_missing"])
        one = {"bank": "044", "account_number": None}
        with self.assertRaises(BankLookupError) as context:
            self.client.check_account("ng", "ng_nuban", one)
        self.assertEqual(context.exception.code, "field_missing")

    def test_a_record_is_created_once_for_each_idempotency_key(self) -> None:
        first = self.client.create_record(idempotency_key="order 7421")
        self.assertEqual(self.client.create_record(idempotency_key="order 7421"), first)
        self.assertNotEqual(self.client.create_record()["id"], self.client.create_record()["id"])

    def test_a_copy_is_complete_and_the_next_sync_has_nothing_to_do(self) -> None:
        (update,) = self.client.sync(country="gh")
        self.assertEqual((update.banks, update.changes), (self.client.list_banks("gh")["banks"], []))
        self.assertEqual(update.revision, self.client.revision)
        self.assertEqual(list(self.client.sync(country="gh", since=update.revision)), [])
        (replaced,) = self.client.sync(country="gh", since="2020-01-01.ffffffff")
        self.assertEqual(replaced, update)

"""The client against a server that is slow, overloaded, broken or hostile: every failure is a BankLookupError."""

import socket
import traceback
import unittest
from typing import Any, Callable, Dict, List
from unittest.mock import patch

from bank_lookup_client import BankLookup, BankLookupError

from . import fault_server as faults
from .fault_server import FaultServer, problem, send, send_json

countries = send_json({"countries": []})
account_number = "0690000031"

#: Every method. Those that send account numbers come last.
calls: Dict[str, Callable[[BankLookup], Any]] = {
    "supported_countries": lambda client: client.supported_countries(),
    "list_banks": lambda client: client.list_banks("ng"),
    "get_bank": lambda client: client.get_bank("ng-gtbank"),
    "search": lambda client: client.search("gtb"),
    "account_requirements": lambda client: client.account_requirements("ng"),
    "list_branches": lambda client: client.list_branches("in-dcb-bank"),
    "changes": lambda client: client.changes("1"),
    "sync": lambda client: next(client.sync()),
    "sync of a copy": lambda client: next(client.sync(since="1")),
    "create_record": lambda client: client.create_record(),
    "resolve": lambda client: client.resolve(account_number),
    "resolve_many": lambda client: client.resolve_many([account_number]),
    "check_account": lambda client: client.check_account("ng", "x", {"account_number": account_number}),
    "check_accounts": lambda client: client.check_accounts([{"fields": {"account_number": account_number}}]),
}


class Faults(unittest.TestCase):
    def setUp(self) -> None:
        self.delays: List[float] = []
        sleep = patch("bank_lookup_client._transport.time.sleep", self.delays.append)
        sleep.start()
        self.addCleanup(sleep.stop)

    def fails(self, call: Callable[[], Any], code: str, status: int = 0) -> BankLookupError:
        with self.assertRaises(BankLookupError) as context:
            call()
        self.assertEqual((context.exception.code, context.exception.status), (code, status))
        return context.exception

    def test_a_request_is_repeated_after_every_failure_that_can_pass(self) -> None:
        overloads = [problem(status, "busy") for status in (408, 429, 500, 502, 503, 504)]
        broken = [faults.reset, faults.hang_up, faults.cut, faults.cut_gzip, faults.cut_chunks]
        server = FaultServer(self, [*broken, faults.send_raw(b"SSH-2.0-x\r\n"), *overloads, countries])
        with BankLookup(server.url, retries=12) as client:
            self.assertEqual(client.supported_countries(), {"countries": []})
        self.assertEqual(len(server.requests), 13)
        self.assertEqual(len(self.delays), 12)

    def test_a_creation_is_repeated_with_the_same_idempotency_key(self) -> None:
        answers = [faults.reset, faults.cut, problem(503, "store_unavailable"), send_json({"id": "rec_1"})]
        server = FaultServer(self, answers)
        with BankLookup(server.url, key="blk_demo_x", retries=3) as client:
            client.create_record()
            client.create_record()
            client.create_record(idempotency_key="order 7421")
        keys = [request.headers["idempotency-key"] for request in server.requests]
        self.assertEqual(len(set(keys[:4])), 1)
        self.assertRegex(keys[0], "^[0-9a-f-]{36}$")
        self.assertNotEqual(keys[4], keys[0])
        self.assertEqual(keys[5], "order 7421")
        self.assertEqual({request.headers["authorization"] for request in server.requests}, {"Bearer blk_demo_x"})

    def test_a_request_is_repeated_twice_by_default_and_then_fails_with_the_last_error(self) -> None:
        server = FaultServer(self, [problem(429, "rate_limited", {"retry-after": "3", "x-request-id": "id-1"})])
        with BankLookup(server.url) as client:
            error = self.fails(client.supported_countries, "rate_limited", 429)
            self.assertEqual((str(error), error.retry_after, error.request_id), ("Sentence of rate_limited.", 3, "id-1"))
            self.assertEqual(len(server.requests), 3)
            self.assertTrue(all(3 <= delay <= 3.5 for delay in self.delays))
            self.fails(client.with_options(retries=0).supported_countries, "rate_limited", 429)
            self.assertEqual(len(server.requests), 4)

    def test_a_request_fails_at_once_if_the_service_asks_to_wait_too_long_or_if_the_error_is_final(self) -> None:
        limited = [problem(429, "rate_limited", {"retry-after": seconds}) for seconds in ("61", "3", "9" * 400)]
        server = FaultServer(self, [*limited, problem(404, "bank_unknown")])
        with BankLookup(server.url) as client:
            self.assertEqual(self.fails(client.supported_countries, "rate_limited", 429).retry_after, 61)
        with BankLookup(server.url, retry_after_max=2) as client:
            for _ in range(2):
                self.fails(client.supported_countries, "rate_limited", 429)
            self.fails(client.supported_countries, "bank_unknown", 404)
        self.assertEqual((len(server.requests), self.delays), (4, []))

    def test_a_response_that_does_not_come_in_time_is_a_timeout_even_if_bytes_keep_coming(self) -> None:
        head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n"
        late = [faults.hang, faults.stall, faults.trickle(head + b"x: "), faults.trickle(head + b"\r\n")]
        server = FaultServer(self, late)
        with BankLookup(server.url, timeout=0.2, retries=0) as client:
            for _ in late:
                error = self.fails(client.supported_countries, "timeout")
                self.assertEqual(str(error), f"No response from {server.url} within 0.2 seconds.")
        self.assertEqual(len(server.requests), 4)

    def test_a_timeout_is_repeated_and_each_attempt_has_its_own(self) -> None:
        server = FaultServer(self, [faults.hang, faults.hang, countries])
        with BankLookup(server.url, timeout=None) as client:
            self.assertEqual(client.with_options(timeout=0.2).supported_countries(), {"countries": []})

    def test_an_unreachable_service_is_a_network_error_with_its_cause(self) -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{unused.getsockname()[1]}"
            error = self.fails(BankLookup(url, retries=1).supported_countries, "network_error")
        self.assertRegex(str(error), f"^Cannot reach {url}: .*refused")
        self.assertIsInstance(error.__cause__, ConnectionRefusedError)
        self.assertEqual(len(self.delays), 1)

    def test_a_response_that_is_not_from_the_service_is_an_error_of_every_method(self) -> None:
        strange = "returned JSON that is not from a Bank Lookup Service.$"
        for answer, status, pattern in (
            (send_json(None), 200, strange),
            (send_json({}), 200, strange),
            (send_json([1]), 200, strange),
            (send(b"<h1>Log in to this Wi-Fi</h1>"), 200, "returned a response that is not JSON.$"),
            (send(b"[" * 100_000), 200, "returned a response that is not JSON.$"),
            (send(b"\xff\xfe"), 200, "returned a response that is not JSON.$"),
            (send(b"<h1>Not Found</h1>", 404), 404, "returned status 404.$"),
            (send_json({"code": {}, "detail": {}}, 400), 400, "returned status 400.$"),
            (send(b"", 301, {"location": "/"}), 301, "The client follows no redirects"),
        ):
            server = FaultServer(self, [answer])
            with BankLookup(server.url) as client:
                for name, call in calls.items():
                    with self.subTest(name, pattern=pattern):
                        self.assertRegex(str(self.fails(lambda: call(client), "unexpected_response", status)), pattern)

    def test_a_long_error_is_shortened(self) -> None:
        server = FaultServer(self, [send_json({"detail": "x" * 1_000_000}, 400, {"error-code": "x"})])
        with BankLookup(server.url) as client:
            self.assertEqual(str(self.fails(client.supported_countries, "x", 400)), "x" * 1_000)

    def test_an_endless_response_is_read_up_to_max_bytes_and_the_connection_is_closed(self) -> None:
        plain, zipped = {"content-type": "application/json"}, {"content-encoding": "gzip"}
        for answer, status in (
            (faults.send_endless(faults.endless_text(), plain), 200),
            (faults.send_endless(faults.gzip_bomb(), zipped), 200),
            (faults.send_endless(faults.endless_text(), {"error-code": "x"}, 400), 400),
        ):
            server = FaultServer(self, [answer])
            with BankLookup(server.url, max_bytes=500_000) as client:
                error = self.fails(client.supported_countries, "response_too_large", status)
            message = r"^The response of http:\S+ is larger than 0\.5 MB\. Use max_bytes to allow more\.$"
            self.assertRegex(str(error), message)
            self.assertEqual(len(server.requests), 1)

    def test_a_response_of_exactly_max_bytes_is_read(self) -> None:
        body = '{"countries":[],"revision":"é"}'.encode()
        server = FaultServer(self, [send(body)])
        with BankLookup(server.url, max_bytes=len(body)) as client:
            self.assertEqual(client.supported_countries()["revision"], "é")
        with BankLookup(server.url, max_bytes=len(body) - 1) as client:
            self.fails(client.supported_countries, "response_too_large", 200)

    def test_a_batch_with_too_few_results_is_an_error(self) -> None:
        server = FaultServer(self, [send_json({"results": [{}]})])
        with BankLookup(server.url) as client:
            error = self.fails(lambda: client.resolve_many(["058", "044"]), "unexpected_response", 200)
        self.assertEqual(str(error), "The service returned 1 results for 2 items.")

    def test_a_number_of_an_account_is_in_no_error_url_or_repr(self) -> None:
        with_number = list(calls.items())[-4:]
        wrong = [problem(400, "field_missing"), send(b"x"), send_json({}), faults.cut, faults.reset, faults.hang]
        wrong.append(faults.send_raw(f"what {account_number}\r\n".encode()))
        for answer in wrong:
            server = FaultServer(self, [answer])
            with BankLookup(server.url, retries=0, timeout=0.2) as client:
                for name, call in with_number:
                    with self.subTest(name), self.assertRaises(BankLookupError) as context:
                        call(client)
                    error = context.exception
                    printed = traceback.format_exception(type(error), error, error.__traceback__)
                    texts = [repr(error), repr(client), *printed, *(request.path for request in server.requests)]
                    for text in texts:
                        self.assertNotIn(account_number, text)
            for request in server.requests:
                self.assertIn(account_number.encode(), request.body)


class Sync(unittest.TestCase):
    def test_a_sync_yields_nothing_if_the_service_returns_what_are_no_banks(self) -> None:
        no_banks: List[Any] = [{}, [None], [{}]]
        lists: List[Any] = [{"revision": "2", "banks": banks} for banks in no_banks]
        changes: List[Any] = [
            {"to": "2", "changes": [{"bank": None}]},
            {"to": "2", "changes": [{"id": "ng-x", "bank": [None]}]},
            {"changes": []},
        ]
        for since, bodies in ((None, [*lists, {"banks": []}]), ("1", changes)):
            for body in bodies:
                server = FaultServer(self, [send_json(body)])
                with self.subTest(body=body), BankLookup(server.url) as client:
                    with self.assertRaises(BankLookupError) as context:
                        next(client.sync(country="ng", since=since))
                    self.assertEqual(context.exception.code, "unexpected_response")

    def test_a_copy_of_all_countries_is_an_error_if_there_are_none(self) -> None:
        for found in ([], [{"kind": "region", "code": "EU"}], [{"kind": "country"}]):
            server = FaultServer(self, [send_json({"countries": found})])
            with BankLookup(server.url) as client, self.assertRaises(BankLookupError) as context:
                next(client.sync())
            self.assertEqual(context.exception.code, "unexpected_response")

    def test_a_copy_follows_the_revisions_and_is_replaced_if_no_changes_lead_to_one(self) -> None:
        bank = {"id": "ng-x"}
        change = {"id": "ng-x", "bank": bank}
        answers = [
            send_json({"revision": "1", "banks": [bank]}),
            send_json({"to": "1", "changes": []}),
            send_json({"to": "2", "changes": [change]}),
            problem(404, "revision_unknown"),
            send_json({"revision": "3", "banks": []}),
        ]
        server = FaultServer(self, answers)
        waits: List[float] = []
        with patch("bank_lookup_client._sync.time.sleep", waits.append), BankLookup(server.url) as client:
            updates = client.sync(country="ng", every=60)
            self.assertEqual(next(updates), ("1", [bank], []))
            self.assertEqual(next(updates), ("2", None, [change]))
            self.assertEqual(next(updates), ("3", [], []))
        self.assertEqual(waits, [60, 60, 60])
        self.assertEqual(
            [request.path for request in server.requests],
            [
                "/v1/banks?country=ng",
                "/v1/changes?since=1&country=ng",
                "/v1/changes?since=1&country=ng",
                "/v1/changes?since=2&country=ng",
                "/v1/banks?country=ng",
            ],
        )

    def test_a_sync_that_is_current_ends_without_an_update(self) -> None:
        server = FaultServer(self, [send_json({"to": "1", "changes": []})])
        with BankLookup(server.url) as client:
            self.assertEqual(list(client.sync(since="1")), [])

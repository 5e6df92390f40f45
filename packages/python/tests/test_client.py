"""Options, connections and threads."""

import gzip
import json
import os
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict
from unittest.mock import patch

from bank_lookup_client import BankLookup, BankLookupError

from . import fault_server as faults
from .fault_server import FaultServer, send, send_json

countries = send_json({"countries": []})


class Options(unittest.TestCase):
    def test_a_base_url_that_is_none_is_rejected_at_once(self) -> None:
        no_addresses = ("", "localhost:8080", "/api", "ftp://banks.example", "http://")
        for base_url in (*no_addresses, "http://a b", "http://a:x", "http://ä\n"):
            with self.subTest(base_url), self.assertRaises(ValueError) as context:
                BankLookup(base_url)
            self.assertIn(f'but is "{base_url}"', str(context.exception))
        for base_url in ("http://a.example?x=1", "http://a.example/api#x", "http://a.example?"):
            with self.subTest(base_url), self.assertRaisesRegex(ValueError, "must not have a query"):
                BankLookup(base_url)
        self.assertEqual(repr(BankLookup("HTTPS://banks.example/api//")), "BankLookup('HTTPS://banks.example/api')")

    def test_a_base_url_with_a_password_is_rejected_and_the_password_is_not_printed(self) -> None:
        for base_url in ("http://user:secret@host", "https://secret@host/api", "user:secret@host", "http://u:secret/@h"):
            with self.subTest(base_url), self.assertRaisesRegex(ValueError, "must not have a user name") as context:
                BankLookup(base_url)
            self.assertNotIn("secret", str(context.exception))

    def test_a_key_that_cannot_be_in_a_header_is_rejected_and_not_printed(self) -> None:
        for key in ("", "blk secret", "secret\n", "sécret"):
            with self.assertRaises(ValueError) as context:
                BankLookup("http://a.example", key=key)
            self.assertNotIn("cret", str(context.exception))
        self.assertNotIn("secret", repr(BankLookup("http://a.example", key="secret")))

    def test_unknown_options_are_rejected(self) -> None:
        client: Any = BankLookup("http://a.example")
        with self.assertRaises(TypeError):
            client.search("gtb", contry="ng")
        with self.assertRaises(TypeError):
            BankLookup("http://a.example", retrys=1)  # type: ignore[call-arg]

    def test_a_timeout_of_zero_is_rejected(self) -> None:
        for timeout in (0, -1):
            with self.assertRaisesRegex(ValueError, "timeout"):
                BankLookup("http://a.example", timeout=timeout)
            with self.assertRaisesRegex(ValueError, "timeout"):
                BankLookup("http://a.example").with_options(timeout=timeout)

    def test_values_that_cannot_be_right_are_rejected_before_a_request(self) -> None:
        server = FaultServer(self, [countries])
        client = BankLookup(server.url)
        no_paths = ("", ".", "..", "../healthz", "ng-gtbank?x")
        missing: Any = None
        for id in (*no_paths, "ng_gtbank", "ng-gtbank\n", "ng gtbank", "ñ", "ng-\uff11", missing):
            with self.subTest(id), self.assertRaises(BankLookupError) as context:
                client.get_bank(id)
            self.assertEqual((context.exception.code, context.exception.status), ("bank_unknown", 0))
            self.assertTrue(str(context.exception).startswith(f'"{id}" is not a bank id'), str(context.exception))
        for key in ("", "a\r\nx: y", "clé", "x" * 256):
            with self.subTest(key), self.assertRaises(BankLookupError) as context:
                client.create_record(idempotency_key=key)
            self.assertEqual(context.exception.code, "idempotency_key_malformed")
        with self.assertRaises(TypeError):
            client.resolve_many("058")
        self.assertEqual(client.resolve_many([]), [])
        self.assertEqual(server.requests, [])


class Connections(unittest.TestCase):
    def test_requests_share_a_connection(self) -> None:
        server = FaultServer(self, [countries])
        with BankLookup(f"{server.url}/api/") as client:
            for _ in range(3):
                client.supported_countries()
            client.with_options(retries=0).supported_countries()
        self.assertEqual({request.path for request in server.requests}, {"/api/v1/supported-countries/"})
        self.assertEqual(len({request.connection for request in server.requests}), 1)

    def test_a_connection_that_the_service_closed_meanwhile_costs_no_retry(self) -> None:
        server = FaultServer(self, [countries, faults.hang_up, countries, faults.reset, countries])
        with BankLookup(server.url, retries=0) as client:
            for _ in range(3):
                client.supported_countries()
        self.assertEqual(len(server.requests), 5)

    def test_a_connection_is_not_used_again_after_connection_close_or_an_error(self) -> None:
        closing = send_json({"countries": []}, headers={"connection": "close"})
        server = FaultServer(self, [closing, faults.stall, countries])
        with BankLookup(server.url, retries=0, timeout=0.2) as client:
            client.supported_countries()
            with self.assertRaises(BankLookupError):
                client.supported_countries()
            client.supported_countries()
        self.assertEqual(len({request.connection for request in server.requests}), 3)

    def test_threads_share_a_client_and_get_the_response_to_their_own_request(self) -> None:
        def echo(handler: Any) -> None:
            send_json({"id": handler.path.split("/")[-1], "codes": {}}, headers={"etag": f'"{handler.path}"'})(handler)

        server = FaultServer(self, [echo])
        with BankLookup(server.url) as client, ThreadPoolExecutor(20) as threads:
            ids = [f"ng-{at}" for at in range(300)]
            self.assertEqual([bank["id"] for bank in threads.map(client.get_bank, ids)], ids)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_process_does_not_use_the_connections_of_its_parent(self) -> None:
        server = FaultServer(self, [countries])
        with BankLookup(server.url) as client:
            client.supported_countries()
            child = os.fork()
            if child == 0:
                try:
                    client.supported_countries()
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            client.supported_countries()
        parent, forked, after = (request.connection for request in server.requests)
        self.assertNotEqual(forked, parent)
        self.assertEqual(after, parent)

    def test_a_compressed_response_is_read(self) -> None:
        body = gzip.compress(json.dumps({"countries": [], "revision": "1" * 100_000}).encode())
        server = FaultServer(self, [send(body, headers={"content-encoding": "gzip"})])
        with BankLookup(server.url) as client:
            self.assertEqual(len(client.supported_countries()["revision"]), 100_000)
        self.assertEqual(server.requests[0].headers["accept-encoding"], "gzip")

    def test_a_list_that_has_not_changed_is_not_sent_again_and_the_caller_may_change_its_copy(self) -> None:
        fresh = send_json({"banks": [{"id": "a"}], "revision": "1"}, headers={"etag": '"1"', "data-revision": "1"})
        server = FaultServer(self, [fresh, send(b"", 304, {"data-revision": "1"}), fresh])
        with BankLookup(server.url) as client:
            self.assertIsNone(client.revision)
            client.list_banks("ng")["banks"].clear()
            self.assertEqual(client.list_banks("ng")["banks"], [{"id": "a"}])
            self.assertEqual(client.revision, "1")
        with BankLookup(server.url, etag_characters_max=0) as forgetful:
            forgetful.list_banks("ng")
            forgetful.list_banks("ng")
        sent = [request.headers.get("if-none-match") for request in server.requests]
        self.assertEqual(sent, [None, '"1"', None, None])


class Proxies(unittest.TestCase):
    def client(self, base_url: str, environment: Dict[str, str]) -> BankLookup:
        names = ("http_proxy", "https_proxy", "no_proxy")
        kept = {name: value for name, value in os.environ.items() if name.lower() not in names}
        with patch.dict(os.environ, {**kept, **environment}, clear=True):
            client = BankLookup(base_url, retries=0)
        self.addCleanup(client.close)
        return client

    def test_http_goes_through_the_proxy_of_the_environment(self) -> None:
        proxy = FaultServer(self, [countries])
        login = proxy.url.replace("//", "//user:p%40ss@")
        self.client("http://banks.test/api", {"http_proxy": login}).supported_countries()
        (request,) = proxy.requests
        self.assertEqual(request.path, "http://banks.test/api/v1/supported-countries/")
        self.assertEqual(request.headers["host"], "banks.test")
        self.assertEqual(request.headers["proxy-authorization"], "Basic dXNlcjpwQHNz")

    def test_https_goes_through_a_tunnel(self) -> None:
        proxy = FaultServer(self, [send(b"", 403)])
        with self.assertRaises(BankLookupError) as context:
            self.client("https://banks.test", {"https_proxy": proxy.url}).create_record()
        self.assertEqual(context.exception.code, "network_error")
        (request,) = proxy.requests
        self.assertEqual((request.method, request.path), ("CONNECT", "banks.test:443"))
        self.assertNotIn("idempotency-key", request.headers)

    def test_no_proxy_is_respected(self) -> None:
        server = FaultServer(self, [countries])
        environment = {"http_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1"}
        self.client(server.url, environment).supported_countries()
        self.assertEqual(len(server.requests), 1)

    def test_another_kind_of_proxy_is_an_error_without_its_password(self) -> None:
        with self.assertRaisesRegex(ValueError, "proxy for http ") as context:
            self.client("http://banks.test", {"http_proxy": "socks5://user:secret@host"})
        self.assertNotIn("secret", str(context.exception))

import pickle
import unittest
from email.utils import formatdate

from bank_lookup_client import BankLookupError
from bank_lookup_client._batches import cut_batches
from bank_lookup_client._etag_memory import EtagMemory, Remembered
from bank_lookup_client._json import encode_json
from bank_lookup_client._retry import is_transient, parse_retry_after, retry_delay


class Retry(unittest.TestCase):
    def test_retry_after_is_a_number_of_seconds_or_a_date_and_anything_else_is_ignored(self) -> None:
        now = 1_800_000_000.0
        self.assertEqual(parse_retry_after("42", now), 42)
        self.assertEqual(parse_retry_after("0", now), 0)
        self.assertEqual(parse_retry_after("9" * 400, now), float("inf"))
        self.assertEqual(parse_retry_after(formatdate(now + 7, usegmt=True), now), 7)
        self.assertEqual(parse_retry_after(formatdate(now - 7, usegmt=True), now), 0)
        for value in ("soon", "", None, "-1", "1.5", "²", "Tue, 99 Nov 2026 10:00:07 GMT", "1 Jan 99999 00:00:00"):
            self.assertIsNone(parse_retry_after(value, now), value)

    def test_the_delay_is_never_shorter_than_retry_after_and_doubles_without_it(self) -> None:
        self.assertEqual(retry_delay(0, 3, 0), 3)
        self.assertLessEqual(retry_delay(5, 3, 0.999), 3.5)
        self.assertEqual([retry_delay(attempt, None, 0.5) for attempt in range(3)], [0.25, 0.5, 1.0])
        self.assertLess(retry_delay(0, None, 0), retry_delay(0, None, 0.999))

    def test_rate_limits_overloads_timeouts_and_network_failures_are_transient_and_all_other_errors_are_final(
        self,
    ) -> None:
        for status in (408, 429, 500, 502, 503, 504):
            self.assertTrue(is_transient(BankLookupError("", "unexpected_response", status)), status)
        for code in ("timeout", "network_error"):
            self.assertTrue(is_transient(BankLookupError("", code)), code)
        for status in (200, 400, 401, 404, 413, 501, 505):
            self.assertFalse(is_transient(BankLookupError("", "bank_unknown", status)), status)


class Batches(unittest.TestCase):
    def test_batches_have_at_most_1000_items_and_together_are_the_list_in_order(self) -> None:
        items = [str(at) for at in range(2_500)]
        batches = list(cut_batches(iter(items)))
        self.assertEqual([len(batch) for batch in batches], [1_000, 1_000, 500])
        self.assertEqual([item for batch in batches for item in batch], items)
        self.assertEqual(list(cut_batches([])), [])
        self.assertEqual(list(cut_batches(items[:1_000])), [items[:1_000]])

    def test_no_batch_is_larger_than_the_body_limit_of_the_service_whatever_the_items_contain(self) -> None:
        for text in ("a", "é", "銀", "😀", "\ud800", '"', "\\", "\n"):
            items = [{"fields": {"a": text * length}} for length in (0, 1, 99, 3_000) * 40]
            batches = list(cut_batches(items))
            self.assertEqual([item for batch in batches for item in batch], items)
            for batch in batches:
                self.assertLess(len(encode_json({"accounts": batch, "country": "ng"})), 128 * 1024)


class Memory(unittest.TestCase):
    def test_the_memory_drops_the_least_recently_used_responses_first(self) -> None:
        memory = EtagMemory(10)
        memory.set("a", Remembered('"a"', "aaaa"))
        memory.set("b", Remembered('"b"', "bbbb"))
        self.assertEqual(memory.get("a"), Remembered('"a"', "aaaa"))
        memory.set("c", Remembered('"c"', "cccc"))
        self.assertEqual([bool(memory.get(url)) for url in "abc"], [True, False, True])

    def test_a_new_response_replaces_the_old_one_of_the_same_url_and_its_size(self) -> None:
        memory = EtagMemory(10)
        for _ in range(5):
            memory.set("a", Remembered('"a"', "aaaaaa"))
        memory.set("b", Remembered('"b"', "bbbb"))
        self.assertTrue(memory.get("a"))
        memory.set("a", Remembered('"z"', "z" * 11))
        self.assertEqual([bool(memory.get(url)) for url in "ab"], [False, True])


class Errors(unittest.TestCase):
    def test_an_error_is_the_same_after_a_copy_to_another_process(self) -> None:
        error = BankLookupError("Busy.", "lists_busy", 503, {"limit": 1}, "id-1", 2.0)
        copied = pickle.loads(pickle.dumps(error))
        self.assertEqual(vars(copied), vars(error))
        self.assertEqual(str(copied), "Busy.")

"""Remembers responses with their ETags, so that a list that has not changed is not sent again.

It keeps the text and not the parsed object: the caller may change the object.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple, Optional


class Remembered(NamedTuple):
    etag: str
    text: str


class EtagMemory:
    """Drops the least recently used responses when their texts have more than `characters_max` characters together."""

    def __init__(self, characters_max: int) -> None:
        self._characters_max = characters_max
        self._characters = 0
        self._lock = Lock()
        # The least recently used response comes first.
        self._responses: "OrderedDict[str, Remembered]" = OrderedDict()

    def get(self, url: str) -> Optional[Remembered]:
        with self._lock:
            response = self._responses.get(url)
            if response:
                self._responses.move_to_end(url)
            return response

    def set(self, url: str, response: Remembered) -> None:
        with self._lock:
            old = self._responses.pop(url, None)
            if old:
                self._characters -= len(old.text)
            if len(response.text) > self._characters_max:
                return
            self._responses[url] = response
            self._characters += len(response.text)
            while self._characters > self._characters_max:
                self._characters -= len(self._responses.popitem(last=False)[1].text)

"""Cuts a list into batches that the service accepts."""

from typing import Iterable, Iterator, List, TypeVar

from ._json import encode_json

#: The service accepts this many items per request.
_items_max = 1_000
#: The service accepts bodies of 128 KiB. This leaves room for the other fields of the body.
_bytes_max = 120 * 1024

_Item = TypeVar("_Item")


def cut_batches(items: Iterable[_Item]) -> Iterator[List[_Item]]:
    batch: List[_Item] = []
    size = 0
    for item in items:
        # With the comma after it.
        item_size = len(encode_json(item)) + 1
        if batch and (len(batch) == _items_max or size + item_size > _bytes_max):
            yield batch
            batch = []
            size = 0
        batch.append(item)
        size += item_size
    if batch:
        yield batch

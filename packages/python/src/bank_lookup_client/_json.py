"""JSON of requests and responses. No error of this file contains the text, which can have account numbers."""

import json
from typing import Any, Mapping, Optional


def encode_json(value: object) -> bytes:
    """Encode in ASCII, so that texts with single surrogates are encoded too."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def parse_json(text: str) -> Any:
    """Return None if the text is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


#: The types of some fields of an object. A list has only objects.
Shape = Mapping[str, type]


def has_shape(value: object, shape: Shape) -> bool:
    """Return whether the value has the fields of the shape. The other fields are left to the service."""
    return isinstance(value, dict) and all(_fits(value.get(field), kind) for field, kind in shape.items())


def _fits(part: Optional[object], kind: type) -> bool:
    if isinstance(part, list) and kind is list:
        return all(isinstance(item, dict) for item in part)
    return isinstance(part, kind)

"""The types of parameters that are not in the OpenAPI description by name."""

from typing import Literal, Mapping, Optional, Sequence, TypedDict, Union

from .types import BankFieldName, BankType, IdentifierKind, Scheme

#: One bank type, or several.
Types = Union[BankType, Sequence[BankType]]
Has = Union[Literal["code", "bic"], Scheme]
Fields = Sequence[BankFieldName]
Kinds = Sequence[IdentifierKind]


class _AccountFields(TypedDict):
    fields: Mapping[str, Optional[str]]
    """The fields of the method by key. A field that is None counts as missing."""


class Account(_AccountFields, total=False):
    """An account to check."""

    country: Optional[str]
    method: Optional[str]
    """Id of the payment method, from `account_requirements`."""
    bic: Optional[str]
    """A BIC to compare with the bank of the account."""

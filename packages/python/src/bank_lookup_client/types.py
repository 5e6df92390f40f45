"""Types of the results. Generated from the OpenAPI description by `npm run build:python`. Do not edit.

Upgrades of the service add values to some types, which therefore allow any string; editors complete the known ones.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union, final

#: The code schemes of the directory.
KnownScheme = Literal[
    "ad_code",
    "ae_bank",
    "al_bank",
    "am_bank",
    "ao_bank",
    "ar_bcra",
    "at_blz",
    "au_bsb",
    "au_fi",
    "az_bic4",
    "az_kod",
    "ba_bank",
    "bd_bank",
    "be_code",
    "bf_bceao",
    "bg_bic4",
    "bh_bic4",
    "bj_bceao",
    "br_compe",
    "br_ispb",
    "bw_bank",
    "bw_branch",
    "by_bank",
    "ca_institution",
    "cd_rib",
    "cf_cemac",
    "cg_cemac",
    "ch_iid",
    "ci_bceao",
    "cl_cmf",
    "cm_cemac",
    "cn_bank_type",
    "cn_cnaps",
    "co_ach",
    "cr_bank",
    "cy_code",
    "cz_code",
    "de_blz",
    "dk_regnr",
    "do_bic4",
    "dz_rib",
    "ec_bce",
    "ee_code",
    "eg_bank",
    "es_entidad",
    "fi_code",
    "flutterwave",
    "fr_cib",
    "ga_cemac",
    "gb_bic4",
    "gb_frn",
    "gb_sort_code",
    "ge_bank",
    "gh_gip",
    "gh_prefix",
    "gh_sort",
    "gq_cemac",
    "gr_hebic",
    "gt_bank",
    "gt_bic4",
    "gw_bceao",
    "hk_bank",
    "hn_bic4",
    "hr_vbdi",
    "hu_giro",
    "id_bank",
    "ie_bic4",
    "il_bank",
    "in_ifsc",
    "in_iin",
    "in_npci",
    "iq_bic4",
    "is_code",
    "it_abi",
    "jo_bic4",
    "jp_zengin",
    "ke_bank",
    "kg_bank",
    "kr_bank",
    "kw_bic4",
    "kz_bank",
    "lb_bank",
    "li_bc",
    "lk_bank",
    "lt_code",
    "lu_code",
    "lv_bic4",
    "ma_bank",
    "mc_cib",
    "md_code",
    "me_code",
    "mg_rib",
    "mk_bank",
    "ml_bceao",
    "mn_bank",
    "mn_iban",
    "monnify",
    "mr_rib",
    "mt_bic4",
    "mx_clabe",
    "mx_spei",
    "my_fpx",
    "ne_bceao",
    "ng_cbn",
    "ng_cbn_ofi",
    "ng_nip",
    "ni_bic4",
    "nl_bic4",
    "no_regnr",
    "np_cips",
    "nz_bank",
    "om_iban",
    "om_wps",
    "pa_ach",
    "paystack",
    "pe_cce",
    "ph_instapay",
    "ph_pesonet",
    "pk_bic4",
    "pl_nrb",
    "ps_bic4",
    "pt_nib",
    "qa_bic4",
    "ro_bic4",
    "rs_bank",
    "rw_bank",
    "sa_bank",
    "se_clearing",
    "se_iban_id",
    "sg_bank",
    "si_code",
    "sk_code",
    "sm_abi",
    "sn_bceao",
    "sv_bic4",
    "td_cemac",
    "tg_bceao",
    "th_bank",
    "tn_rib",
    "tr_eft",
    "tw_bank",
    "tz_bot",
    "tz_fsp",
    "ua_mfo",
    "ug_bou",
    "ug_sort",
    "us_aba",
    "us_fdic",
    "us_fedwire",
    "us_ncua",
    "us_occ",
    "us_rssd",
    "uy_bcu",
    "uz_mfo",
    "va_code",
    "ve_bank",
    "vn_napas",
    "xk_bank",
    "za_branch",
    "zm_bank",
    "zm_sort",
]

#: The payment rails of the directory.
KnownRail = Literal[
    "au_de",
    "au_hvcs",
    "au_paper",
    "br_pix",
    "br_str",
    "ch_eurosic",
    "ch_instant",
    "ch_sic",
    "gb_fps",
    "gh_gip",
    "in_imps",
    "in_nach",
    "in_neft",
    "in_rtgs",
    "in_upi",
    "mx_spei",
    "ng_nip",
    "pa_ach",
    "ph_instapay",
    "sepa_inst",
    "sepa_sct",
    "sepa_sdd",
    "sepa_sdd_b2b",
    "sepa_vop",
    "sg_fast",
    "tz_tips",
    "us_ach",
    "us_fednow",
    "us_rtp",
    "us_wire",
]

#: The error codes of the service.
ServiceErrorCode = Literal[
    "account_malformed",
    "account_missing",
    "account_twice",
    "accounts_malformed",
    "bank_missing",
    "bank_unknown",
    "batch_limited",
    "body_missing",
    "body_not_empty",
    "body_not_json",
    "body_not_object",
    "body_not_utf8",
    "body_too_large",
    "branches_unknown",
    "content_encoding_unsupported",
    "content_type_missing",
    "content_type_unsupported",
    "country_malformed",
    "country_missing",
    "country_unsupported",
    "expectation_unknown",
    "field_malformed",
    "field_missing",
    "field_unknown",
    "guesses_limited",
    "headers_too_large",
    "host_missing",
    "idempotency_key_malformed",
    "idempotency_key_twice",
    "identifier_malformed",
    "identifier_missing",
    "identifier_twice",
    "identifiers_malformed",
    "internal_error",
    "key_in_url",
    "key_malformed",
    "key_missing",
    "key_refused",
    "key_twice",
    "kinds_malformed",
    "lists_busy",
    "mcp_not_installed",
    "method_not_allowed",
    "parameter_malformed",
    "parameter_unknown",
    "path_unknown",
    "payment_method_missing",
    "payment_method_unknown",
    "query_missing",
    "query_too_long",
    "rate_limited",
    "request_malformed",
    "request_timeout",
    "responses_busy",
    "revision_unknown",
    "script_not_built",
    "since_missing",
    "store_unavailable",
    "text_malformed",
    "url_malformed",
]

#: A code scheme.
Scheme = Union[KnownScheme, str]

#: A payment rail.
Rail = Union[KnownRail, str]

#: Codes by scheme.
Codes = Dict[str, List[str]]

#: Statuses of banks to list.
StatusFilter = Literal["active", "unverified", "merged", "closed", "any"]

#: Orders of a list.
SortOrder = Literal["name", "prominence"]

#: Known values: `bank`, `text`, `iban`, `select`, `tel`. More may be added
AccountFieldType = Union[Literal["bank", "text", "iban", "select", "tel"], str]

BankFieldName = Literal[
    "id",
    "name",
    "short_name",
    "legal_name",
    "aliases",
    "country",
    "type",
    "city",
    "region",
    "code",
    "code_scheme",
    "codes",
    "bic",
    "lei",
    "website",
    "ussd",
    "status",
    "confidence",
    "rails",
]

BankStatus = Literal["active", "unverified", "merged", "closed"]

#: Known values: `building_society`, `central_bank`, `commercial_bank`, `cooperative_bank`, `credit_union`,
#: `development_bank`, `e_money_institution`, `finance_company`, `foreign_branch`, `merchant_bank`, `microfinance_bank`,
#: `mobile_money`, `mortgage_bank`, `non_interest_bank`, `official_institution`, `other`, `payment_institution`,
#: `payment_service_bank`, `savings_and_loans`, `savings_bank`, `trust_company`. More may be added
BankType = Union[Literal[
    "building_society",
    "central_bank",
    "commercial_bank",
    "cooperative_bank",
    "credit_union",
    "development_bank",
    "e_money_institution",
    "finance_company",
    "foreign_branch",
    "merchant_bank",
    "microfinance_bank",
    "mobile_money",
    "mortgage_bank",
    "non_interest_bank",
    "official_institution",
    "other",
    "payment_institution",
    "payment_service_bank",
    "savings_and_loans",
    "savings_bank",
    "trust_company",
], str]

BranchStatus = Literal["current", "merged"]

ChangeKind = Literal["added", "changed", "removed"]

#: Known values: `length`, `structure`, `mod97`, `national_check`, `modulus`, `checksum`, `range`. More may be added
CheckName = Union[Literal["length", "structure", "mod97", "national_check", "modulus", "checksum", "range"], str]

CodeLevel = Literal["bank", "branch"]

CodeStatus = Literal["current", "former", "unconfirmed"]

#: Known values: `payment`, `identity`, `provider`. More may be added
CodeUse = Union[Literal["payment", "identity", "provider"], str]

Confidence = Literal["high", "medium", "low"]

CountryKind = Literal["country", "region"]

ExampleOrigin = Literal["published", "invented"]

FacetName = Literal["country", "type", "status", "rail", "region"]

#: Known values: `iban`, `bic`, `lei`, `us_aba`, `gb_sort_code`, `gb_account`, `ca_eft`, `ca_cheque`, `nuban`,
#: `account_number`, `bank_code`, `bank_id`, `reference`. More may be added
IdentifierKind = Union[Literal[
    "iban",
    "bic",
    "lei",
    "us_aba",
    "gb_sort_code",
    "gb_account",
    "ca_eft",
    "ca_cheque",
    "nuban",
    "account_number",
    "bank_code",
    "bank_id",
    "reference",
], str]

InputMode = Literal["numeric", "text", "tel"]

KeyMode = Literal["live", "demo"]

ListFacetName = Literal["type", "status", "rail", "region"]

#: Known values: `name`, `short_name`, `aliases`, `legal_name`, `bic`, `lei`, `ussd`, `codes`, `city`, `region`,
#: `successor_of`. More may be added
MatchedField = Union[Literal[
    "name",
    "short_name",
    "aliases",
    "legal_name",
    "bic",
    "lei",
    "ussd",
    "codes",
    "city",
    "region",
    "successor_of",
], str]

#: Known values: `bank_account`, `mobile_money`. More may be added
PaymentMethodKind = Union[Literal["bank_account", "mobile_money"], str]

Redistribution = Literal["open", "attribution", "unclear", "restricted"]

#: Known values: `holder`, `successor`, `unconfirmed_holder`, `former_holder`, `usual_holder`, `possible`, `sponsor`.
#: More may be added
Relation = Union[Literal[
    "holder",
    "successor",
    "unconfirmed_holder",
    "former_holder",
    "usual_holder",
    "possible",
    "sponsor",
], str]

Verdict = Literal["valid", "possible", "former", "unknown", "invalid"]


class AccountField(TypedDict):
    key: str
    """Name of the field in a request"""
    label: str
    """Label for the form"""
    hint: str
    """Where the user finds the value"""
    type: AccountFieldType
    """`bank`: the id of a bank, or its code in one of `schemes`. `select`: the `value` of one of `options`"""
    required: bool
    """Whether the field must have a value"""
    options: Optional[List[AccountFieldOption]]
    """Choices of a `select` field; otherwise null"""
    bank_types: Optional[List[BankType]]
    """For the parameter `type` of `/v1/banks`, to list the choices of a `bank` field; null for all banks"""
    scheme: Optional[Scheme]
    """Preferred code scheme of a `bank` field, or the scheme that the code belongs to; otherwise null"""
    schemes: List[str]
    """All accepted code schemes, preferred first"""
    pattern: Optional[str]
    """Regular expression for the value in upper case, without spaces and separators; bank ids stay as they are"""
    min_length: Optional[int]
    """Length of the shortest value, without separators"""
    max_length: Optional[int]
    """Length of the longest value, without separators"""
    example: str
    """A value that matches the pattern and passes the check"""
    input_mode: InputMode
    """For the attribute `inputmode` of an HTML input"""
    group: Optional[AccountFieldGroup]
    check: Optional[Union[Literal["cbu", "clabe", "dz_rib", "gb_modulus", "iban", "mod97", "national_check", "nuban", "rib", "se_account", "us_aba", "ve_account"], str]]
    """Check beyond the pattern; null if there is none. Known values: `cbu`, `clabe`, `dz_rib`, `gb_modulus`, `iban`,
    `mod97`, `national_check`, `nuban`, `rib`, `se_account`, `us_aba`, `ve_account`. More may be added
    """


class AccountFieldGroup(TypedDict):
    """How the value is usually written: `{"sizes":[2,2,2],"separator":"-"}` is 20-29-59"""

    sizes: List[int]
    """Number of characters in each group; the last number repeats"""
    separator: str
    """Character between two groups"""


class AccountFieldOption(TypedDict):
    value: str
    """Value to send"""
    label: str
    """Label for the form"""


class AccountNumberForm(TypedDict):
    label: str
    """Local name of the account number"""
    pattern: str
    """Regular expression for an account number"""
    example: Optional[str]
    """A well-formed example"""


class AccountRequirements(TypedDict):
    country: str
    """Country code, in upper case"""
    revision: str
    """Revision of the data"""
    count: int
    """Number of payment methods"""
    note: Optional[str]
    """Which payment methods this build of the data lacks, if any"""
    methods: List[PaymentMethod]
    """Payment methods, the usual one first"""


class Bank(TypedDict):
    id: str
    """Permanent id, which never changes and is never reused"""
    name: str
    """Usual name, without the legal form"""
    short_name: Optional[str]
    """Usual abbreviation"""
    legal_name: Optional[str]
    """Full legal name, if different"""
    aliases: List[str]
    """Other and former names"""
    country: str
    """ISO 3166 code"""
    type: BankType
    """Kind of institution"""
    city: Optional[str]
    """City of the head office"""
    region: Optional[str]
    """State or county of the head office"""
    code: Optional[str]
    """The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right
    code depends on the account or if none is known: see `codes`
    """
    code_scheme: Optional[Scheme]
    """The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments"""
    codes: Codes
    """Current codes by scheme"""
    bic: Optional[str]
    """BIC (ISO 9362), 8 or 11 characters"""
    lei: Optional[str]
    """Legal entity identifier (ISO 17442)"""
    website: Optional[str]
    """Website"""
    ussd: Optional[str]
    """USSD code of the bank or wallet"""
    status: BankStatus
    """Only `active` banks are open"""
    confidence: Confidence
    """How well the sources agree"""


class BankAddress(TypedDict):
    """Postal address of the head office; null if no source with open terms has it"""

    street: Optional[str]
    """Street, with the number of the building"""
    postcode: Optional[str]
    """Postal code"""
    town: str
    """Town"""
    source: str
    """Id of the source in `sources`"""


class Branch(TypedDict):
    code: str
    """Branch code with the bank code, without separators"""
    name: Optional[str]
    """Name of the branch, if known"""
    city: Optional[str]
    """City or town, if known"""
    region: Optional[str]
    """State, if known"""


class BankBranch(Branch):
    status: BranchStatus
    """`merged`: the code is no longer in use, and `successor` replaces it"""
    successor: Optional[str]
    """The branch code that replaces this one"""


class BankCodeScheme(TypedDict):
    scheme: Scheme
    """Key of the scheme in a bank's `codes`"""
    label: str
    """Display name"""
    pattern: str
    """Regular expression for a code"""
    short_label: str
    """What people write before the code, in at most 10 characters: `NIP`, `ABA`, `Sort code`"""
    level: CodeLevel
    """Whether a code identifies the whole `bank` or a `branch`; only the account holder knows the branch"""
    use: CodeUse
    """`payment` if the codes are used in transfers; `identity` if they are register numbers, which are never used in
    transfers; `provider` if only one payment provider understands them, and only in requests to its own API
    """
    used_for: str
    """What the code is used for"""
    primary: bool
    """Whether this scheme is the first choice for a bank's `code`"""


class BankDetail(Bank):
    status_since: Optional[str]
    """Date of the merger or closure"""
    successor: Optional[str]
    """Id of the open bank that took this one over"""
    address: Optional[BankAddress]
    other_bics: List[str]
    """Other BICs of the bank"""
    code_details: List[CodeDetail]
    """Every code, including former and unconfirmed ones"""
    bic_details: List[BicDetail]
    """`bic` and `other_bics` with their sources"""
    rails: List[BankRail]
    """Payment rails of the bank's country: whether money reaches the bank over each"""
    sources: List[Source]
    """The published lists that the facts come from"""
    redistribution: Redistribution
    """The most permissive terms among `sources`"""
    notes: List[str]
    """Remarks on conflicts between sources, mergers and other details"""


class BankFields(TypedDict, total=False):
    """Only the fields of the bank that the request selects with `fields`"""

    id: str
    """Permanent id, which never changes and is never reused"""
    name: str
    """Usual name, without the legal form"""
    short_name: Optional[str]
    """Usual abbreviation"""
    legal_name: Optional[str]
    """Full legal name, if different"""
    aliases: List[str]
    """Other and former names"""
    country: str
    """ISO 3166 code"""
    type: BankType
    """Kind of institution"""
    city: Optional[str]
    """City of the head office"""
    region: Optional[str]
    """State or county of the head office"""
    code: Optional[str]
    """The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right
    code depends on the account or if none is known: see `codes`
    """
    code_scheme: Optional[Scheme]
    """The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments"""
    codes: Codes
    """Current codes by scheme"""
    bic: Optional[str]
    """BIC (ISO 9362), 8 or 11 characters"""
    lei: Optional[str]
    """Legal entity identifier (ISO 17442)"""
    website: Optional[str]
    """Website"""
    ussd: Optional[str]
    """USSD code of the bank or wallet"""
    status: BankStatus
    """Only `active` banks are open"""
    confidence: Confidence
    """How well the sources agree"""
    rails: List[BankRail]
    """Payment rails of the bank's country: whether money reaches the bank over each"""


class _BankFieldsListRequired(TypedDict):
    country: str
    """Country code, in upper case"""
    revision: str
    """Revision of the data"""
    count: int
    """Number of banks"""
    banks: List[BankFields]
    """Banks with only the requested `fields`"""


class BankFieldsList(_BankFieldsListRequired, total=False):
    note: str
    """Only if this build of the data lacks a notable part of the list: says what and why"""
    total: int
    """Number of banks without `limit`. Only with `facets`"""
    facets: SearchFacets


class _BankListRequired(TypedDict):
    country: str
    """Country code, in upper case"""
    revision: str
    """Revision of the data"""
    count: int
    """Number of banks"""
    banks: List[Bank]
    """Banks, sorted by name or as specified by `sort`"""


class BankList(_BankListRequired, total=False):
    note: str
    """Only if this build of the data lacks a notable part of the list: says what and why"""
    total: int
    """Number of banks without `limit`. Only with `facets`"""
    facets: SearchFacets


class BankRail(TypedDict):
    rail: Rail
    """Id of the rail"""
    reachable: Optional[bool]
    """False only if the list of participants is complete. Null if the directory has no list, or could not read it
    for this bank. Rails with an incomplete list that lacks the bank are left out
    """
    as_of: Optional[str]
    """Date of the list"""
    source: Optional[str]
    """Id of the list"""


class BankSummary(TypedDict):
    id: str
    """Permanent id, which never changes and is never reused"""
    name: str
    """Usual name, without the legal form"""
    short_name: Optional[str]
    """Usual abbreviation"""
    country: str
    """ISO 3166 code"""
    type: BankType
    """Kind of institution"""
    city: Optional[str]
    """City of the head office"""
    region: Optional[str]
    """State or county of the head office"""
    code: Optional[str]
    """The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right
    code depends on the account or if none is known: see `codes`
    """
    code_scheme: Optional[Scheme]
    """The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments"""
    bic: Optional[str]
    """BIC (ISO 9362), 8 or 11 characters"""
    status: BankStatus
    """Only `active` banks are open"""


class BicDetail(TypedDict):
    bic: str
    """BIC of the bank"""
    source: Optional[str]
    """Id of the source in `sources`. Null if it is not recorded which source has the BIC"""
    as_of: Optional[str]
    """Date of the source"""


class BranchPage(TypedDict):
    bank: str
    """Id of the bank"""
    form: str
    """The kind of branch code, such as `in_ifsc`"""
    as_of: str
    """Date of `source`"""
    source: Source
    names_source: Source
    count: int
    """Number of matching branches on all pages"""
    branches: List[BankBranch]
    """One page of the branches, sorted by code"""


class Change(TypedDict):
    id: str
    """Permanent id, which never changes and is never reused"""
    country: str
    """ISO 3166 code"""
    kind: ChangeKind
    """What happened to the bank in the list: `removed` banks have merged or closed, or are no longer confirmed"""
    summary: str
    """Human-readable summary of the change"""
    bank: Optional[Bank]
    """The bank as currently listed: replace the bank with this id in your copy. Null if it is no longer listed"""

_ChangesKeywords = TypedDict("_ChangesKeywords", {"from": str})


class Changes(_ChangesKeywords):
    to: str
    """The revision of your copy after all changes are applied"""
    count: int
    """Number of changes"""
    changes: List[Change]
    """One change per bank, sorted by id"""


@final
class CheckedAccount(TypedDict):
    country: str
    """Country code, in upper case"""
    method: str
    """Id of the payment method"""
    verdict: Verdict
    """`invalid` if a field is invalid, otherwise the verdict on the bank of the account: `valid`, `possible`,
    `former` or `unknown`
    """
    fields: Dict[str, CheckedField]
    """Result for each field of the request, by key"""
    account_checked: Optional[bool]
    """Whether the check digits of the account number were checked; null if there is no account number"""
    branch_checked: Optional[bool]
    """Whether the branch code was looked up in a list of branch codes; null if there is no branch code"""
    branch: Optional[Branch]
    """The branch; null unless the branch code is in a list of branch codes"""
    note: Optional[str]
    """A remark about the bank or a field, or the reason why there is no bank"""
    cause: Optional[Union[Literal["not_in_build", "not_open"], str]]
    """Why the data may lack the bank of a right identifier, as a code: `not_in_build` if this build of the data
    leaves out such codes; null otherwise. Known values: `not_in_build`, `not_open`. More may be added
    """
    bank: Optional[Holder]
    """The bank, or the most likely one"""
    bank_count: int
    """Number of banks that hold or may hold the account"""
    bic: Optional[str]
    """The BIC to use, if there is one"""
    bic_match: Optional[Union[Literal["same", "same_bank", "other_bank", "unknown", "invalid"], str]]
    """How the `bic` in the request fits the bank. `same`: it is the BIC to use. `same_bank`: another BIC of the
    bank, of a bank that has merged with it, or of the same legal entity. `other_bank`: another bank has it.
    `unknown`: the bank of the account or of the BIC is not known. `invalid`: it is no BIC. Null if the request
    has no `bic`. Known values: `same`, `same_bank`, `other_bank`, `unknown`, `invalid`. More may be added
    """
    bic_note: Optional[str]
    """Which BIC to use, or why the `bic` in the request does not fit"""
    rails: List[BankRail]
    """Payment rails over which money reaches the first bank, with the code or branch in the identifier where a rail
    has single codes or branches. Empty if the identifier is invalid, or if the bank is only an indication
    """
    iban: Optional[str]
    """The IBAN in the request, or one that was computed from it"""
    iban_note: Optional[str]
    """Says that the IBAN was computed, or why there is none"""
    iso20022: Optional[InstitutionId]
    """How an ISO 20022 message identifies the bank (`FinInstnId`); null if the verdict is `invalid`"""


class CheckedField(TypedDict):
    value: str
    """The value without spaces and separators"""
    verdict: Verdict
    """As in resolve. `valid`: a check digit, the directory or the list of options confirms the value. `possible`:
    its format is right, and nothing else can be checked
    """
    reason: Optional[Union[Literal["length", "format", "country", "checksum", "national_checksum", "unassigned"], str]]
    """Why the value is invalid, as a code. Known values: `length`, `format`, `country`, `checksum`,
    `national_checksum`, `unassigned`. More may be added
    """
    message: Optional[str]
    """Why the value is invalid, as a sentence"""
    suggestion: Optional[str]
    """The likely correction, if exactly one typo explains the error. Ask the user to confirm it"""


class ClearingSystemId(TypedDict):
    Cd: str
    """Code of the clearing system"""


class ClearingSystemMemberId(TypedDict):
    ClrSysId: ClearingSystemId
    MmbId: str
    """The bank or branch in the clearing system"""


class CodeDetail(TypedDict):
    scheme: Scheme
    """Code scheme"""
    label: str
    """Display name of the scheme"""
    short_label: str
    """What people write before the code, in at most 10 characters: `NIP`, `ABA`, `Sort code`"""
    level: CodeLevel
    """Whether a code identifies the whole `bank` or a `branch`; only the account holder knows the branch"""
    use: CodeUse
    """`payment` if the codes are used in transfers; `identity` if they are register numbers, which are never used in
    transfers; `provider` if only one payment provider understands them, and only in requests to its own API
    """
    used_for: str
    """What the code is used for"""
    value: str
    """The code as text: leading zeros are significant"""
    status: CodeStatus
    """Only `current` codes are in `codes`"""
    bic: Optional[str]
    """BIC to use with this code, if it differs from the bank's BIC"""
    as_of: str
    """Date of the source"""
    source: str
    """Id of the source in `sources`"""
    redistribution: Redistribution
    """Whether its facts may be redistributed"""


class CreatedRecord(TypedDict):
    id: str
    """Id of the record; ids sort by creation time"""
    kind: str
    mode: KeyMode
    """Mode of the key that created the record"""
    created_at: str
    """Creation time"""


class DataBuild(TypedDict):
    """What this build of the data has; the page Data builds explains it"""

    revision: str
    """Revision of the data"""
    full_revision: str
    """Revision of the full data that the build was made from; the same as `revision` for the full data"""
    without: List[Redistribution]
    """Redistribution terms of the sources that were left out; empty for the full data"""
    missing_countries: List[str]
    """Codes of the countries that were left out"""
    missing_schemes: List[str]
    """Ids of the code schemes without any codes"""
    missing_methods: List[str]
    """Ids of the payment methods that were left out"""


class FacetCount(TypedDict):
    value: str
    """Value of the field"""
    count: int
    """Number of results with this value"""


class FoundBank(Bank):
    matched: Matched


class FoundNumber(TypedDict):
    start: int
    """Where the number starts in the text, in UTF-16 code units"""
    end: int
    """Where it ends: the position after its last character"""
    readings: List[Reading]
    """Readings, most likely first; at most 2"""


class FoundNumbers(TypedDict):
    found: List[FoundNumber]
    """At most 50 numbers, in the order of the text"""
    revision: str
    """Revision of the data"""


class Holder(BankSummary):
    relation: Relation
    """How the bank is related to the identifier or the account"""
    since: Optional[str]
    """When the former holder merged or closed, if known"""


class HolderFields(BankFields):
    """Only the fields of the bank that the request selects with `fields`"""

    relation: Relation
    """How the bank is related to the identifier or the account"""
    since: Optional[str]
    """When the former holder merged or closed, if known"""


class IdentifierParts(TypedDict, total=False):
    """Parts of the identifier; the keys depend on the kind"""

    country: str
    """Country code of an IBAN, a BIC, a bank code, an account number or a bank id"""
    check_digits: str
    """Check digits of an IBAN, an LEI or a CCI (Peru), or the IBAN check digits in an account number that includes
    them
    """
    national_check: str
    """National check letter in an IBAN from Italy or San Marino, or the national check digits of an account number"""
    bank_code: str
    """Bank code in an IBAN, or in an account number or a branch code that includes it"""
    branch_code: str
    """Branch code in an IBAN or an account number, or the rest of a code that starts with the bank code"""
    branch_check_digit: str
    """Check digit after the branch code of a CBU or an account number in Hungary, or after the provider of a CVU"""
    provider: str
    """Payment provider in a CVU (Argentina)"""
    sort_code: str
    """Sort code of a UK account, or in an IBAN from the United Kingdom or Ireland"""
    clearing: str
    """Clearing number of a Swedish account"""
    account_prefix: str
    """Prefix of an account number in Czechia or Slovakia"""
    ledger: str
    """Ledger of an account number in Iceland"""
    national_id: str
    """National id of the account holder in an account number in Iceland"""
    account: str
    """Account number in an IBAN, in a UK account with its sort code, or on its own"""
    suffix: str
    """Suffix of an account number in New Zealand"""
    institution: str
    """Institution part of a BIC, or of a US or Canadian routing number"""
    location: str
    """Location part of a BIC"""
    branch: str
    """Branch part of an 11-character BIC, or of a sort code"""
    issuer: str
    """Prefix of the organisation that issued an LEI"""
    entity: str
    """Entity part of an LEI"""
    federal_reserve_symbol: str
    """Federal Reserve symbol of a US routing number"""
    check_digit: str
    """Check digit of a US routing number, a NUBAN, a CLABE (Mexico), a CBU or a CVU (Argentina)"""
    bank: str
    """Bank part of a sort code"""
    transit: str
    """Branch part of a Canadian routing number"""
    cheque: str
    """For a Canadian electronic routing number: the cheque routing number of the same branch"""
    eft: str
    """For a Canadian cheque routing number: the electronic routing number of the same branch"""
    serial: str
    """Serial number of a NUBAN"""
    code: str
    """The bank code itself"""
    reference_type: str
    """Type of a payment reference: `rf`, `ch_qr`, `be_ogm`, `fi`, `ee`, `no_kid`, `si`, `hr`"""
    model: str
    """Model of a payment reference in Slovenia or Croatia"""
    reference: str
    """Payment reference without its check digits"""


class InstitutionId(TypedDict):
    BICFI: Optional[str]
    """BIC"""
    ClrSysMmbId: Optional[ClearingSystemMemberId]
    """Clearing system and member id"""
    LEI: Optional[str]
    """Legal entity identifier"""
    Nm: Optional[str]
    """Name of the bank"""
    PstlAdr: Optional[PostalAddress]
    """Address of the bank's head office, structured; null if not even its town is known. `Nm`, `LEI` and `PstlAdr`
    are null unless the verdict on the bank is `valid`
    """


class Matched(TypedDict):
    field: MatchedField
    """The field that matched: `bic` for any BIC of the bank, `successor_of` for a field of a bank that it took over"""
    text: str
    """Text of the field"""
    spans: List[List[int]]
    """Ranges to highlight, as start and exclusive end in UTF-16 code units. Empty if only the location matched"""
    scheme: Optional[Scheme]
    """Code scheme, if a code matched"""
    status: Optional[Literal["current", "former", "unconfirmed"]]
    """Status of the code, if one matched. Use only `current` codes for payments"""


class _PaymentMethodRequired(TypedDict):
    id: str
    """Id of the payment method"""
    label: str
    """Label for the form"""
    kind: PaymentMethodKind
    """Whether the money goes to a bank account or to a mobile wallet"""
    currency: str
    """ISO 4217 code of the currency"""
    fields: List[AccountField]
    """Fields in the order of the form"""
    examples: ExampleOrigin
    """Whether the examples were published, or invented for this directory"""
    note: Optional[str]
    """What a developer should know about the method"""
    source: str
    """Id of the source of the fields"""
    schema: Dict[str, Any]
    """JSON Schema 2020-12 for an object with the fields of this method"""


class PaymentMethod(_PaymentMethodRequired, total=False):
    test_accounts: List[TestAccount]
    """Accounts to test a form with, none of them a real one. Only with `test_accounts=true`"""


class PostalAddress(TypedDict):
    StrtNm: Optional[str]
    """Street, with the number of the building"""
    PstCd: Optional[str]
    """Postal code"""
    TwnNm: str
    """Town"""
    Ctry: str
    """Country code"""


class Reading(TypedDict):
    kind: IdentifierKind
    """Kind of identifier"""
    scheme: Optional[Scheme]
    """Code scheme; null unless `kind` is `bank_code`"""
    verdict: Verdict
    """`valid`: all checks pass and the directory knows the holder. `possible`: the holder is only an indication.
    `former`: the code is no longer in use. `unknown`: no bank in the directory holds the identifier. `invalid`: a
    check fails. A payment reference belongs to no bank: it is `valid` if it has its letters or printed form, and
    `possible` if it has digits only
    """
    canonical: str
    """The identifier without separators"""
    checks: List[CheckName]
    """The checks that were applied, in order; if the verdict is `invalid`, the last one failed"""
    account_checked: Optional[bool]
    """Whether the check digits of the account number itself were checked; null if there is no account number"""
    branch_checked: Optional[bool]
    """Whether the branch code was looked up in a list of branch codes; null if there is no branch code"""
    reason: Optional[Union[Literal["length", "format", "country", "checksum", "national_checksum", "unassigned"], str]]
    """Why the identifier is invalid, as a code. Known values: `length`, `format`, `country`, `checksum`,
    `national_checksum`, `unassigned`. More may be added
    """
    message: Optional[str]
    """Why the identifier is invalid, as a sentence"""
    at: Optional[List[int]]
    """Position of the error in `canonical`: the first character and one past the last"""
    suggestion: Optional[str]
    """The likely correction, if exactly one typo explains the error. Ask the user to confirm it; never apply it
    silently
    """
    parts: IdentifierParts
    branch: Optional[Branch]
    """The branch; null unless the branch code is in a list of branch codes"""
    bic: Optional[str]
    """The BIC to use, if there is one"""
    bic_match: Optional[Union[Literal["same", "same_bank", "other_bank", "unknown", "invalid"], str]]
    """How the `bic` in the request fits the bank. `same`: it is the BIC to use. `same_bank`: another BIC of the
    bank, of a bank that has merged with it, or of the same legal entity. `other_bank`: another bank has it.
    `unknown`: the bank of the account or of the BIC is not known. `invalid`: it is no BIC. Null if the request
    has no `bic`. Known values: `same`, `same_bank`, `other_bank`, `unknown`, `invalid`. More may be added
    """
    bic_note: Optional[str]
    """Which BIC to use, or why the `bic` in the request does not fit"""
    iban: Optional[str]
    """The IBAN of a national account number, computed by a published rule; null for any other identifier"""
    formatted: Optional[str]
    """The form in which people print it, such as `20-29-59` or an IBAN in groups of four; null if they print it
    without separators, or if it is invalid
    """
    masked: Optional[str]
    """A valid IBAN or account number with all but the last four characters hidden, and of an IBAN the country; null
    for any other identifier
    """
    note: Optional[str]
    """A remark about the banks, or the reason why there are none"""
    cause: Optional[Union[Literal["not_in_build", "not_open"], str]]
    """Why the data may lack the bank of a right identifier, as a code: `not_in_build` if this build of the data
    leaves out such codes; null otherwise. Known values: `not_in_build`, `not_open`. More may be added
    """
    sepa: Optional[bool]
    """Whether the country of the IBAN is in SEPA; null unless this is an IBAN that passes all checks"""
    qr_iban: Optional[bool]
    """Whether this is a QR-IBAN (Switzerland and Liechtenstein), to which payments need a QR reference; null unless
    this is an IBAN that passes all checks
    """
    rails: List[BankRail]
    """Payment rails over which money reaches the first bank, with the code or branch in the identifier where a rail
    has single codes or branches. Empty if the identifier is invalid, or if the bank is only an indication. A
    batch leaves out rails that are not known
    """
    bank_count: int
    """Number of banks that hold or may hold the identifier, before the limit on `banks`"""
    banks: List[Holder]
    """At most 50 banks (4 in a batch), most reliable first: summaries, or the requested `fields`"""


class ReadingFields(TypedDict):
    kind: IdentifierKind
    """Kind of identifier"""
    scheme: Optional[Scheme]
    """Code scheme; null unless `kind` is `bank_code`"""
    verdict: Verdict
    """`valid`: all checks pass and the directory knows the holder. `possible`: the holder is only an indication.
    `former`: the code is no longer in use. `unknown`: no bank in the directory holds the identifier. `invalid`: a
    check fails. A payment reference belongs to no bank: it is `valid` if it has its letters or printed form, and
    `possible` if it has digits only
    """
    canonical: str
    """The identifier without separators"""
    checks: List[CheckName]
    """The checks that were applied, in order; if the verdict is `invalid`, the last one failed"""
    account_checked: Optional[bool]
    """Whether the check digits of the account number itself were checked; null if there is no account number"""
    branch_checked: Optional[bool]
    """Whether the branch code was looked up in a list of branch codes; null if there is no branch code"""
    reason: Optional[Union[Literal["length", "format", "country", "checksum", "national_checksum", "unassigned"], str]]
    """Why the identifier is invalid, as a code. Known values: `length`, `format`, `country`, `checksum`,
    `national_checksum`, `unassigned`. More may be added
    """
    message: Optional[str]
    """Why the identifier is invalid, as a sentence"""
    at: Optional[List[int]]
    """Position of the error in `canonical`: the first character and one past the last"""
    suggestion: Optional[str]
    """The likely correction, if exactly one typo explains the error. Ask the user to confirm it; never apply it
    silently
    """
    parts: IdentifierParts
    branch: Optional[Branch]
    """The branch; null unless the branch code is in a list of branch codes"""
    bic: Optional[str]
    """The BIC to use, if there is one"""
    bic_match: Optional[Union[Literal["same", "same_bank", "other_bank", "unknown", "invalid"], str]]
    """How the `bic` in the request fits the bank. `same`: it is the BIC to use. `same_bank`: another BIC of the
    bank, of a bank that has merged with it, or of the same legal entity. `other_bank`: another bank has it.
    `unknown`: the bank of the account or of the BIC is not known. `invalid`: it is no BIC. Null if the request
    has no `bic`. Known values: `same`, `same_bank`, `other_bank`, `unknown`, `invalid`. More may be added
    """
    bic_note: Optional[str]
    """Which BIC to use, or why the `bic` in the request does not fit"""
    iban: Optional[str]
    """The IBAN of a national account number, computed by a published rule; null for any other identifier"""
    formatted: Optional[str]
    """The form in which people print it, such as `20-29-59` or an IBAN in groups of four; null if they print it
    without separators, or if it is invalid
    """
    masked: Optional[str]
    """A valid IBAN or account number with all but the last four characters hidden, and of an IBAN the country; null
    for any other identifier
    """
    note: Optional[str]
    """A remark about the banks, or the reason why there are none"""
    cause: Optional[Union[Literal["not_in_build", "not_open"], str]]
    """Why the data may lack the bank of a right identifier, as a code: `not_in_build` if this build of the data
    leaves out such codes; null otherwise. Known values: `not_in_build`, `not_open`. More may be added
    """
    sepa: Optional[bool]
    """Whether the country of the IBAN is in SEPA; null unless this is an IBAN that passes all checks"""
    qr_iban: Optional[bool]
    """Whether this is a QR-IBAN (Switzerland and Liechtenstein), to which payments need a QR reference; null unless
    this is an IBAN that passes all checks
    """
    rails: List[BankRail]
    """Payment rails over which money reaches the first bank, with the code or branch in the identifier where a rail
    has single codes or branches. Empty if the identifier is invalid, or if the bank is only an indication. A
    batch leaves out rails that are not known
    """
    bank_count: int
    """Number of banks that hold or may hold the identifier, before the limit on `banks`"""
    banks: List[HolderFields]
    """At most 50 banks (4 in a batch), most reliable first: summaries, or the requested `fields`"""


class Resolved(TypedDict):
    reading_count: int
    """Number of readings, before the limit on `readings`"""
    readings: List[Reading]
    """Readings, most likely first; at most 2 in a batch"""
    message: Optional[str]
    """What to do if there is no reading; otherwise null"""


class ResolvedFields(TypedDict):
    reading_count: int
    """Number of readings, before the limit on `readings`"""
    readings: List[ReadingFields]
    """Readings, most likely first; at most 2 in a batch"""
    message: Optional[str]
    """What to do if there is no reading; otherwise null"""


class SearchFacets(TypedDict, total=False):
    """For each requested field, the number of results with each value, highest first"""

    country: List[FacetCount]
    """Results by country, within `country` if the request has it"""
    type: List[FacetCount]
    """Results by type. The counts ignore the parameter `type`, and apply all others"""
    status: List[FacetCount]
    """Results by status. The counts ignore the parameter `status`, and apply all others"""
    rail: List[FacetCount]
    """Results by payment rail over which money reaches them; a bank can be on several. The counts ignore the
    parameter `rail`, and apply all others
    """
    region: List[FacetCount]
    """Results by state or county, if the data has it. The counts ignore the parameter `region`, and apply all others"""


class _SearchResultRequired(TypedDict):
    query: str
    """The search text"""
    country: Optional[str]
    """The country in the request, if any"""
    scheme: Optional[Scheme]
    """The code scheme that words of the query choose, as “nip” in “zenith nip”: show its code. `bic` for the BIC.
    The words are not part of the search
    """
    count: int
    """Number of banks on this page"""
    note: Optional[str]
    """What this build of the data lacks, if no bank matches well; otherwise null"""
    banks: List[FoundBank]
    """Matching banks, best match first"""


class SearchResult(_SearchResultRequired, total=False):
    total: int
    """Number of banks on all pages, if the request has `facets`"""
    total_capped: bool
    """Whether the search stopped early, so that `total` and `facets` may be too low"""
    facets: SearchFacets


class Source(TypedDict):
    id: str
    """Id of the list"""
    title: str
    """Name of the list"""
    publisher: str
    """Publisher of the list"""
    date: str
    """Year, month or day, as precise as known"""
    rows_dated: bool
    """`false` if `date` is only the date of the file; its rows may be years older"""
    licence: str
    """Licence or terms of the list"""
    redistribution: Redistribution
    """Whether its facts may be redistributed"""
    url: Optional[str]
    """The publisher's page"""


class SupportedCountries(TypedDict):
    revision: str
    """Revision of the data"""
    count: int
    """Number of entries in `countries`"""
    countries: List[SupportedCountry]
    """Countries and the region EU, sorted for a dropdown"""
    regions: List[SupportedRegion]
    """Regions with a code of more than two letters, such as SEPA. Most requests accept them as `country`"""
    build: DataBuild


class SupportedCountry(TypedDict):
    code: str
    """ISO 3166 code, or the code of a region"""
    alpha3: Optional[str]
    """ISO 3166 three-letter code"""
    name: str
    """English name, as defined by interface 1.0"""
    display_name: str
    """English name for display"""
    also: List[str]
    """Other accepted codes, such as UK for GB"""
    kind: CountryKind
    """A region combines the banks of its members"""
    members: Optional[List[str]]
    """Country codes of the members of a region; null for a country"""
    currency: str
    """ISO 4217 code of the currency"""
    calling_code: Optional[str]
    """Telephone country code"""
    bank_count: int
    """Number of open banks"""
    iban: bool
    """Whether accounts have an IBAN"""
    sepa: bool
    """Whether it is part of SEPA, the Single Euro Payments Area"""
    bank_codes: List[BankCodeScheme]
    """The code schemes that its open banks use, preferred schemes first"""
    account_number: AccountNumberForm
    missing_members: List[str]
    """Country codes of the members that this build of the data leaves out"""
    note: Optional[str]
    """What this build of the data lacks here, if it is a notable part"""


class SupportedRegion(TypedDict):
    code: str
    """Code of the region, such as SEPA"""
    alpha3: Optional[str]
    """ISO 3166 three-letter code"""
    name: str
    """English name, as defined by interface 1.0"""
    display_name: str
    """English name for display"""
    also: List[str]
    """Other accepted codes, such as UK for GB"""
    kind: CountryKind
    """A region combines the banks of its members"""
    members: Optional[List[str]]
    """Country codes of the members of a region; null for a country"""
    currency: str
    """ISO 4217 code of the currency"""
    calling_code: Optional[str]
    """Telephone country code"""
    bank_count: int
    """Number of open banks"""
    iban: bool
    """Whether accounts have an IBAN"""
    sepa: bool
    """Whether it is part of SEPA, the Single Euro Payments Area"""
    bank_codes: List[BankCodeScheme]
    """The code schemes that its open banks use, preferred schemes first"""
    account_number: AccountNumberForm
    missing_members: List[str]
    """Country codes of the members that this build of the data leaves out"""
    note: Optional[str]
    """What this build of the data lacks here, if it is a notable part"""
    other_members: List[str]
    """Country codes of members without banks in the directory"""
    source: Optional[str]
    """Id of the list of members"""
    as_of: Optional[str]
    """Date of the list of members"""


class TestAccount(TypedDict):
    fields: Dict[str, str]
    """The fields of the account by key, as in a request to check it"""
    verdict: Verdict
    """The verdict that a check of the account returns"""
    reason: Optional[Union[Literal["length", "format", "country", "checksum", "national_checksum", "unassigned"], str]]
    """Why the account is invalid; null if it is not. Known values: `length`, `format`, `country`, `checksum`,
    `national_checksum`, `unassigned`. More may be added
    """
    source: Optional[str]
    """Id of the source that prints the account; null if it is made up, or changed to be invalid"""


@final
class UncheckedAccount(TypedDict):
    error: str
    """Code of the error"""
    message: str
    """Why the account was not checked"""
    cause: Optional[Union[Literal["not_in_build", "not_open"], str]]
    """Why the data lacks the country or the payment method, as in resolve. Known values: `not_in_build`, `not_open`.
    More may be added
    """

/** Generated from the OpenAPI description by `tools/generate-types.ts`. Do not edit. */
/** The code schemes of the directory. */
export type KnownScheme =
  | 'ad_code'
  | 'ae_bank'
  | 'al_bank'
  | 'am_bank'
  | 'ao_bank'
  | 'ar_bcra'
  | 'at_blz'
  | 'au_bsb'
  | 'au_fi'
  | 'az_bic4'
  | 'az_kod'
  | 'ba_bank'
  | 'bd_bank'
  | 'be_code'
  | 'bf_bceao'
  | 'bg_bic4'
  | 'bh_bic4'
  | 'bj_bceao'
  | 'br_compe'
  | 'br_ispb'
  | 'bw_bank'
  | 'bw_branch'
  | 'by_bank'
  | 'ca_institution'
  | 'cd_rib'
  | 'cf_cemac'
  | 'cg_cemac'
  | 'ch_iid'
  | 'ci_bceao'
  | 'cl_cmf'
  | 'cm_cemac'
  | 'cn_bank_type'
  | 'cn_cnaps'
  | 'co_ach'
  | 'cr_bank'
  | 'cy_code'
  | 'cz_code'
  | 'de_blz'
  | 'dk_regnr'
  | 'do_bic4'
  | 'dz_rib'
  | 'ec_bce'
  | 'ee_code'
  | 'eg_bank'
  | 'es_entidad'
  | 'fi_code'
  | 'flutterwave'
  | 'fr_cib'
  | 'ga_cemac'
  | 'gb_bic4'
  | 'gb_frn'
  | 'gb_sort_code'
  | 'ge_bank'
  | 'gh_gip'
  | 'gh_prefix'
  | 'gh_sort'
  | 'gq_cemac'
  | 'gr_hebic'
  | 'gt_bank'
  | 'gt_bic4'
  | 'gw_bceao'
  | 'hk_bank'
  | 'hn_bic4'
  | 'hr_vbdi'
  | 'hu_giro'
  | 'id_bank'
  | 'ie_bic4'
  | 'il_bank'
  | 'in_ifsc'
  | 'in_iin'
  | 'in_npci'
  | 'iq_bic4'
  | 'is_code'
  | 'it_abi'
  | 'jo_bic4'
  | 'jp_zengin'
  | 'ke_bank'
  | 'kg_bank'
  | 'kr_bank'
  | 'kw_bic4'
  | 'kz_bank'
  | 'lb_bank'
  | 'li_bc'
  | 'lk_bank'
  | 'lt_code'
  | 'lu_code'
  | 'lv_bic4'
  | 'ma_bank'
  | 'mc_cib'
  | 'md_code'
  | 'me_code'
  | 'mg_rib'
  | 'mk_bank'
  | 'ml_bceao'
  | 'mn_bank'
  | 'mn_iban'
  | 'monnify'
  | 'mr_rib'
  | 'mt_bic4'
  | 'mx_clabe'
  | 'mx_spei'
  | 'my_fpx'
  | 'ne_bceao'
  | 'ng_cbn'
  | 'ng_cbn_ofi'
  | 'ng_nip'
  | 'ni_bic4'
  | 'nl_bic4'
  | 'no_regnr'
  | 'np_cips'
  | 'nz_bank'
  | 'om_iban'
  | 'om_wps'
  | 'pa_ach'
  | 'paystack'
  | 'pe_cce'
  | 'ph_instapay'
  | 'ph_pesonet'
  | 'pk_bic4'
  | 'pl_nrb'
  | 'ps_bic4'
  | 'pt_nib'
  | 'qa_bic4'
  | 'ro_bic4'
  | 'rs_bank'
  | 'rw_bank'
  | 'sa_bank'
  | 'se_clearing'
  | 'se_iban_id'
  | 'sg_bank'
  | 'si_code'
  | 'sk_code'
  | 'sm_abi'
  | 'sn_bceao'
  | 'sv_bic4'
  | 'td_cemac'
  | 'tg_bceao'
  | 'th_bank'
  | 'tn_rib'
  | 'tr_eft'
  | 'tw_bank'
  | 'tz_bot'
  | 'tz_fsp'
  | 'ua_mfo'
  | 'ug_bou'
  | 'ug_sort'
  | 'us_aba'
  | 'us_fdic'
  | 'us_fedwire'
  | 'us_ncua'
  | 'us_occ'
  | 'us_rssd'
  | 'uy_bcu'
  | 'uz_mfo'
  | 'va_code'
  | 've_bank'
  | 'vn_napas'
  | 'xk_bank'
  | 'za_branch'
  | 'zm_bank'
  | 'zm_sort'

/** The payment rails of the directory. */
export type KnownRail =
  | 'au_de'
  | 'au_hvcs'
  | 'au_paper'
  | 'br_pix'
  | 'br_str'
  | 'ch_eurosic'
  | 'ch_instant'
  | 'ch_sic'
  | 'gb_fps'
  | 'gh_gip'
  | 'in_imps'
  | 'in_nach'
  | 'in_neft'
  | 'in_rtgs'
  | 'in_upi'
  | 'mx_spei'
  | 'ng_nip'
  | 'pa_ach'
  | 'ph_instapay'
  | 'sepa_inst'
  | 'sepa_sct'
  | 'sepa_sdd'
  | 'sepa_sdd_b2b'
  | 'sepa_vop'
  | 'sg_fast'
  | 'tz_tips'
  | 'us_ach'
  | 'us_fednow'
  | 'us_rtp'
  | 'us_wire'

/** The error codes of the service. */
export type ServiceErrorCode =
  | 'account_malformed'
  | 'account_missing'
  | 'account_twice'
  | 'accounts_malformed'
  | 'bank_missing'
  | 'bank_unknown'
  | 'batch_limited'
  | 'body_missing'
  | 'body_not_empty'
  | 'body_not_json'
  | 'body_not_object'
  | 'body_not_utf8'
  | 'body_too_large'
  | 'branches_unknown'
  | 'content_encoding_unsupported'
  | 'content_type_missing'
  | 'content_type_unsupported'
  | 'country_malformed'
  | 'country_missing'
  | 'country_unsupported'
  | 'expectation_unknown'
  | 'field_malformed'
  | 'field_missing'
  | 'field_unknown'
  | 'guesses_limited'
  | 'headers_too_large'
  | 'host_missing'
  | 'idempotency_key_malformed'
  | 'idempotency_key_twice'
  | 'identifier_malformed'
  | 'identifier_missing'
  | 'identifier_twice'
  | 'identifiers_malformed'
  | 'internal_error'
  | 'key_in_url'
  | 'key_malformed'
  | 'key_missing'
  | 'key_refused'
  | 'key_twice'
  | 'kinds_malformed'
  | 'lists_busy'
  | 'mcp_not_installed'
  | 'method_not_allowed'
  | 'parameter_malformed'
  | 'parameter_unknown'
  | 'path_unknown'
  | 'payment_method_missing'
  | 'payment_method_unknown'
  | 'query_missing'
  | 'query_too_long'
  | 'rate_limited'
  | 'request_malformed'
  | 'request_timeout'
  | 'responses_busy'
  | 'revision_unknown'
  | 'script_not_built'
  | 'since_missing'
  | 'store_unavailable'
  | 'text_malformed'
  | 'url_malformed'

/** A code scheme. Upgrades add schemes, so any string is allowed; editors complete the known ones. */
export type Scheme = KnownScheme | (string & {})

/** A payment rail. Upgrades add rails, as with `Scheme`. */
export type Rail = KnownRail | (string & {})

/** Codes by scheme. */
export type Codes = { [scheme in KnownScheme]?: string[] } & { [scheme: string]: string[] | undefined }

export interface components {
    schemas: {
        /** AccountField */
        AccountField: {
            /** @description Name of the field in a request */
            key: string;
            /** @description Label for the form */
            label: string;
            /** @description Where the user finds the value */
            hint: string;
            /** @description `bank`: the id of a bank, or its code in one of `schemes`. `select`: the `value` of one of `options` */
            type: components["schemas"]["AccountFieldType"];
            /** @description Whether the field must have a value */
            required: boolean;
            /** @description Choices of a `select` field; otherwise null */
            options: components["schemas"]["AccountFieldOption"][] | null;
            /** @description For the parameter `type` of `/v1/banks`, to list the choices of a `bank` field; null for all banks */
            bank_types: components["schemas"]["BankType"][] | null;
            /** @description Preferred code scheme of a `bank` field, or the scheme that the code belongs to; otherwise null */
            scheme: Scheme | null;
            /** @description All accepted code schemes, preferred first */
            schemes: string[];
            /** @description Regular expression for the value in upper case, without spaces and separators; bank ids stay as they are */
            pattern: string | null;
            /** @description Length of the shortest value, without separators */
            min_length: number | null;
            /** @description Length of the longest value, without separators */
            max_length: number | null;
            /** @description A value that matches the pattern and passes the check */
            example: string;
            /** @description For the attribute `inputmode` of an HTML input */
            input_mode: components["schemas"]["InputMode"];
            group: components["schemas"]["AccountFieldGroup"];
            /** @description Check beyond the pattern; null if there is none. Known values: `cbu`, `clabe`, `dz_rib`, `gb_modulus`, `iban`, `mod97`, `national_check`, `nuban`, `rib`, `se_account`, `us_aba`, `ve_account`. More may be added */
            check: 'cbu' | 'clabe' | 'dz_rib' | 'gb_modulus' | 'iban' | 'mod97' | 'national_check' | 'nuban' | 'rib' | 'se_account' | 'us_aba' | 've_account' | (string & {}) | null;
        };
        /**
         * AccountFieldGroup
         * @description How the value is usually written: `{"sizes":[2,2,2],"separator":"-"}` is 20-29-59
         */
        AccountFieldGroup: {
            /** @description Number of characters in each group; the last number repeats */
            sizes: number[];
            /** @description Character between two groups */
            separator: string;
        } | null;
        /** AccountFieldOption */
        AccountFieldOption: {
            /** @description Value to send */
            value: string;
            /** @description Label for the form */
            label: string;
        };
        /**
         * AccountFieldType
         * @description Known values: `bank`, `text`, `iban`, `select`, `tel`. More may be added
         */
        AccountFieldType: 'bank' | 'text' | 'iban' | 'select' | 'tel' | (string & {});
        /** AccountNumberForm */
        AccountNumberForm: {
            /** @description Local name of the account number */
            label: string;
            /** @description Regular expression for an account number */
            pattern: string;
            /** @description A well-formed example */
            example: string | null;
        };
        /** AccountRequirements */
        AccountRequirements: {
            /** @description Country code, in upper case */
            country: string;
            /** @description Revision of the data */
            revision: string;
            /** @description Number of payment methods */
            count: number;
            /** @description Which payment methods this build of the data lacks, if any */
            note: string | null;
            /** @description Payment methods, the usual one first */
            methods: components["schemas"]["PaymentMethod"][];
        };
        /** Bank */
        Bank: {
            /** @description Permanent id, which never changes and is never reused */
            id: string;
            /** @description Usual name, without the legal form */
            name: string;
            /** @description Usual abbreviation */
            short_name: string | null;
            /** @description Full legal name, if different */
            legal_name: string | null;
            /** @description Other and former names */
            aliases: string[];
            /** @description ISO 3166 code */
            country: string;
            /** @description Kind of institution */
            type: components["schemas"]["BankType"];
            /** @description City of the head office */
            city: string | null;
            /** @description State or county of the head office */
            region: string | null;
            /** @description The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right code depends on the account or if none is known: see `codes` */
            code: string | null;
            /** @description The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments */
            code_scheme: Scheme | null;
            /** @description Current codes by scheme */
            codes: Codes;
            /** @description BIC (ISO 9362), 8 or 11 characters */
            bic: string | null;
            /** @description Legal entity identifier (ISO 17442) */
            lei: string | null;
            /**
             * Format: uri
             * @description Website
             */
            website: string | null;
            /** @description USSD code of the bank or wallet */
            ussd: string | null;
            /** @description Only `active` banks are open */
            status: components["schemas"]["BankStatus"];
            /** @description How well the sources agree */
            confidence: components["schemas"]["Confidence"];
        };
        /**
         * BankAddress
         * @description Postal address of the head office; null if no source with open terms has it
         */
        BankAddress: {
            /** @description Street, with the number of the building */
            street: string | null;
            /** @description Postal code */
            postcode: string | null;
            /** @description Town */
            town: string;
            /** @description Id of the source in `sources` */
            source: string;
        } | null;
        /** BankBranch */
        BankBranch: components["schemas"]["Branch"] & {
            /** @description `merged`: the code is no longer in use, and `successor` replaces it */
            status: components["schemas"]["BranchStatus"];
            /** @description The branch code that replaces this one */
            successor: string | null;
        };
        /** BankCodeScheme */
        BankCodeScheme: {
            /** @description Key of the scheme in a bank's `codes` */
            scheme: Scheme;
            /** @description Display name */
            label: string;
            /** @description Regular expression for a code */
            pattern: string;
            /** @description What people write before the code, in at most 10 characters: `NIP`, `ABA`, `Sort code` */
            short_label: string;
            /** @description Whether a code identifies the whole `bank` or a `branch`; only the account holder knows the branch */
            level: components["schemas"]["CodeLevel"];
            /** @description `payment` if the codes are used in transfers; `identity` if they are register numbers, which are never used in transfers; `provider` if only one payment provider understands them, and only in requests to its own API */
            use: components["schemas"]["CodeUse"];
            /** @description What the code is used for */
            used_for: string;
            /** @description Whether this scheme is the first choice for a bank's `code` */
            primary: boolean;
        };
        /** BankDetail */
        BankDetail: components["schemas"]["Bank"] & {
            /** @description Date of the merger or closure */
            status_since: string | null;
            /** @description Id of the open bank that took this one over */
            successor: string | null;
            address: components["schemas"]["BankAddress"];
            /** @description Other BICs of the bank */
            other_bics: string[];
            /** @description Every code, including former and unconfirmed ones */
            code_details: components["schemas"]["CodeDetail"][];
            /** @description `bic` and `other_bics` with their sources */
            bic_details: components["schemas"]["BicDetail"][];
            /** @description Payment rails of the bank's country: whether money reaches the bank over each */
            rails: components["schemas"]["BankRail"][];
            /** @description The published lists that the facts come from */
            sources: components["schemas"]["Source"][];
            /** @description The most permissive terms among `sources` */
            redistribution: components["schemas"]["Redistribution"];
            /** @description Remarks on conflicts between sources, mergers and other details */
            notes: string[];
        };
        /**
         * BankFieldName
         * @enum {string}
         */
        BankFieldName: "id" | "name" | "short_name" | "legal_name" | "aliases" | "country" | "type" | "city" | "region" | "code" | "code_scheme" | "codes" | "bic" | "lei" | "website" | "ussd" | "status" | "confidence" | "rails";
        /**
         * BankFields
         * @description Only the fields of the bank that the request selects with `fields`
         */
        BankFields: {
            /** @description Permanent id, which never changes and is never reused */
            id?: string;
            /** @description Usual name, without the legal form */
            name?: string;
            /** @description Usual abbreviation */
            short_name?: string | null;
            /** @description Full legal name, if different */
            legal_name?: string | null;
            /** @description Other and former names */
            aliases?: string[];
            /** @description ISO 3166 code */
            country?: string;
            /** @description Kind of institution */
            type?: components["schemas"]["BankType"];
            /** @description City of the head office */
            city?: string | null;
            /** @description State or county of the head office */
            region?: string | null;
            /** @description The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right code depends on the account or if none is known: see `codes` */
            code?: string | null;
            /** @description The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments */
            code_scheme?: Scheme | null;
            /** @description Current codes by scheme */
            codes?: Codes;
            /** @description BIC (ISO 9362), 8 or 11 characters */
            bic?: string | null;
            /** @description Legal entity identifier (ISO 17442) */
            lei?: string | null;
            /**
             * Format: uri
             * @description Website
             */
            website?: string | null;
            /** @description USSD code of the bank or wallet */
            ussd?: string | null;
            /** @description Only `active` banks are open */
            status?: components["schemas"]["BankStatus"];
            /** @description How well the sources agree */
            confidence?: components["schemas"]["Confidence"];
            /** @description Payment rails of the bank's country: whether money reaches the bank over each */
            rails?: components["schemas"]["BankRail"][];
        };
        /** BankFieldsList */
        BankFieldsList: {
            /** @description Country code, in upper case */
            country: string;
            /** @description Revision of the data */
            revision: string;
            /** @description Number of banks */
            count: number;
            /** @description Banks with only the requested `fields` */
            banks: components["schemas"]["BankFields"][];
            /** @description Only if this build of the data lacks a notable part of the list: says what and why */
            note?: string;
            /** @description Number of banks without `limit`. Only with `facets` */
            total?: number;
            facets?: components["schemas"]["SearchFacets"];
        };
        /** BankList */
        BankList: {
            /** @description Country code, in upper case */
            country: string;
            /** @description Revision of the data */
            revision: string;
            /** @description Number of banks */
            count: number;
            /** @description Banks, sorted by name or as specified by `sort` */
            banks: components["schemas"]["Bank"][];
            /** @description Only if this build of the data lacks a notable part of the list: says what and why */
            note?: string;
            /** @description Number of banks without `limit`. Only with `facets` */
            total?: number;
            facets?: components["schemas"]["SearchFacets"];
        };
        /** BankRail */
        BankRail: {
            /** @description Id of the rail */
            rail: Rail;
            /** @description False only if the list of participants is complete. Null if the directory has no list, or could not read it for this bank. Rails with an incomplete list that lacks the bank are left out */
            reachable: boolean | null;
            /** @description Date of the list */
            as_of: string | null;
            /** @description Id of the list */
            source: string | null;
        };
        /**
         * BankStatus
         * @enum {string}
         */
        BankStatus: "active" | "unverified" | "merged" | "closed";
        /** BankSummary */
        BankSummary: {
            /** @description Permanent id, which never changes and is never reused */
            id: string;
            /** @description Usual name, without the legal form */
            name: string;
            /** @description Usual abbreviation */
            short_name: string | null;
            /** @description ISO 3166 code */
            country: string;
            /** @description Kind of institution */
            type: components["schemas"]["BankType"];
            /** @description City of the head office */
            city: string | null;
            /** @description State or county of the head office */
            region: string | null;
            /** @description The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right code depends on the account or if none is known: see `codes` */
            code: string | null;
            /** @description The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments */
            code_scheme: Scheme | null;
            /** @description BIC (ISO 9362), 8 or 11 characters */
            bic: string | null;
            /** @description Only `active` banks are open */
            status: components["schemas"]["BankStatus"];
        };
        /**
         * BankType
         * @description Known values: `building_society`, `central_bank`, `commercial_bank`, `cooperative_bank`, `credit_union`, `development_bank`, `e_money_institution`, `finance_company`, `foreign_branch`, `merchant_bank`, `microfinance_bank`, `mobile_money`, `mortgage_bank`, `non_interest_bank`, `official_institution`, `other`, `payment_institution`, `payment_service_bank`, `savings_and_loans`, `savings_bank`, `trust_company`. More may be added
         */
        BankType: 'building_society' | 'central_bank' | 'commercial_bank' | 'cooperative_bank' | 'credit_union' | 'development_bank' | 'e_money_institution' | 'finance_company' | 'foreign_branch' | 'merchant_bank' | 'microfinance_bank' | 'mobile_money' | 'mortgage_bank' | 'non_interest_bank' | 'official_institution' | 'other' | 'payment_institution' | 'payment_service_bank' | 'savings_and_loans' | 'savings_bank' | 'trust_company' | (string & {});
        /** BicDetail */
        BicDetail: {
            /** @description BIC of the bank */
            bic: string;
            /** @description Id of the source in `sources`. Null if it is not recorded which source has the BIC */
            source: string | null;
            /** @description Date of the source */
            as_of: string | null;
        };
        /** Branch */
        Branch: {
            /** @description Branch code with the bank code, without separators */
            code: string;
            /** @description Name of the branch, if known */
            name: string | null;
            /** @description City or town, if known */
            city: string | null;
            /** @description State, if known */
            region: string | null;
        };
        /** BranchPage */
        BranchPage: {
            /** @description Id of the bank */
            bank: string;
            /** @description The kind of branch code, such as `in_ifsc` */
            form: string;
            /** @description Date of `source` */
            as_of: string;
            source: components["schemas"]["Source"];
            names_source: components["schemas"]["Source"];
            /** @description Number of matching branches on all pages */
            count: number;
            /** @description One page of the branches, sorted by code */
            branches: components["schemas"]["BankBranch"][];
        };
        /**
         * BranchStatus
         * @enum {string}
         */
        BranchStatus: "current" | "merged";
        /** Change */
        Change: {
            /** @description Permanent id, which never changes and is never reused */
            id: string;
            /** @description ISO 3166 code */
            country: string;
            /** @description What happened to the bank in the list: `removed` banks have merged or closed, or are no longer confirmed */
            kind: components["schemas"]["ChangeKind"];
            /** @description Human-readable summary of the change */
            summary: string;
            /** @description The bank as currently listed: replace the bank with this id in your copy. Null if it is no longer listed */
            bank: components["schemas"]["Bank"] | null;
        };
        /**
         * ChangeKind
         * @enum {string}
         */
        ChangeKind: "added" | "changed" | "removed";
        /** Changes */
        Changes: {
            /** @description The revision in `since`; for a date, the revision before the first release on or after it */
            from: string;
            /** @description The revision of your copy after all changes are applied */
            to: string;
            /** @description Number of changes */
            count: number;
            /** @description One change per bank, sorted by id */
            changes: components["schemas"]["Change"][];
        };
        /**
         * CheckName
         * @description Known values: `length`, `structure`, `mod97`, `national_check`, `modulus`, `checksum`, `range`. More may be added
         */
        CheckName: 'length' | 'structure' | 'mod97' | 'national_check' | 'modulus' | 'checksum' | 'range' | (string & {});
        /**
         * CheckResult
         * @description The checked account, or one result for each of `accounts`, in the same order
         */
        CheckResult: components["schemas"]["CheckedAccount"] | components["schemas"]["CheckedBatch"];
        /** CheckedAccount */
        CheckedAccount: {
            /** @description Country code, in upper case */
            country: string;
            /** @description Id of the payment method */
            method: string;
            /** @description `invalid` if a field is invalid, otherwise the verdict on the bank of the account: `valid`, `possible`, `former` or `unknown` */
            verdict: components["schemas"]["Verdict"];
            /** @description Result for each field of the request, by key */
            fields: {
                [key: string]: components["schemas"]["CheckedField"];
            };
            /** @description Whether the check digits of the account number were checked; null if there is no account number */
            account_checked: boolean | null;
            /** @description Whether the branch code was looked up in a list of branch codes; null if there is no branch code */
            branch_checked: boolean | null;
            /** @description The branch; null unless the branch code is in a list of branch codes */
            branch: components["schemas"]["Branch"] | null;
            /** @description A remark about the bank or a field, or the reason why there is no bank */
            note: string | null;
            /** @description Why the data may lack the bank of a right identifier, as a code: `not_in_build` if this build of the data leaves out such codes; null otherwise. Known values: `not_in_build`, `not_open`. More may be added */
            cause: 'not_in_build' | 'not_open' | (string & {}) | null;
            /** @description The bank, or the most likely one */
            bank: components["schemas"]["Holder"] | null;
            /** @description Number of banks that hold or may hold the account */
            bank_count: number;
            /** @description The BIC to use, if there is one */
            bic: string | null;
            /** @description How the `bic` in the request fits the bank. `same`: it is the BIC to use. `same_bank`: another BIC of the bank, of a bank that has merged with it, or of the same legal entity. `other_bank`: another bank has it. `unknown`: the bank of the account or of the BIC is not known. `invalid`: it is no BIC. Null if the request has no `bic`. Known values: `same`, `same_bank`, `other_bank`, `unknown`, `invalid`. More may be added */
            bic_match: 'same' | 'same_bank' | 'other_bank' | 'unknown' | 'invalid' | (string & {}) | null;
            /** @description Which BIC to use, or why the `bic` in the request does not fit */
            bic_note: string | null;
            /** @description Payment rails over which money reaches the first bank, with the code or branch in the identifier where a rail has single codes or branches. Empty if the identifier is invalid, or if the bank is only an indication */
            rails: components["schemas"]["BankRail"][];
            /** @description The IBAN in the request, or one that was computed from it */
            iban: string | null;
            /** @description Says that the IBAN was computed, or why there is none */
            iban_note: string | null;
            /** @description How an ISO 20022 message identifies the bank (`FinInstnId`); null if the verdict is `invalid` */
            iso20022: components["schemas"]["InstitutionId"] | null;
        };
        /** CheckedBatch */
        CheckedBatch: {
            /** @description Results in the same order as `accounts`; an account that cannot be checked has an error */
            results: (components["schemas"]["CheckedAccount"] | components["schemas"]["UncheckedAccount"])[];
        };
        /** CheckedField */
        CheckedField: {
            /** @description The value without spaces and separators */
            value: string;
            /** @description As in resolve. `valid`: a check digit, the directory or the list of options confirms the value. `possible`: its format is right, and nothing else can be checked */
            verdict: components["schemas"]["Verdict"];
            /** @description Why the value is invalid, as a code. Known values: `length`, `format`, `country`, `checksum`, `national_checksum`, `unassigned`. More may be added */
            reason: 'length' | 'format' | 'country' | 'checksum' | 'national_checksum' | 'unassigned' | (string & {}) | null;
            /** @description Why the value is invalid, as a sentence */
            message: string | null;
            /** @description The likely correction, if exactly one typo explains the error. Ask the user to confirm it */
            suggestion: string | null;
        };
        /** ClearingSystemId */
        ClearingSystemId: {
            /** @description Code of the clearing system */
            Cd: string;
        };
        /** ClearingSystemMemberId */
        ClearingSystemMemberId: {
            ClrSysId: components["schemas"]["ClearingSystemId"];
            /** @description The bank or branch in the clearing system */
            MmbId: string;
        };
        /** CodeDetail */
        CodeDetail: {
            /** @description Code scheme */
            scheme: Scheme;
            /** @description Display name of the scheme */
            label: string;
            /** @description What people write before the code, in at most 10 characters: `NIP`, `ABA`, `Sort code` */
            short_label: string;
            /** @description Whether a code identifies the whole `bank` or a `branch`; only the account holder knows the branch */
            level: components["schemas"]["CodeLevel"];
            /** @description `payment` if the codes are used in transfers; `identity` if they are register numbers, which are never used in transfers; `provider` if only one payment provider understands them, and only in requests to its own API */
            use: components["schemas"]["CodeUse"];
            /** @description What the code is used for */
            used_for: string;
            /** @description The code as text: leading zeros are significant */
            value: string;
            /** @description Only `current` codes are in `codes` */
            status: components["schemas"]["CodeStatus"];
            /** @description BIC to use with this code, if it differs from the bank's BIC */
            bic: string | null;
            /** @description Date of the source */
            as_of: string;
            /** @description Id of the source in `sources` */
            source: string;
            /** @description Whether its facts may be redistributed */
            redistribution: components["schemas"]["Redistribution"];
        };
        /**
         * CodeLevel
         * @enum {string}
         */
        CodeLevel: "bank" | "branch";
        /**
         * CodeStatus
         * @enum {string}
         */
        CodeStatus: "current" | "former" | "unconfirmed";
        /**
         * CodeUse
         * @description Known values: `payment`, `identity`, `provider`. More may be added
         */
        CodeUse: 'payment' | 'identity' | 'provider' | (string & {});
        /**
         * Confidence
         * @enum {string}
         */
        Confidence: "high" | "medium" | "low";
        /**
         * CountryKind
         * @enum {string}
         */
        CountryKind: "country" | "region";
        /** CreatedRecord */
        CreatedRecord: {
            /** @description Id of the record; ids sort by creation time */
            id: string;
            /** @constant */
            kind: "pet";
            /** @description Mode of the key that created the record */
            mode: components["schemas"]["KeyMode"];
            /**
             * Format: date-time
             * @description Creation time
             */
            created_at: string;
        };
        /**
         * DataBuild
         * @description What this build of the data has; the page Data builds explains it
         */
        DataBuild: {
            /** @description Revision of the data */
            revision: string;
            /** @description Revision of the full data that the build was made from; the same as `revision` for the full data */
            full_revision: string;
            /** @description Redistribution terms of the sources that were left out; empty for the full data */
            without: components["schemas"]["Redistribution"][];
            /** @description Codes of the countries that were left out */
            missing_countries: string[];
            /** @description Ids of the code schemes without any codes */
            missing_schemes: string[];
            /** @description Ids of the payment methods that were left out */
            missing_methods: string[];
        };
        /**
         * ExampleOrigin
         * @enum {string}
         */
        ExampleOrigin: "published" | "invented";
        /** FacetCount */
        FacetCount: {
            /** @description Value of the field */
            value: string;
            /** @description Number of results with this value */
            count: number;
        };
        /**
         * FacetName
         * @enum {string}
         */
        FacetName: "country" | "type" | "status" | "rail" | "region";
        /** FoundBank */
        FoundBank: components["schemas"]["Bank"] & {
            matched: components["schemas"]["Matched"];
        };
        /** FoundNumber */
        FoundNumber: {
            /** @description Where the number starts in the text, in UTF-16 code units */
            start: number;
            /** @description Where it ends: the position after its last character */
            end: number;
            /** @description Readings, most likely first; at most 2 */
            readings: components["schemas"]["Reading"][];
        };
        /** FoundNumbers */
        FoundNumbers: {
            /** @description At most 50 numbers, in the order of the text */
            found: components["schemas"]["FoundNumber"][];
            /** @description Revision of the data */
            revision: string;
        };
        /** Holder */
        Holder: components["schemas"]["BankSummary"] & {
            /** @description How the bank is related to the identifier or the account */
            relation: components["schemas"]["Relation"];
            /** @description When the former holder merged or closed, if known */
            since: string | null;
        };
        /**
         * HolderFields
         * @description Only the fields of the bank that the request selects with `fields`
         */
        HolderFields: components["schemas"]["BankFields"] & {
            /** @description How the bank is related to the identifier or the account */
            relation: components["schemas"]["Relation"];
            /** @description When the former holder merged or closed, if known */
            since: string | null;
        };
        /**
         * IdentifierKind
         * @description Known values: `iban`, `bic`, `lei`, `us_aba`, `gb_sort_code`, `gb_account`, `ca_eft`, `ca_cheque`, `nuban`, `account_number`, `bank_code`, `bank_id`, `reference`. More may be added
         */
        IdentifierKind: 'iban' | 'bic' | 'lei' | 'us_aba' | 'gb_sort_code' | 'gb_account' | 'ca_eft' | 'ca_cheque' | 'nuban' | 'account_number' | 'bank_code' | 'bank_id' | 'reference' | (string & {});
        /**
         * IdentifierParts
         * @description Parts of the identifier; the keys depend on the kind
         */
        IdentifierParts: {
            /** @description Country code of an IBAN, a BIC, a bank code, an account number or a bank id */
            country?: string;
            /** @description Check digits of an IBAN, an LEI or a CCI (Peru), or the IBAN check digits in an account number that includes them */
            check_digits?: string;
            /** @description National check letter in an IBAN from Italy or San Marino, or the national check digits of an account number */
            national_check?: string;
            /** @description Bank code in an IBAN, or in an account number or a branch code that includes it */
            bank_code?: string;
            /** @description Branch code in an IBAN or an account number, or the rest of a code that starts with the bank code */
            branch_code?: string;
            /** @description Check digit after the branch code of a CBU or an account number in Hungary, or after the provider of a CVU */
            branch_check_digit?: string;
            /** @description Payment provider in a CVU (Argentina) */
            provider?: string;
            /** @description Sort code of a UK account, or in an IBAN from the United Kingdom or Ireland */
            sort_code?: string;
            /** @description Clearing number of a Swedish account */
            clearing?: string;
            /** @description Prefix of an account number in Czechia or Slovakia */
            account_prefix?: string;
            /** @description Ledger of an account number in Iceland */
            ledger?: string;
            /** @description National id of the account holder in an account number in Iceland */
            national_id?: string;
            /** @description Account number in an IBAN, in a UK account with its sort code, or on its own */
            account?: string;
            /** @description Suffix of an account number in New Zealand */
            suffix?: string;
            /** @description Institution part of a BIC, or of a US or Canadian routing number */
            institution?: string;
            /** @description Location part of a BIC */
            location?: string;
            /** @description Branch part of an 11-character BIC, or of a sort code */
            branch?: string;
            /** @description Prefix of the organisation that issued an LEI */
            issuer?: string;
            /** @description Entity part of an LEI */
            entity?: string;
            /** @description Federal Reserve symbol of a US routing number */
            federal_reserve_symbol?: string;
            /** @description Check digit of a US routing number, a NUBAN, a CLABE (Mexico), a CBU or a CVU (Argentina) */
            check_digit?: string;
            /** @description Bank part of a sort code */
            bank?: string;
            /** @description Branch part of a Canadian routing number */
            transit?: string;
            /** @description For a Canadian electronic routing number: the cheque routing number of the same branch */
            cheque?: string;
            /** @description For a Canadian cheque routing number: the electronic routing number of the same branch */
            eft?: string;
            /** @description Serial number of a NUBAN */
            serial?: string;
            /** @description The bank code itself */
            code?: string;
            /** @description Type of a payment reference: `rf`, `ch_qr`, `be_ogm`, `fi`, `ee`, `no_kid`, `si`, `hr` */
            reference_type?: string;
            /** @description Model of a payment reference in Slovenia or Croatia */
            model?: string;
            /** @description Payment reference without its check digits */
            reference?: string;
        };
        /**
         * InputMode
         * @enum {string}
         */
        InputMode: "numeric" | "text" | "tel";
        /** InstitutionId */
        InstitutionId: {
            /** @description BIC */
            BICFI: string | null;
            /** @description Clearing system and member id */
            ClrSysMmbId: components["schemas"]["ClearingSystemMemberId"] | null;
            /** @description Legal entity identifier */
            LEI: string | null;
            /** @description Name of the bank */
            Nm: string | null;
            /** @description Address of the bank's head office, structured; null if not even its town is known. `Nm`, `LEI` and `PstlAdr` are null unless the verdict on the bank is `valid` */
            PstlAdr: components["schemas"]["PostalAddress"] | null;
        };
        /**
         * KeyMode
         * @enum {string}
         */
        KeyMode: "live" | "demo";
        /**
         * ListFacetName
         * @enum {string}
         */
        ListFacetName: "type" | "status" | "rail" | "region";
        /** Matched */
        Matched: {
            /** @description The field that matched: `bic` for any BIC of the bank, `successor_of` for a field of a bank that it took over */
            field: components["schemas"]["MatchedField"];
            /** @description Text of the field */
            text: string;
            /** @description Ranges to highlight, as start and exclusive end in UTF-16 code units. Empty if only the location matched */
            spans: number[][];
            /** @description Code scheme, if a code matched */
            scheme: Scheme | null;
            /** @description Status of the code, if one matched. Use only `current` codes for payments */
            status: ("current" | "former" | "unconfirmed") | null;
        };
        /**
         * MatchedField
         * @description Known values: `name`, `short_name`, `aliases`, `legal_name`, `bic`, `lei`, `ussd`, `codes`, `city`, `region`, `successor_of`. More may be added
         */
        MatchedField: 'name' | 'short_name' | 'aliases' | 'legal_name' | 'bic' | 'lei' | 'ussd' | 'codes' | 'city' | 'region' | 'successor_of' | (string & {});
        /** PaymentMethod */
        PaymentMethod: {
            /** @description Id of the payment method */
            id: string;
            /** @description Label for the form */
            label: string;
            /** @description Whether the money goes to a bank account or to a mobile wallet */
            kind: components["schemas"]["PaymentMethodKind"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Fields in the order of the form */
            fields: components["schemas"]["AccountField"][];
            /** @description Whether the examples were published, or invented for this directory */
            examples: components["schemas"]["ExampleOrigin"];
            /** @description What a developer should know about the method */
            note: string | null;
            /** @description Id of the source of the fields */
            source: string;
            /** @description JSON Schema 2020-12 for an object with the fields of this method */
            schema: {
                [key: string]: unknown;
            };
            /** @description Accounts to test a form with, none of them a real one. Only with `test_accounts=true` */
            test_accounts?: components["schemas"]["TestAccount"][];
        };
        /**
         * PaymentMethodKind
         * @description Known values: `bank_account`, `mobile_money`. More may be added
         */
        PaymentMethodKind: 'bank_account' | 'mobile_money' | (string & {});
        /** PostalAddress */
        PostalAddress: {
            /** @description Street, with the number of the building */
            StrtNm: string | null;
            /** @description Postal code */
            PstCd: string | null;
            /** @description Town */
            TwnNm: string;
            /** @description Country code */
            Ctry: string;
        };
        /** Reading */
        Reading: {
            /** @description Kind of identifier */
            kind: components["schemas"]["IdentifierKind"];
            /** @description Code scheme; null unless `kind` is `bank_code` */
            scheme: Scheme | null;
            /** @description `valid`: all checks pass and the directory knows the holder. `possible`: the holder is only an indication. `former`: the code is no longer in use. `unknown`: no bank in the directory holds the identifier. `invalid`: a check fails. A payment reference belongs to no bank: it is `valid` if it has its letters or printed form, and `possible` if it has digits only */
            verdict: components["schemas"]["Verdict"];
            /** @description The identifier without separators */
            canonical: string;
            /** @description The checks that were applied, in order; if the verdict is `invalid`, the last one failed */
            checks: components["schemas"]["CheckName"][];
            /** @description Whether the check digits of the account number itself were checked; null if there is no account number */
            account_checked: boolean | null;
            /** @description Whether the branch code was looked up in a list of branch codes; null if there is no branch code */
            branch_checked: boolean | null;
            /** @description Why the identifier is invalid, as a code. Known values: `length`, `format`, `country`, `checksum`, `national_checksum`, `unassigned`. More may be added */
            reason: 'length' | 'format' | 'country' | 'checksum' | 'national_checksum' | 'unassigned' | (string & {}) | null;
            /** @description Why the identifier is invalid, as a sentence */
            message: string | null;
            /** @description Position of the error in `canonical`: the first character and one past the last */
            at: number[] | null;
            /** @description The likely correction, if exactly one typo explains the error. Ask the user to confirm it; never apply it silently */
            suggestion: string | null;
            parts: components["schemas"]["IdentifierParts"];
            /** @description The branch; null unless the branch code is in a list of branch codes */
            branch: components["schemas"]["Branch"] | null;
            /** @description The BIC to use, if there is one */
            bic: string | null;
            /** @description How the `bic` in the request fits the bank. `same`: it is the BIC to use. `same_bank`: another BIC of the bank, of a bank that has merged with it, or of the same legal entity. `other_bank`: another bank has it. `unknown`: the bank of the account or of the BIC is not known. `invalid`: it is no BIC. Null if the request has no `bic`. Known values: `same`, `same_bank`, `other_bank`, `unknown`, `invalid`. More may be added */
            bic_match: 'same' | 'same_bank' | 'other_bank' | 'unknown' | 'invalid' | (string & {}) | null;
            /** @description Which BIC to use, or why the `bic` in the request does not fit */
            bic_note: string | null;
            /** @description The IBAN of a national account number, computed by a published rule; null for any other identifier */
            iban: string | null;
            /** @description The form in which people print it, such as `20-29-59` or an IBAN in groups of four; null if they print it without separators, or if it is invalid */
            formatted: string | null;
            /** @description A valid IBAN or account number with all but the last four characters hidden, and of an IBAN the country; null for any other identifier */
            masked: string | null;
            /** @description A remark about the banks, or the reason why there are none */
            note: string | null;
            /** @description Why the data may lack the bank of a right identifier, as a code: `not_in_build` if this build of the data leaves out such codes; null otherwise. Known values: `not_in_build`, `not_open`. More may be added */
            cause: 'not_in_build' | 'not_open' | (string & {}) | null;
            /** @description Whether the country of the IBAN is in SEPA; null unless this is an IBAN that passes all checks */
            sepa: boolean | null;
            /** @description Whether this is a QR-IBAN (Switzerland and Liechtenstein), to which payments need a QR reference; null unless this is an IBAN that passes all checks */
            qr_iban: boolean | null;
            /** @description Payment rails over which money reaches the first bank, with the code or branch in the identifier where a rail has single codes or branches. Empty if the identifier is invalid, or if the bank is only an indication. A batch leaves out rails that are not known */
            rails: components["schemas"]["BankRail"][];
            /** @description Number of banks that hold or may hold the identifier, before the limit on `banks` */
            bank_count: number;
            /** @description At most 50 banks (4 in a batch), most reliable first: summaries, or the requested `fields` */
            banks: (components["schemas"]["Holder"] | components["schemas"]["HolderFields"])[];
        };
        /**
         * Redistribution
         * @enum {string}
         */
        Redistribution: "open" | "attribution" | "unclear" | "restricted";
        /**
         * Relation
         * @description Known values: `holder`, `successor`, `unconfirmed_holder`, `former_holder`, `usual_holder`, `possible`, `sponsor`. More may be added
         */
        Relation: 'holder' | 'successor' | 'unconfirmed_holder' | 'former_holder' | 'usual_holder' | 'possible' | 'sponsor' | (string & {});
        /**
         * ResolveResult
         * @description The readings of `identifier`, one result for each of `identifiers`, in the same order, or the numbers found in `text`
         */
        ResolveResult: components["schemas"]["Resolved"] | components["schemas"]["ResolvedBatch"] | components["schemas"]["FoundNumbers"];
        /** Resolved */
        Resolved: {
            /** @description Number of readings, before the limit on `readings` */
            reading_count: number;
            /** @description Readings, most likely first; at most 2 in a batch */
            readings: components["schemas"]["Reading"][];
            /** @description What to do if there is no reading; otherwise null */
            message: string | null;
        };
        /** ResolvedBatch */
        ResolvedBatch: {
            /** @description Results in the same order as `identifiers` */
            results: components["schemas"]["Resolved"][];
        };
        /**
         * SearchFacets
         * @description For each requested field, the number of results with each value, highest first
         */
        SearchFacets: {
            /** @description Results by country, within `country` if the request has it */
            country?: components["schemas"]["FacetCount"][];
            /** @description Results by type. The counts ignore the parameter `type`, and apply all others */
            type?: components["schemas"]["FacetCount"][];
            /** @description Results by status. The counts ignore the parameter `status`, and apply all others */
            status?: components["schemas"]["FacetCount"][];
            /** @description Results by payment rail over which money reaches them; a bank can be on several. The counts ignore the parameter `rail`, and apply all others */
            rail?: components["schemas"]["FacetCount"][];
            /** @description Results by state or county, if the data has it. The counts ignore the parameter `region`, and apply all others */
            region?: components["schemas"]["FacetCount"][];
        };
        /** SearchResult */
        SearchResult: {
            /** @description The search text */
            query: string;
            /** @description The country in the request, if any */
            country: string | null;
            /** @description The code scheme that words of the query choose, as “nip” in “zenith nip”: show its code. `bic` for the BIC. The words are not part of the search */
            scheme: Scheme | null;
            /** @description Number of banks on this page */
            count: number;
            /** @description What this build of the data lacks, if no bank matches well; otherwise null */
            note: string | null;
            /** @description Matching banks, best match first */
            banks: components["schemas"]["FoundBank"][];
            /** @description Number of banks on all pages, if the request has `facets` */
            total?: number;
            /** @description Whether the search stopped early, so that `total` and `facets` may be too low */
            total_capped?: boolean;
            facets?: components["schemas"]["SearchFacets"];
        };
        /** Source */
        Source: {
            /** @description Id of the list */
            id: string;
            /** @description Name of the list */
            title: string;
            /** @description Publisher of the list */
            publisher: string;
            /** @description Year, month or day, as precise as known */
            date: string;
            /** @description `false` if `date` is only the date of the file; its rows may be years older */
            rows_dated: boolean;
            /** @description Licence or terms of the list */
            licence: string;
            /** @description Whether its facts may be redistributed */
            redistribution: components["schemas"]["Redistribution"];
            /**
             * Format: uri
             * @description The publisher's page
             */
            url: string | null;
        };
        /** SupportedCountries */
        SupportedCountries: {
            /** @description Revision of the data */
            revision: string;
            /** @description Number of entries in `countries` */
            count: number;
            /** @description Countries and the region EU, sorted for a dropdown */
            countries: components["schemas"]["SupportedCountry"][];
            /** @description Regions with a code of more than two letters, such as SEPA. Most requests accept them as `country` */
            regions: components["schemas"]["SupportedRegion"][];
            build: components["schemas"]["DataBuild"];
        };
        /** SupportedCountry */
        SupportedCountry: {
            /** @description ISO 3166 code, or the code of a region */
            code: string;
            /** @description ISO 3166 three-letter code */
            alpha3: string | null;
            /** @description English name, as defined by interface 1.0 */
            name: string;
            /** @description English name for display */
            display_name: string;
            /** @description Other accepted codes, such as UK for GB */
            also: string[];
            /** @description A region combines the banks of its members */
            kind: components["schemas"]["CountryKind"];
            /** @description Country codes of the members of a region; null for a country */
            members: string[] | null;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Telephone country code */
            calling_code: string | null;
            /** @description Number of open banks */
            bank_count: number;
            /** @description Whether accounts have an IBAN */
            iban: boolean;
            /** @description Whether it is part of SEPA, the Single Euro Payments Area */
            sepa: boolean;
            /** @description The code schemes that its open banks use, preferred schemes first */
            bank_codes: components["schemas"]["BankCodeScheme"][];
            account_number: components["schemas"]["AccountNumberForm"];
            /** @description Country codes of the members that this build of the data leaves out */
            missing_members: string[];
            /** @description What this build of the data lacks here, if it is a notable part */
            note: string | null;
        };
        /** SupportedRegion */
        SupportedRegion: {
            /** @description Code of the region, such as SEPA */
            code: string;
            /** @description ISO 3166 three-letter code */
            alpha3: string | null;
            /** @description English name, as defined by interface 1.0 */
            name: string;
            /** @description English name for display */
            display_name: string;
            /** @description Other accepted codes, such as UK for GB */
            also: string[];
            /** @description A region combines the banks of its members */
            kind: components["schemas"]["CountryKind"];
            /** @description Country codes of the members of a region; null for a country */
            members: string[] | null;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Telephone country code */
            calling_code: string | null;
            /** @description Number of open banks */
            bank_count: number;
            /** @description Whether accounts have an IBAN */
            iban: boolean;
            /** @description Whether it is part of SEPA, the Single Euro Payments Area */
            sepa: boolean;
            /** @description The code schemes that its open banks use, preferred schemes first */
            bank_codes: components["schemas"]["BankCodeScheme"][];
            account_number: components["schemas"]["AccountNumberForm"];
            /** @description Country codes of the members that this build of the data leaves out */
            missing_members: string[];
            /** @description What this build of the data lacks here, if it is a notable part */
            note: string | null;
            /** @description Country codes of members without banks in the directory */
            other_members: string[];
            /** @description Id of the list of members */
            source: string | null;
            /** @description Date of the list of members */
            as_of: string | null;
        };
        /** TestAccount */
        TestAccount: {
            /** @description The fields of the account by key, as in a request to check it */
            fields: {
                [key: string]: string;
            };
            /** @description The verdict that a check of the account returns */
            verdict: components["schemas"]["Verdict"];
            /** @description Why the account is invalid; null if it is not. Known values: `length`, `format`, `country`, `checksum`, `national_checksum`, `unassigned`. More may be added */
            reason: 'length' | 'format' | 'country' | 'checksum' | 'national_checksum' | 'unassigned' | (string & {}) | null;
            /** @description Id of the source that prints the account; null if it is made up, or changed to be invalid */
            source: string | null;
        };
        /** UncheckedAccount */
        UncheckedAccount: {
            /** @description Code of the error */
            error: string;
            /** @description Why the account was not checked */
            message: string;
            /** @description Why the data lacks the country or the payment method, as in resolve. Known values: `not_in_build`, `not_open`. More may be added */
            cause: 'not_in_build' | 'not_open' | (string & {}) | null;
        };
        /**
         * Verdict
         * @enum {string}
         */
        Verdict: "valid" | "possible" | "former" | "unknown" | "invalid";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listBanks: {
        parameters: {
            query: {
                /** @description Two-letter or three-letter code, or English name, of a supported country, or the code of a region such as EU or SEPA; case-insensitive */
                country: string;
                /** @description Only banks with this status */
                status?: "active" | "unverified" | "merged" | "closed" | "any";
                /** @description Only banks of these types, separated by commas. Default: all except `official_institution` */
                type?: components["schemas"]["BankType"][];
                /** @description With `code` or `bic`, only banks in which that field is not null. With a code scheme, only banks with a current code in that scheme */
                has?: string;
                /** @description Only banks that money reaches over this payment rail */
                rail?: Rail;
                /** @description Only banks in this state or county, as in the field `region` */
                region?: string;
                /** @description With `prominence`, the best-known banks come first */
                sort?: "name" | "prominence";
                /** @description Maximum number of banks. Default: all */
                limit?: number;
                /** @description Only these fields of each bank, separated by commas. Default: all except `rails` */
                fields?: components["schemas"]["BankFieldName"][];
                /** @description Count all banks of the list, and the banks with each value of these fields, separated by commas */
                facets?: components["schemas"]["ListFacetName"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankList"] | components["schemas"]["BankFieldsList"];
                };
            };
        };
    };
    getBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankDetail"];
                };
            };
        };
    };
    searchBanks: {
        parameters: {
            query: {
                /** @description Search text, for example what the user has typed so far */
                q: string;
                /** @description Only banks in this country or region. Codes are then also found without their leading zeros */
                country?: string;
                /** @description Only banks with this status */
                status?: "active" | "unverified" | "merged" | "closed" | "any";
                /** @description Only banks of these types, separated by commas */
                type?: components["schemas"]["BankType"][];
                /** @description With `code` or `bic`, only banks in which that field is not null. With a code scheme, only banks with a current code in that scheme */
                has?: string;
                /** @description Only banks that money reaches over this payment rail */
                rail?: Rail;
                /** @description Only banks in this state or county, as in the field `region` */
                region?: string;
                /** @description Number of results to skip */
                offset?: number;
                /** @description Maximum number of results */
                limit?: number;
                /** @description Count all results, and the results with each value of these fields, separated by commas */
                facets?: components["schemas"]["FacetName"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
        };
    };
    listBranches: {
        parameters: {
            query: {
                /** @description Id of the bank */
                bank: string;
                /** @description Only branches with a name, a city or a code in which words start with these words */
                q?: string;
                /** @description Number of branches to skip */
                offset?: number;
                /** @description Maximum number of branches */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchPage"];
                };
            };
        };
    };
    resolveIdentifiers: {
        parameters: {
            query?: {
                /** @description Only these fields of each bank, separated by commas; `relation` and `since` are always included. Default: a summary */
                fields?: components["schemas"]["BankFieldName"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolveResult"];
                };
            };
        };
    };
    getAccountRequirements: {
        parameters: {
            query: {
                /** @description Two-letter or three-letter code, or English name, of a supported country, or the code of a region such as EU or SEPA; case-insensitive */
                country: string;
                /** @description Whether each payment method has `test_accounts`, to test forms with */
                test_accounts?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountRequirements"];
                };
            };
        };
    };
    checkAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckResult"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query: {
                /** @description Revision of your copy, or a date: the changes of the releases on or after it */
                since: string;
                /** @description Only changes to banks in this country or region */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changes"];
                };
            };
        };
    };
    listSupportedCountries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportedCountries"];
                };
            };
        };
    };
    createRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedRecord"];
                };
            };
        };
    };
}

/**
 * Completes a field of an account form. The table has only what is special about a field: patterns, labels, checks and
 * examples that other tables have are taken from there, so that no fact is written twice.
 */
import { compact, patternOf } from '../../identifiers/account-form.ts'
import { formatOfIban } from '../../identifiers/iban-country.ts'
import { parsePattern } from '../../identifiers/pattern-grammar.ts'
import type { AccountFormRecord } from '../records/account-form-record.ts'
import type {
  AccountField,
  AccountRequirementsTable,
  MethodFieldRecord,
} from '../records/account-requirements-record.ts'
import type { CountryRecord } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'

export interface RequirementTables {
  accountRequirements: AccountRequirementsTable
  accountForms: readonly AccountFormRecord[]
  schemes: ReadonlyMap<string, Scheme>
}

type FieldRecord = Omit<MethodFieldRecord, 'field'>

/** Facts about a field that another table has. */
interface KnownFacts {
  label?: string | undefined
  pattern?: string | undefined
  example?: string | undefined
  check?: AccountField['check'] | undefined
}

export function completeField(
  field: MethodFieldRecord,
  country: CountryRecord,
  tables: RequirementTables,
): AccountField {
  const own = withSharedField(field, tables)
  const { type = 'text', optional, label, example, check, input_mode } = own
  const form = tables.accountForms.find(({ id }) => id === own.form)
  const schemes = own.schemes ?? schemesOf(type, form, country)
  const facts = knownFacts(own, form, schemes, country, tables)
  const pattern = patternFor(type, own.pattern ?? facts.pattern, country)
  const lengths = type === 'bank' || pattern === undefined ? null : parsePattern(pattern)
  return {
    key: own.key ?? '',
    label: label ?? facts.label ?? '',
    hint: own.hint ?? '',
    type,
    required: !optional,
    options: own.options ?? null,
    bank_types: own.bank_types ?? null,
    scheme: schemes[0] ?? null,
    schemes: [...schemes],
    pattern: type === 'bank' ? bankPattern(own, schemes, country, tables) : (pattern ?? null),
    min_length: lengths?.min ?? null,
    max_length: lengths?.max ?? null,
    example: example ?? facts.example ?? '',
    input_mode: input_mode ?? 'text',
    group: own.group ?? null,
    check: check ?? facts.check ?? null,
  }
}

const noField = { id: '', source: '' }

/** The entry of a method overrides the shared field that it names. */
function withSharedField(field: MethodFieldRecord, { accountRequirements }: RequirementTables): FieldRecord {
  const { field: sharedId, ...own } = field
  const { id: _, source: __, ...shared } = accountRequirements.fields.find(({ id }) => id === sharedId) ?? noField
  return { ...shared, ...own }
}

function schemesOf(
  type: AccountField['type'],
  form: AccountFormRecord | undefined,
  { code_schemes = [] }: CountryRecord,
): readonly string[] {
  if (form) return form.scheme === undefined ? [] : [form.scheme]
  return type === 'bank' ? code_schemes : []
}

function knownFacts(
  { type, account_number }: FieldRecord,
  form: AccountFormRecord | undefined,
  schemes: readonly string[],
  { code, account_number: account }: CountryRecord,
  { schemes: schemeTable }: RequirementTables,
): KnownFacts {
  // A region has no IBAN format of its own; its record has a pattern that the IBANs of all its members match.
  if (type === 'iban') return formatOfIban(code) ?? { pattern: account.pattern, example: account.example }
  if (account_number) return account
  if (form) return { ...form, pattern: patternOf(form), example: compact(form.example) }
  const scheme = schemeTable.get(schemes[0] ?? '')
  return scheme ? { label: scheme.label, pattern: scheme.pattern } : {}
}

/** The table has the pattern of a phone number without prefix; users also write it with 0 or with the country code. */
function patternFor(
  type: AccountField['type'],
  pattern: string | undefined,
  { calling_code = '' }: CountryRecord,
): string | undefined {
  if (type !== 'tel' || pattern === undefined) return pattern
  const national = pattern.slice(1, -1)
  return `^(?:${calling_code.slice(1)}(?:${national})|0?(?:${national}))$`
}

/** A bank field takes the id of a bank, its code in one of the schemes or, unless it is for wallets, its BIC. */
function bankPattern(
  { bank_types }: FieldRecord,
  schemes: readonly string[],
  { code }: CountryRecord,
  { schemes: schemeTable }: RequirementTables,
): string {
  const codes = schemes.flatMap((id) => schemeTable.get(id)?.pattern.slice(1, -1) ?? [])
  const bic = bank_types === undefined ? ['[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?'] : []
  const bankId = `${code.toLowerCase()}(?:-[a-z0-9]+)+`
  return `^(?:${[...new Set([...codes, ...bic, bankId])].join('|')})$`
}

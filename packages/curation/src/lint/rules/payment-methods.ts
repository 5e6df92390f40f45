/** Without a payment method a country has no account form, and without banks the menu of a form is empty. */
import { methodError } from '../../../../../src/dataset/tables/account-requirements.ts'
import { paymentMethodsOf } from '../../../../../src/directory/accounts/requirements.ts'
import type {
  AccountField,
  PaymentMethodRecord,
} from '../../../../../src/directory/records/account-requirements-record.ts'
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { registrySource } from '../../../../../src/identifiers/iban-country.ts'
import { entryFinding, isOpen, type Rule } from '../rule.ts'
import { knownRequirements } from './account-requirements.ts'

export const paymentMethods: Rule = {
  name: 'payment-methods',
  summary:
    'Every country has a payment method, open banks have the codes that its fields ask for, and prefixes belong to open wallets.',
  isForShippedData: true,
  *find(data) {
    // Data folders from earlier releases do not have the file.
    if (data.tables.accountRequirements.length === 0) return
    const known = knownRequirements(data)
    const { accountRequirements: table } = known
    const valid = table.methods.filter((method) => methodError(method, table, known) === null)
    const completed = data.countries.map((country) => {
      const tables = { ...known, accountRequirements: { ...table, methods: valid } }
      return { country, methods: paymentMethodsOf(country, tables) }
    })
    for (const { country, methods } of completed) {
      if (methods.length > 0 || country.iban) continue
      const problem = `${country.code} has no payment method`
      yield { file: 'account-requirements.json', problem, fix: 'add one', subject: country.code }
    }
    const byId = new Map(completed.flatMap(({ methods }) => methods.map((method) => [method.id, method])))
    const openBanks = Map.groupBy(data.banks.filter(isOpen), ({ bank }) => bank.country)
    const inRanges = new Set(data.tables.codeRanges.map(({ row }) => row.scheme))
    for (const entry of data.tables.accountRequirements) {
      const method = byId.get(entry.row.id)
      if (!method || !('fields' in entry.row)) continue
      const banks = openBanks.get(entry.row.country)?.map(({ bank }) => bank) ?? []
      const prefixes = prefixFault(entry.row, banks)
      if (prefixes !== null) yield entryFinding(entry, prefixes, 'correct it')
      // Examples of the IBAN registry may have a bank that never existed.
      const isExampleHeld = method.source !== registrySource
      for (const field of method.fields) {
        const fault = bankFault(field, banks, inRanges, isExampleHeld)
        if (fault !== null) yield entryFinding(entry, fault, 'correct it')
      }
    }
  },
}

function prefixFault({ prefixes = {} }: PaymentMethodRecord, banks: readonly BankRecord[]): string | null {
  const wallets = new Set(banks.filter(({ type }) => type === 'mobile_money').map(({ id }) => id))
  const unknown = Object.keys(prefixes).find((id) => !wallets.has(id))
  if (unknown !== undefined) return `it has prefixes of ${unknown}, which is not an open wallet of the country`
  const all = Object.values(prefixes).flat()
  const twice = all.find((prefix, at) => all.indexOf(prefix) !== at)
  return twice === undefined ? null : `the prefix ${twice} has two operators`
}

function bankFault(
  { key, type, schemes, bank_types, example }: AccountField,
  banks: readonly BankRecord[],
  inRanges: ReadonlySet<string>,
  isExampleHeld: boolean,
): string | null {
  const choices = banks.filter((bank) => bank_types === null || bank_types.includes(bank.type))
  const codes = choices.flatMap((bank) => (bank.codes ?? []).filter(({ status }) => status === undefined))
  if (type === 'bank' && choices.length === 0) return `its field ${key} has no banks to choose from`
  const unused = schemes.find((id) => !inRanges.has(id) && !codes.some(({ scheme }) => scheme === id))
  if (unused !== undefined) return `no open bank of its field ${key} has a code of the scheme ${unused}`
  if (type !== 'bank' || !isExampleHeld) return null
  const isHeld =
    choices.some(({ id, bic }) => id === example || bic === example) ||
    codes.some(({ scheme, value }) => schemes.includes(scheme) && value === example)
  return isHeld ? null : `no open bank has the example "${example}" of its field ${key}`
}

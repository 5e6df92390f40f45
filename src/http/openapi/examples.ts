/**
 * Builds the examples in the OpenAPI document from the data. All examples except the list of branches are about the same
 * country and the same bank.
 * A list has one entry, and its count says so, because a real list is too long for an example.
 */
import type { Directory, Lookups } from '../../directory/lookups.ts'
import type { PaymentMethod } from '../../directory/records/account-requirements-record.ts'
import type { Bank } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import type { ListChange } from '../../directory/records/list-change.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { bankTable } from '../../directory/views/csv.ts'
import {
  flutterwaveBank,
  flutterwaveList,
  type Provider,
  paystackBank,
  paystackList,
} from '../../directory/views/provider-lists.ts'
import { bankFields, banksIn } from '../../directory/views/selected-fields.ts'
import { describeService } from '../snapshot/service-descriptor.ts'

export interface ExampleData {
  directory: Directory
  baseUrl: string
  loadLookups(): Lookups | Promise<Lookups>
}

export interface OperationExample {
  body?: object
  response: unknown
}

/** Keyed by operation id. An operation has no example if the data has no bank. */
export async function buildExamples(data: ExampleData): Promise<Map<string, OperationExample>> {
  const { directory, baseUrl } = data
  const { revision, build } = directory
  const examples: Record<string, OperationExample> = {
    getServiceInfo: { response: describeService(build, baseUrl) },
    getHealth: { response: { status: 'ok' } },
    getReadiness: { response: { status: 'ready', revision, build, missing: [], channel: null } },
    getOpenApi: { response: { openapi: '3.1.0', info: { title: 'Bank Lookup Service', version: '1.0' }, paths: {} } },
    createRecord: {
      response: {
        id: 'rec_019a8e1d2b40f0e1d2c3b4a5968778695a4b',
        kind: 'pet',
        mode: 'demo',
        created_at: '2026-11-16T12:00:00.000Z',
      },
    },
  }
  const country = directory.findCountry('ng') ?? directory.countries[0]
  const bank = country && findExampleBank(directory, country)
  if (bank) Object.assign(examples, bankExamples(directory, country, bank))
  if (country) Object.assign(examples, providerExamples(directory, country))
  if (bank) Object.assign(examples, lookupExamples(await data.loadLookups(), country, bank))
  // The branch list of Japan is the shortest, and the first request for it reads it.
  if (directory.hasBank(bankWithBranches) && directory.branches.listIn('JP')) {
    const { listBranches } = await data.loadLookups()
    examples.listBranches = { response: runToEnd(listBranches(bankWithBranches, { offset: 0, limit: 1 })) }
  }
  return new Map(Object.entries(examples))
}

/** The bank in the example of a list of branches. */
const bankWithBranches = 'jp-mizuho-bank'

/** The number of banks from which the example is chosen. */
const candidatesMax = 50

/** Returns the open bank with the shortest details among those with a code and a BIC, or else any open bank. */
function findExampleBank(directory: Directory, country: SupportedCountry): Bank | undefined {
  const { json } = runToEnd(directory.listBanks(country, { status: 'active' }))
  const banks = JSON.parse(`[${Buffer.concat(json)}]`) as Bank[]
  const complete = banks.filter(({ code, bic, type }) => code && bic && type === 'commercial_bank')
  const candidates = (complete.length > 0 ? complete : banks).slice(0, candidatesMax)
  const sized = candidates.map((bank) => ({ bank, length: directory.findBank(bank.id)?.length ?? 0 }))
  return sized.sort((a, b) => a.length - b.length)[0]?.bank
}

function bankExamples(directory: Directory, country: SupportedCountry, bank: Bank): Record<string, OperationExample> {
  const { revision, build } = directory
  const countryBody = { country: country.code.toLowerCase() }
  const countries = { response: { revision, count: 1, countries: [country], regions: [], build } }
  const banks = { response: { country: country.code, revision, count: 1, banks: [bank] } }
  const [method] = directory.listPaymentMethods(country)
  const methods = method ? [method] : []
  const requirements = { response: { country: country.code, revision, count: methods.length, note: null, methods } }
  const rows = { count: 1, json: [Buffer.from(JSON.stringify(bank))] }
  return {
    listSupportedCountries: countries,
    listSupportedCountriesByPost: countries,
    listBanks: banks,
    listBanksByPost: { ...banks, body: countryBody },
    getBank: { response: JSON.parse(directory.findBank(bank.id) as string) },
    exportBanks: { response: runToEnd(bankTable(country, rows, bankFields)).toString() },
    getAccountRequirements: requirements,
    getAccountRequirementsByPost: { ...requirements, body: countryBody },
    listChanges: { response: exampleChanges(directory) },
  }
}

/** None if the data has no codes of the provider. */
function providerExamples(directory: Directory, country: SupportedCountry): Record<string, OperationExample> {
  const exampleOf = (provider: Provider, write: (bank: Bank) => object): { response: unknown }[] => {
    const { json } = runToEnd(directory.listBanks(country, { status: 'active', has: provider, limit: 1 }))
    return [...banksIn(json)].flat().map((bank) => ({ response: write(bank) }))
  }
  const [paystack] = exampleOf('paystack', (bank) => paystackList([paystackBank(bank, country, false)]))
  const [flutterwave] = exampleOf('flutterwave', (bank) => flutterwaveList([flutterwaveBank(bank)]))
  return {
    ...(paystack && { listPaystackBanks: paystack }),
    ...(flutterwave && { listFlutterwaveBanks: flutterwave }),
  }
}

/** One change from the newest release that has any. */
function exampleChanges(directory: Directory): object {
  const { revision, packed } = directory
  const release = packed.releases.findLast(({ lines }) => lines.length > 0)
  if (!release) return { from: revision, to: revision, count: 0, changes: [] }
  const end = release.lines.indexOf('\n'.charCodeAt(0))
  const { id, country, kind, summary }: ListChange = JSON.parse(Buffer.from(release.lines.subarray(0, end)).toString())
  const changes = [{ id, country, kind, summary, bank: kind === 'removed' ? null : listedBank(directory, id) }]
  return { from: release.from, to: revision, count: changes.length, changes }
}

function listedBank(directory: Directory, id: string): object | null {
  const bank: Bank | null = JSON.parse(directory.findBank(id) ?? 'null')
  if (bank?.status !== 'active') return null
  return Object.fromEntries(bankFields.map((field) => [field, bank[field]]))
}

function lookupExamples(lookups: Lookups, country: SupportedCountry, bank: Bank): Record<string, OperationExample> {
  const found = runToEnd(lookups.search({ text: bank.name.toLowerCase(), country, limit: 1 }))
  const identifier = bank.code ?? bank.bic ?? bank.id
  const result = lookups.resolve(identifier, country, { readingsMax: 1, banksMax: 1 })
  const [method] = lookups.listPaymentMethods(country)
  return {
    searchBanks: { response: JSON.parse(found) },
    resolveIdentifiers: {
      body: { identifier, country: country.code.toLowerCase() },
      response: JSON.parse(result),
    },
    ...(method && { checkAccounts: exampleCheck(lookups, country, method) }),
  }
}

function exampleCheck({ checkAccount }: Lookups, country: SupportedCountry, method: PaymentMethod): OperationExample {
  const needed = method.fields.filter(({ required }) => required)
  const values = Object.fromEntries(needed.map(({ key, example }) => [key, example]))
  return {
    body: { country: country.code.toLowerCase(), method: method.id, fields: values },
    response: JSON.parse(checkAccount({ country, method, values })),
  }
}

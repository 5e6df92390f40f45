/**
 * The lookups that every surface calls: the service, the library, the command line and MCP. A directory lists banks,
 * finds one by its id and lists payment methods. Search, resolve and the checks of accounts also need the indexes. Their
 * code is most of the program, so it is loaded on first use.
 */
import { createRequire } from 'node:module'
import type { AccountChecker } from './accounts/check/check-account.ts'
import { paymentMethodsOf } from './accounts/requirements.ts'
import type { ListBranches } from './branches/bank-branches.ts'
import type { ReadBranchFile } from './branches/branch-list.ts'
import { type Branches, createBranches } from './branches/branches.ts'
import type { BuildFacts, Missing } from './builds/build-schema.ts'
import { buildFactsOf } from './builds/data-build.ts'
import { createLossNotes, type LossNotes } from './builds/loss-notes.ts'
import { createCountryFinder, createRequireCountry } from './country-finder.ts'
import { createFacetCounter, filterWithout } from './facet-counts.ts'
import { createIndexes, type IndexTables } from './indexes.ts'
import { memoize, once } from './memoize.ts'
import { createRails, type Rails, type RailsOf } from './rail-reach.ts'
import type { AccountRequirements, PaymentMethod } from './records/account-requirements-record.ts'
import { listedTypes } from './records/bank-record.ts'
import type { SupportedCountry, SupportedRegion } from './records/country-record.ts'
import type { Resolver } from './resolve/resolve.ts'
import { runToEnd } from './run-to-end.ts'
import type { WorkBudget } from './search/search-limits.ts'
import type { FacetCounts, FacetName } from './search/search-schema.ts'
import type { FindNamed, Searcher } from './searcher.ts'
import { type BankFilter, type BankTable, createBankFilter, createBankTable } from './storage/bank-table.ts'
import { type BankRows, listJson } from './storage/list-json.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'
import { createDetailWriter } from './views/bank-detail.ts'
import { createHistory, type History } from './views/changes-since.ts'

/** `limit`: the maximum number of banks, all by default. `offset`: the number of banks to skip. */
export interface BankListQuery extends BankFilter {
  /** By default, banks are sorted by name. Prominence is part of the indexes, so only `Lookups` can sort by it. */
  sort?: 'name' | 'prominence' | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** Counts the banks on all pages by these fields. */
  facets?: readonly FacetName[] | undefined
}

export interface Directory {
  readonly revision: string
  /** What this build of the data has and lacks. */
  readonly build: BuildFacts
  lossNotes: LossNotes
  packed: PackedDirectory
  /** In display order. */
  countries: SupportedCountry[]
  /** Regions such as SEPA, which are not in `countries` because their codes have more than two letters. */
  regions: SupportedRegion[]
  /** `input`: a code or a name of the country, in upper or lower case. */
  findCountry(input: string): SupportedCountry | undefined
  /** Like `findCountry`, but accepts any value, and throws a `LookupError` if it names no country. */
  requireCountry(input: unknown): SupportedCountry
  /**
   * Returns banks of a country, or of all countries in a region. Yields every millisecond or two, so that a server can do
   * other work in between.
   */
  listBanks(country: SupportedCountry, query: BankListQuery): Generator<void, BankRows>
  /** Returns the open banks of a country or region as the API returns them. */
  defaultList(country: SupportedCountry): Buffer
  hasBank(id: string): boolean
  /** Returns the bank with all details, as JSON. */
  findBank(id: string): string | undefined
  /** Returns the payment methods of a country or region, the usual one first. */
  listPaymentMethods(country: SupportedCountry): readonly PaymentMethod[]
  /** Returns the payment methods as the API returns them. */
  accountRequirements(country: SupportedCountry): AccountRequirements
  branches: Branches
  rails: Rails
  railsOf: RailsOf
  readBranchFile: ReadBranchFile | undefined
  changesSince: History['since']
  releasesIn: History['releasesIn']
  latestChanges: History['latestChanges']
  /** Adds the indexes, and with them the other lookups. `work` limits and counts the steps of each search. */
  withIndexes(tables: IndexTables, work?: WorkBudget): Lookups
}

export interface Lookups extends Directory, Searcher, Resolver, AccountChecker {
  listBranches: ListBranches
  /** Returns the name of the bank with this number. */
  nameOf(bank: number): string
  /** Creates now what is otherwise created on first use. */
  prepare(): void
}

export interface DirectoryOptions {
  /** Without it, branch codes are not looked up. */
  readBranchFile?: ReadBranchFile | undefined
  /** Returns the revision of data that was loaded without it. */
  readRevision?: () => string
  /** Says why the directory does not have this country, if the caller knows. */
  explainMissing?: (input: string) => Missing | undefined
}

/** Small enough that a step takes a millisecond or two. */
const banksPerStep = 1_000

export function createDirectory(packed: PackedDirectory, options: DirectoryOptions = {}): Directory {
  const { readBranchFile, readRevision = () => packed.revision, explainMissing } = options
  const banks = createBankTable(packed)
  const supported = [...packed.supported, ...packed.supportedRegions]
  const countries = createCountryFinder(supported, packed.countries)
  const rails = createRails(packed)
  const lossNotes = createLossNotes(packed)
  const history = createHistory(packed, banks)
  const buildFacts = once(() => buildFactsOf(packed))
  const readBuild = (): BuildFacts => {
    const revision = readRevision()
    return { revision, full_revision: packed.build?.from ?? revision, ...buildFacts() }
  }
  const listBanks = createLister(packed, banks)
  const listPaymentMethods = createPaymentMethods(packed)
  const writeDetail = createDetailWriter({ ...packed, rails })
  const directory: Omit<Directory, 'revision' | 'build' | 'withIndexes'> = {
    packed,
    lossNotes,
    countries: packed.supported,
    regions: packed.supportedRegions,
    findCountry: countries.find,
    requireCountry: createRequireCountry(
      countries,
      supported,
      (input) => explainMissing?.(input) ?? lossNotes.missingCountry(input),
    ),
    listBanks,
    defaultList: (country) => {
      const ofCountry = packed.banks.get(country.code)
      if (!ofCountry)
        return listJson(country, packed.revision, runToEnd(listBanks(country, { status: 'active' })), country.note)
      const { rows, listBytes } = ofCountry
      return Buffer.from(rows.buffer, rows.byteOffset, listBytes)
    },
    hasBank: (id) => banks.numberOf(id) !== undefined,
    findBank: (id) => {
      const bank = banks.numberOf(id)
      return bank === undefined ? undefined : writeDetail(banks.rowOf(bank), banks.recordOf(bank))
    },
    listPaymentMethods,
    accountRequirements: (country) => {
      const methods = [...listPaymentMethods(country)]
      const note = lossNotes.onMethods(country)
      return { country: country.code, revision: readRevision(), count: methods.length, note, methods }
    },
    branches: createBranches(packed, readBranchFile),
    rails,
    railsOf: (id) => {
      const bank = banks.numberOf(id)
      return bank === undefined ? [] : rails.ofBank(banks.recordOf(bank))
    },
    readBranchFile,
    changesSince: history.since,
    releasesIn: history.releasesIn,
    latestChanges: history.latestChanges,
  }
  const withIndexes: Directory['withIndexes'] = (tables, work) => ({
    ...directory,
    get revision() {
      return readRevision()
    },
    get build() {
      return readBuild()
    },
    withIndexes,
    ...createIndexLookups(directory, banks, tables, work),
  })
  return {
    ...directory,
    get revision() {
      return readRevision()
    },
    get build() {
      return readBuild()
    },
    withIndexes,
  }
}

/** The lookups that need the indexes. Each part is created on first use, because it takes some milliseconds. */
function createIndexLookups(
  { packed, branches, rails, lossNotes }: Pick<Directory, 'packed' | 'branches' | 'rails' | 'lossNotes'>,
  banks: BankTable,
  tables: IndexTables,
  work: WorkBudget | undefined,
): Pick<Lookups, 'listBanks' | IndexLookup> {
  const indexes = once(() => createIndexes(packed, tables, banks))
  const searcher = once(() => load('searcher').createSearcher({ ...packed, lossNotes }, indexes(), work))
  const context = once(() => load('resolve/resolve-context').createResolveContext(packed, indexes(), branches, rails))
  const findNamed: FindNamed = (text, country) => searcher().findNamed(text, country)
  const resolver = once(() => load('resolve/resolve').createResolver(packed, indexes(), context(), findNamed))
  const checker = once(() => load('accounts/check/check-account').createAccountChecker(packed, indexes(), context()))
  const branchLister = once(() => load('branches/bank-branches').createBranchLister(packed, banks, branches, lossNotes))
  return {
    listBanks: createLister(packed, banks, tables.search.prominence),
    search: (query) => searcher().search(query),
    findNamed,
    explain: (id, query) => searcher().explain(id, query),
    resolve: (identifier, country, view) => resolver().resolve(identifier, country, view),
    startResolve: (identifier, country, view) => resolver().startResolve(identifier, country, view),
    read: (identifier, country) => resolver().read(identifier, country),
    matchBic: (bic, account) => resolver().matchBic(bic, account),
    startFind: (text, country, view) => resolver().startFind(text, country, view),
    nameOf: (bank) => context().nameOf(bank),
    checkAccount: (account) => checker().checkAccount(account),
    inspectAccount: (account) => checker().inspectAccount(account),
    testAccounts: (account) => checker().testAccounts(account),
    listBranches: (bank, query) => branchLister()(bank, query),
    prepare: () => {
      for (const create of [searcher, resolver, checker]) create()
    },
  }
}

type IndexLookup = Exclude<keyof Lookups, keyof Directory>

function createLister(packed: PackedDirectory, banks: BankTable, prominence?: Float32Array): Directory['listBanks'] {
  const countFacet = once(() => createFacetCounter(banks, packed.rails))
  const choose = function* (byName: Uint32Array, passes: (bank: number) => boolean): Generator<void, number[]> {
    const chosen: number[] = []
    for (const [at, bank] of byName.entries()) {
      if (passes(bank)) chosen.push(bank)
      if (at % banksPerStep === banksPerStep - 1) yield
    }
    yield
    return chosen
  }
  return function* ({ code }, { sort, offset = 0, limit = Number.POSITIVE_INFINITY, facets = [], ...given }) {
    const byName = packed.nameOrders.get(code) as Uint32Array
    const filter = { ...given, types: given.types ?? listedTypes }
    const chosen = yield* choose(byName, createBankFilter(filter, banks))
    const counts: FacetCounts = {}
    for (const facet of facets) {
      const counted = yield* choose(byName, filterWithout(facet, filter, banks, listedTypes))
      counts[facet] = yield* countFacet()(facet, counted)
    }
    const sorted = sort === 'prominence' ? sortByProminence(chosen, prominence as Float32Array) : chosen
    const page = sorted.slice(offset, offset + limit)
    const chunks: Uint8Array[] = []
    for (let at = 0; at < page.length; at += banksPerStep) {
      const hasNext = at + banksPerStep < page.length
      chunks.push(...banks.rowsOf(page.slice(at, at + banksPerStep), hasNext))
      yield
    }
    return { count: page.length, total: chosen.length, facets: counts, json: chunks }
  }
}

/** Completes the methods of a country on first use, and keeps them: checks of accounts need them for every request. */
function createPaymentMethods(packed: PackedDirectory): Directory['listPaymentMethods'] {
  const methodsOf = memoize((code: string): readonly PaymentMethod[] => {
    const country = [...packed.countries, ...packed.regions].find((one) => one.code === code)
    return country ? paymentMethodsOf(country, packed) : []
  })
  return ({ code }) => methodsOf(code)
}

/**
 * Sorts by prominence, highest first; banks with equal prominence keep their order. Packs prominence and position into
 * one number, because sorting numbers is five times as fast as sorting with a comparison function.
 */
function sortByProminence(banks: readonly number[], prominence: Float32Array): number[] {
  const positionsMax = 2 ** 20
  const keyAt = (bank: number, at: number): number =>
    -Math.round((prominence[bank] as number) * 2 ** 24) * positionsMax + at
  const keys = Float64Array.from(banks, keyAt).sort()
  return Array.from(keys, (key) => banks[((key % positionsMax) + positionsMax) % positionsMax] as number)
}

interface Modules {
  searcher: typeof import('./searcher.ts')
  'resolve/resolve-context': typeof import('./resolve/resolve-context.ts')
  'resolve/resolve': typeof import('./resolve/resolve.ts')
  'accounts/check/check-account': typeof import('./accounts/check/check-account.ts')
  'branches/bank-branches': typeof import('./branches/bank-branches.ts')
}

const require = createRequire(import.meta.url)
/** The build of the package compiles TypeScript to JavaScript. */
const extension = import.meta.url.slice(-3)

/** Uses `require`, because the lookups are synchronous and `import` is not. */
const load = <Name extends keyof Modules>(name: Name): Modules[Name] => require(`./${name}${extension}`)

/**
 * Loads the code of all lookups without blocking the event loop for long. A server must wait for it before it calls a
 * lookup that needs the indexes: `require` fails while the same module is being imported.
 */
export async function importLookups(): Promise<void> {
  await Promise.all([
    import('./searcher.ts'),
    import('./resolve/resolve.ts'),
    import('./accounts/check/check-account.ts'),
    import('./branches/bank-branches.ts'),
  ])
}

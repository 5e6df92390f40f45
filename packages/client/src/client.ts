/** The client: one method per request of the service. */
import { cutBatches } from './batches.ts'
import { BankLookupError } from './error.ts'
import { checkBaseUrl, unknownOption } from './options.ts'
import { syncUpdates } from './sync.ts'
import { type ClientOptions, createTransport, type Sent, type Transport } from './transport.ts'
import type {
  Account,
  AccountRequirements,
  BankDetail,
  BankField,
  BankList,
  BranchOptions,
  BranchPage,
  CallOptions,
  Changes,
  ChangesOptions,
  CheckAccountsOptions,
  CheckedAccount,
  CreatedRecord,
  CreateRecordOptions,
  FoundNumbers,
  ListOptions,
  RequirementsOptions,
  Resolved,
  ResolveOptions,
  SearchOptions,
  SearchResult,
  SupportedCountries,
  SyncOptions,
  UncheckedAccount,
  Update,
} from './types.ts'

const clientOptions = [
  'baseUrl',
  'key',
  'fetch',
  'timeoutMs',
  'maxBytes',
  'retries',
  'retryAfterMaxMs',
  'etagCharactersMax',
] satisfies (keyof ClientOptions)[]

const callOptions = ['signal', 'timeoutMs', 'retries'] satisfies (keyof CallOptions)[]

export class BankLookupClient {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    const problem = unknownOption(options, clientOptions)
    if (problem) throw new TypeError(problem)
    checkBaseUrl(options.baseUrl)
    this.#transport = createTransport(options)
  }

  /** Revision of the data in the latest response: it changes when the data changes. */
  get revision(): string | undefined {
    return this.#transport.revision()
  }

  /** Lists the supported countries and regions. */
  supportedCountries(call: CallOptions = {}): Promise<SupportedCountries> {
    return this.#send({ path: '/v1/supported-countries/', shape: { countries: 'list' } }, call)
  }

  /** Lists the banks in a country or region. */
  listBanks<Field extends BankField = never>(
    country: string,
    { status, type, has, rail, region, sort, limit, fields, facets, ...call }: ListOptions<Field> = {},
  ): Promise<BankList<Field>> {
    const options = { status, type, has, rail, region, sort, limit, fields, facets }
    const shape = { banks: 'list', revision: 'string' } as const
    return this.#send({ path: '/v1/banks', query: { country, ...options }, shape }, call, options)
  }

  /** Gets a bank by its id, with all its codes and sources, even if it is no longer open. */
  async getBank(id: string, call: CallOptions = {}): Promise<BankDetail> {
    // Other ids could be another path, such as the list of banks.
    if (typeof id !== 'string' || !/^[a-z\d-]+$/i.test(id)) {
      const message = `"${id}" is not a bank id: ids have only letters, digits and hyphens, such as ng-gtbank.`
      throw new BankLookupError(message, { code: 'bank_unknown' })
    }
    return this.#send({ path: `/v1/banks/${id}`, shape: { id: 'string', codes: 'object' } }, call)
  }

  /** Searches for banks by name, code or place, best match first. */
  search(
    q: string,
    { country, status, type, has, rail, region, offset, limit, facets, ...call }: SearchOptions = {},
  ): Promise<SearchResult> {
    const options = { country, status, type, has, rail, region, offset, limit, facets }
    return this.#send({ path: '/v1/search', query: { q, ...options }, shape: { banks: 'list' } }, call, options)
  }

  /** Lists the branches of a bank, one page at a time, in the countries with a list of branches. */
  listBranches(bank: string, { q, offset, limit, ...call }: BranchOptions = {}): Promise<BranchPage> {
    const options = { q, offset, limit }
    return this.#send({ path: '/v1/branches', query: { bank, ...options }, shape: { branches: 'list' } }, call, options)
  }

  /**
   * Finds the bank behind an identifier, or the reason why it is invalid. A list of any length gets a result for each
   * identifier, in the same order.
   */
  resolve<Field extends BankField = never>(
    identifier: string,
    options?: ResolveOptions<Field>,
  ): Promise<Resolved<Field>>
  resolve<Field extends BankField = never>(
    identifiers: readonly string[],
    options?: ResolveOptions<Field>,
  ): Promise<Resolved<Field>[]>
  resolve(
    identifier: string | readonly string[],
    { country, kinds, fields, bic, ...call }: ResolveOptions<BankField> = {},
  ): Promise<unknown> {
    const request = { path: '/v1/resolve', query: { fields } }
    const options = { country, kinds, fields, bic }
    if (typeof identifier === 'string') {
      const shape = { readings: 'list' } as const
      return this.#send({ ...request, body: { identifier, country, kinds, bic }, shape }, call, options)
    }
    const describe = (identifiers: string[]) => ({ ...request, body: { identifiers, country, kinds, bic } })
    return this.#sendBatches(identifier, describe, call, options)
  }

  /** Finds the numbers of banks and accounts in a text of up to 4,096 characters, such as a mail, and resolves them. */
  findNumbers<Field extends BankField = never>(
    text: string,
    { country, kinds, fields, bic, ...call }: ResolveOptions<Field> = {},
  ): Promise<FoundNumbers<Field>> {
    const shape = { found: 'list' } as const
    const request = { path: '/v1/resolve', query: { fields }, body: { text, country, kinds, bic }, shape }
    return this.#send(request, call, { country, kinds, fields, bic })
  }

  /** Lists the payment methods of a country with the fields that an account form needs. */
  accountRequirements(
    country: string,
    { testAccounts, ...call }: RequirementsOptions = {},
  ): Promise<AccountRequirements> {
    const query = { country, test_accounts: testAccounts ? 'true' : undefined }
    return this.#send({ path: '/v1/account-requirements', query, shape: { methods: 'list' } }, call, { testAccounts })
  }

  /** Checks the fields of an account, and finds its bank, BIC and IBAN. */
  checkAccount({ country, method, fields, bic }: Account, call: CallOptions = {}): Promise<CheckedAccount> {
    const shape = { verdict: 'string', fields: 'object' } as const
    return this.#send({ path: '/v1/accounts/check', body: { country, method, fields, bic }, shape }, call)
  }

  /** Checks a list of accounts of any length. The results have the same order. */
  checkAccounts(
    accounts: readonly (Partial<Account> & Pick<Account, 'fields'>)[],
    { country, method, ...call }: CheckAccountsOptions = {},
  ): Promise<(CheckedAccount | UncheckedAccount)[]> {
    const path = '/v1/accounts/check'
    const options = { country, method }
    return this.#sendBatches(accounts, (batch) => ({ path, body: { accounts: batch, ...options } }), call, options)
  }

  /** Lists the changes to the lists since a revision, one per bank. */
  changes(since: string, { country, ...call }: ChangesOptions = {}): Promise<Changes> {
    const shape = { to: 'string', changes: 'list' } as const
    return this.#send({ path: '/v1/changes', query: { since, country }, shape }, call, { country })
  }

  /**
   * Yields the updates that keep a local copy of the lists current. An error ends the iteration; continue later from
   * the revision that you stored.
   */
  async *sync(options: SyncOptions = {}): AsyncGenerator<Update, void, undefined> {
    checkOptions(options, ['country', 'since', 'everyMs', ...callOptions])
    yield* syncUpdates(this, options)
  }

  /** Creates a record. Requires a key. A retry never creates a second record. */
  createRecord({ idempotencyKey, ...call }: CreateRecordOptions = {}): Promise<CreatedRecord> {
    const headers = { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }
    return this.#send({ path: '/index.php', method: 'POST', headers, shape: { id: 'string' } }, call, {
      idempotencyKey,
    })
  }

  /** `options`: the options of the method besides those that every call accepts. */
  async #send<Result>(sent: Sent, call: CallOptions, options: object = {}): Promise<Result> {
    checkOptions(call, [...Object.keys(options), ...callOptions])
    return this.#transport.send(sent, call)
  }

  /** Sends one batch after another, because each counts against the rate limit by its size. */
  async #sendBatches<Item, Result>(
    items: readonly Item[],
    describe: (batch: Item[]) => Omit<Sent, 'shape'>,
    call: CallOptions,
    options: object,
  ): Promise<Result[]> {
    const all: Result[] = []
    for (const batch of cutBatches(items)) {
      const request = { ...describe(batch), shape: { results: 'list' } } as const
      const { results } = await this.#send<{ results: Result[] }>(request, call, options)
      if (results.length !== batch.length) {
        const message = `The service returned ${results.length} results for ${batch.length} items.`
        throw new BankLookupError(message, { code: 'unexpected_response', status: 200 })
      }
      for (const result of results) all.push(result)
    }
    return all
  }
}

function checkOptions(options: object, known: readonly string[]): void {
  const problem = unknownOption(options, known)
  if (problem) throw new BankLookupError(problem, { code: 'parameter_unknown' })
}

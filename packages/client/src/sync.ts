/** Keeps a local copy of the lists current. */
import { BankLookupError } from './error.ts'
import { sleep } from './retry.ts'
import type {
  Bank,
  BankList,
  CallOptions,
  Changes,
  ChangesOptions,
  SupportedCountries,
  SyncOptions,
  Update,
} from './types.ts'

/** The methods of the client that a sync needs. */
interface Lists {
  changes(since: string, options: ChangesOptions): Promise<Changes>
  listBanks(country: string, call: CallOptions): Promise<BankList>
  supportedCountries(call: CallOptions): Promise<SupportedCountries>
}

export async function* syncUpdates(
  client: Lists,
  { country, since, everyMs, ...call }: SyncOptions,
): AsyncGenerator<Update, void, undefined> {
  let revision = since
  for (;;) {
    const update = (revision && (await changesSince(revision))) || (await fetchAll())
    if (update.revision !== revision) yield update
    revision = update.revision
    if (everyMs === undefined) return
    // Timers treat a longer delay as none.
    await sleep(Math.min(everyMs, 2 ** 31 - 1), call.signal)
  }

  /** Returns undefined if no changes lead from this revision to the current one. */
  async function changesSince(known: string): Promise<Update | undefined> {
    try {
      const { to, changes } = await client.changes(known, { country, ...call })
      requireBanks(changes)
      requireBanks(changes.flatMap(({ bank }) => bank ?? []))
      return { revision: to, banks: null, changes }
    } catch (error) {
      if (error instanceof BankLookupError && error.code === 'revision_unknown') return undefined
      throw error
    }
  }

  async function fetchAll(): Promise<Update> {
    const lists = []
    for (const code of country ? [country] : await countryCodes(client, call)) {
      lists.push(await client.listBanks(code, call))
    }
    // If the data changed meanwhile, the changes since the first list also cover the later ones.
    const banks = lists.flatMap((list): Bank[] => list.banks)
    requireBanks(banks)
    return { revision: lists[0]?.revision ?? '', banks, changes: [] }
  }
}

/** What a sync yields replaces banks of the copy, so it must be banks. */
function requireBanks(banks: readonly (Pick<Bank, 'id'> | null)[]): void {
  if (banks.every((bank) => typeof bank?.id === 'string')) return
  throw new BankLookupError('The service returned a bank without an id.', { code: 'unexpected_response', status: 200 })
}

/** The codes of all countries. A region has no banks of its own. */
async function countryCodes(client: Lists, call: CallOptions): Promise<string[]> {
  const { countries } = await client.supportedCountries(call)
  const codes = countries.filter(({ kind }) => kind === 'country').map(({ code }) => code)
  if (codes.length > 0) return codes
  throw new BankLookupError('The service returned no country.', { code: 'unexpected_response', status: 200 })
}

/**
 * A program that uses the client that @hey-api/openapi-ts generates. `test/api/generated-clients.test.ts` copies this
 * file next to the client, compiles it strictly and runs it with the URL of a service and a key.
 */
import { client } from './hey-api-client/client.gen.js'
import {
  checkAccounts,
  createRecord,
  exportBanks,
  getBank,
  getReadiness,
  listBanksByPost,
  listChanges,
  listSupportedCountries,
  resolveIdentifiers,
  searchBanks,
} from './hey-api-client/sdk.gen.js'

declare const process: { argv: string[] }
const [, , baseUrl = '', key = ''] = process.argv

async function main(): Promise<void> {
  client.setConfig({ baseUrl, headers: { Accept: 'application/json' }, auth: key })
  const throwOnError = true
  const countries = await listSupportedCountries({ throwOnError })
  const list = await listBanksByPost({ body: { country: 'ng' }, throwOnError })
  const bank = await getBank({ path: { id: 'ng-gtbank' }, throwOnError })
  const sources: number = bank.data.sources.length
  const etag = bank.response.headers.get('etag') ?? ''
  const again = await getBank({ path: { id: 'ng-gtbank' }, headers: { 'If-None-Match': etag } })
  const found = await searchBanks({ query: { q: 'gtb', type: ['commercial_bank'], limit: 1 }, throwOnError })
  const resolved = await resolveIdentifiers({ body: { identifier: '058', country: 'ng' }, throwOnError })
  const batch = await resolveIdentifiers({ body: { identifiers: ['058', 'GTBINGLA'] }, throwOnError })
  const fields = { routing_number: '021000021', account_number: '000000000', account_type: 'checking' }
  const checked = await checkAccounts({ body: { country: 'us', method: 'us_ach', fields }, throwOnError })
  const { revision } = countries.data
  const changes = await listChanges({ query: { since: revision }, throwOnError })
  const table = await exportBanks({ query: { country: 'va' }, parseAs: 'text', throwOnError })
  const ready = await getReadiness({ throwOnError })
  const idempotent = { headers: { 'Idempotency-Key': 'order 1' }, throwOnError } as const
  const records = [await createRecord(idempotent), await createRecord(idempotent)]
  const failed = await getBank({ path: { id: 'nowhere' } })
  const problem: string | undefined = failed.error?.code
  console.log(
    JSON.stringify({
      country: countries.data.countries.find(({ code }) => code === 'NG')?.name,
      listed: list.data.banks.length === list.data.count,
      sources: sources > 0,
      notModified: again.response?.status,
      found: found.data.banks[0]?.id,
      verdict: 'readings' in resolved.data ? resolved.data.readings[0]?.verdict : undefined,
      results: 'results' in batch.data ? batch.data.results.length : undefined,
      checked: 'verdict' in checked.data ? checked.data.fields.routing_number?.verdict : undefined,
      changes: changes.data.count,
      table: table.data.split('\r\n').length,
      ready: ready.data.status,
      records: new Set(records.map(({ data }) => data.id)).size,
      problem,
    }),
  )
}

void main()

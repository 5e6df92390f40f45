/**
 * A client over the types that openapi-typescript generates. `test/api/generated-clients.test.ts` copies this file next
 * to `api.ts`, compiles it strictly and runs it with the URL of a service.
 */
import type { components, operations } from './api.js'

declare const process: { argv: string[] }
const [, , url = ''] = process.argv

type Responses<Id extends keyof operations> = operations[Id]['responses'][200]['content']
type Json<Id extends keyof operations> = Responses<Id> extends { 'application/json': infer Body } ? Body : never
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

/** The operations with parameters only in the URL. */
const paths = { listBanks: '/v1/banks', searchBanks: '/v1/search', getAccountRequirements: '/v1/account-requirements' }

async function get<Id extends keyof typeof paths>(id: Id, query: Query<Id>): Promise<Json<Id>> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`${url}${paths[id]}?${search}`)
  return response.json() as Promise<Json<Id>>
}

async function main(): Promise<void> {
  const found = await get('searchBanks', { q: 'gtb', country: 'ng', limit: 2 })
  // @ts-expect-error: a limit is a number.
  const wrongLimit: Query<'searchBanks'> = { q: 'gtb', limit: '2' }
  // @ts-expect-error: there is no such status.
  const wrongStatus: Query<'listBanks'> = { country: 'ng', status: 'open' }
  const first: components['schemas']['Bank'] | undefined = found.banks[0]
  // Later versions may add types, so this comparison compiles although there is no such type now.
  const isOther = first?.type === 'space_bank'
  // Types from the requirements select the choices of a bank field.
  const { methods } = await get('getAccountRequirements', { country: 'ng' })
  const type = methods.flatMap(({ fields }) => fields).find((field) => field.bank_types)?.bank_types ?? ['mobile_money']
  const names = await get('listBanks', { country: 'ng', type, fields: ['id', 'name'] })
  const firstName: string | undefined = names.banks[0]?.name
  const facts = { found: first?.id, isOther, hasName: typeof firstName === 'string', wrongLimit, wrongStatus }
  console.log(JSON.stringify(facts))
}

void main()

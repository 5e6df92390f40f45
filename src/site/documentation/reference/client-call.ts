/** Writes a request as a call of our TypeScript client. */
import type { RequestExample } from './operation-request.ts'

/** The methods of the client by operation, with the values that come before the options. */
const methods: Record<string, { name: string; positional: string[] }> = {
  listSupportedCountries: { name: 'supportedCountries', positional: [] },
  listBanks: { name: 'listBanks', positional: ['country'] },
  getBank: { name: 'getBank', positional: ['id'] },
  searchBanks: { name: 'search', positional: ['q'] },
  listBranches: { name: 'listBranches', positional: ['bank'] },
  resolveIdentifiers: { name: 'resolve', positional: ['identifier'] },
  getAccountRequirements: { name: 'accountRequirements', positional: ['country'] },
  checkAccounts: { name: 'checkAccount', positional: [] },
  listChanges: { name: 'changes', positional: ['since'] },
  createRecord: { name: 'createRecord', positional: [] },
}

/** Returns undefined if the client has no such method. */
export function clientCall(request: RequestExample, address: string): string | undefined {
  const method = methods[request.operationId]
  if (!method) return undefined
  const values: Record<string, unknown> = {
    id: decodeURIComponent(request.path.split('/').at(-1) ?? ''),
    ...request.query,
    ...(request.body as object | undefined),
  }
  const options = Object.entries(values).filter(([name]) => name !== 'id' && !method.positional.includes(name))
  const parts = [
    ...method.positional.map((name) => literal(values[name])),
    ...(options.length > 0 ? [literal(Object.fromEntries(options))] : []),
  ]
  const key = request.needsKey ? ", key: '<PUBLIC_HASH_KEY>'" : ''
  return `import { BankLookupClient } from 'bank-lookup-client'

const client = new BankLookupClient({ baseUrl: '${address}'${key} })
console.log(await client.${method.name}(${parts.join(', ')}))`
}

/** A value as TypeScript, in one line if it is short. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field, inner)}`)
  const line = `{ ${fields.join(', ')} }`
  return line.length <= 60 && !line.includes('\n')
    ? line
    : `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}

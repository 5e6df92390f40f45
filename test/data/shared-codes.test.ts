/** A code that two open banks of a country both call their own would send money to one of them by chance. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openBanks } from './records.ts'

/** `scheme value` of codes that are shared for a known reason; each entry has to be needed. */
const exceptions: string[] = JSON.parse(
  readFileSync(new URL('./shared-codes.exceptions.json', import.meta.url), 'utf8'),
)

type Holder = Pick<(typeof openBanks)[number], 'id' | 'codes'>

function sharedCodes(banks: Holder[]): Map<string, string[]> {
  const holders = new Map<string, string[]>()
  for (const { id, codes = [] } of banks) {
    for (const { scheme, value, status } of codes) {
      if (status !== undefined) continue
      const key = `${scheme} ${value}`
      holders.set(key, [...(holders.get(key) ?? []), id])
    }
  }
  return new Map([...holders].filter(([, ids]) => ids.length > 1))
}

function judge(banks: Holder[], allowed: string[]): { unexplained: string[]; unneeded: string[] } {
  const shared = sharedCodes(banks)
  return {
    unexplained: [...shared].filter(([key]) => !allowed.includes(key)).map(([key, ids]) => `${key}: ${ids.join(', ')}`),
    unneeded: allowed.filter((key) => !shared.has(key)),
  }
}

test('no code is current in two open banks of a country, and no exception is kept that is not needed', () => {
  const byCountry = Map.groupBy(openBanks, ({ country }) => country)
  for (const [country, banks] of byCountry) {
    const own = exceptions.filter((key) => key.startsWith(`${country.toLowerCase()}_`))
    assert.deepEqual(judge(banks, own), { unexplained: [], unneeded: [] }, country)
  }
})

test('the rule finds a shared code, and an exception that has lost its reason', () => {
  const code = { scheme: 'aa_code', value: '001', source: 'a-list' }
  const two: Holder[] = [
    { id: 'aa-one', codes: [code] },
    { id: 'aa-two', codes: [code] },
  ]
  assert.deepEqual(judge(two, []), { unexplained: ['aa_code 001: aa-one, aa-two'], unneeded: [] })
  assert.deepEqual(judge(two, ['aa_code 001']), { unexplained: [], unneeded: [] })
  assert.deepEqual(judge(two.slice(1), ['aa_code 001']), { unexplained: [], unneeded: ['aa_code 001'] })
  const former: Holder[] = [...two.slice(1), { id: 'aa-three', codes: [{ ...code, status: 'former' }] }]
  assert.deepEqual(judge(former, []), { unexplained: [], unneeded: [] })
})

/** Words for kinds of codes, such as nip and swift, in searches of the shipped data and in the responses of the service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQueries } from '../../bench/relevance/queries.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { openDirectory } from '../../src/library/index.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

interface Result {
  scheme: string | null
  total: number
  banks: { id: string }[]
}

function find(text: string, country = ''): Result {
  const found = country === '' ? undefined : shippedDirectory().findCountry(country)
  return JSON.parse(runToEnd(shippedLookups().search({ text, country: found, limit: 10, facets: ['country'] })))
}

test('the words choose the expected code scheme in 99 % of the queries', () => {
  const queries = readQueries('intent')
  const wrong = queries.filter(({ text, country, scheme }) => (find(text, country).scheme ?? '') !== scheme)
  assert.ok(wrong.length <= 0.01 * queries.length, wrong.map(({ text }) => text).join(', '))
})

test('a word does not change which banks a name finds', () => {
  const [plain, withNip] = [find('zenith'), find('zenith nip')]
  assert.equal(withNip.total, plain.total)
  assert.equal(withNip.banks[0]?.id, 'ng-zenith-bank')
  assert.deepEqual([plain.scheme, withNip.scheme], [null, 'ng_nip'])
  assert.equal(find('branch', 'ng').banks[0]?.id, 'ng-branch-international-finance')
})

test('the first bank stays the same while the words are typed', () => {
  for (const query of ['zenith nip', 'zenith bank swift code', 'commerzbank bankleitzahl', 'bradesco código ispb']) {
    const [name = ''] = query.split(' ')
    for (let length = name.length; length <= query.length; length++) {
      const text = query.slice(0, length)
      assert.match(find(text).banks[0]?.id ?? '', new RegExp(`-${name}|-banco-${name}`), text)
    }
  }
})

test('GET /v1/search and the library name the scheme', async (t) => {
  const { url } = await startService(t)
  for (const [q, scheme] of [
    ['zenith nip', 'ng_nip'],
    ['zenith swift', 'bic'],
    ['zenith', null],
  ] as const) {
    const response = await fetch(`${url}/v1/search?q=${encodeURIComponent(q)}`)
    assert.equal(((await response.json()) as Result).scheme, scheme, q)
  }
  const directory = await openDirectory({ countries: ['ng'] })
  assert.equal(directory.searchScheme('zenith nip', { country: 'ng' }), 'ng_nip')
  assert.equal(directory.searchScheme('zenith'), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedDirectory } from '../../test/support/data/shipped.ts'
import { createCountryFinder } from './country-finder.ts'

const directory = shippedDirectory()
const finder = createCountryFinder(directory.countries, directory.packed.countries)

test('every country is found by its codes and its names, in any case', () => {
  for (const country of directory.countries) {
    const { code, alpha3, also, name, display_name } = country
    for (const input of [code, alpha3 ?? code, ...also, name, display_name]) {
      for (const spelling of [input, input.toLowerCase(), input.toUpperCase(), ` ${input}\n`]) {
        assert.equal(directory.findCountry(spelling), country, spelling)
      }
    }
  }
})

const accepted: [input: string, code: string][] = [
  ['united kingdom', 'GB'],
  ['London (United Kingdom)', 'GB'],
  ['Cote d’Ivoire', 'CI'],
  ["co\u0302te d'ivoire", 'CI'],
  ['guinea bissau', 'GW'],
  ['Bosnia & Herzegovina', 'BA'],
  ['the netherlands', 'NL'],
  ['turkiye', 'TR'],
]

for (const [input, code] of accepted) {
  test(`"${input}" is ${code}`, () => assert.equal(directory.findCountry(input)?.code, code))
}

const suggested: [input: string, code: string | undefined][] = [
  ['Nigera', 'NG'],
  ['Austrlia', 'AU'],
  ['Untied Kingdom', 'GB'],
  ['Turkey', 'TR'],
  ['Deutschland', 'DE'],
  ['日本', 'JP'],
  ['United States of America', 'US'],
  ['KSA', 'SA'],
  ['Guinea', undefined],
  ['Atlantis', undefined],
  ['xx', undefined],
  // An accent makes a name of a code.
  ['ñg', undefined],
  ['n g', undefined],
]

for (const [input, code] of suggested) {
  test(`"${input}" is not accepted, and the suggestion is ${code}`, () => {
    assert.equal(directory.findCountry(input), undefined)
    assert.equal(finder.suggest(input)?.code, code)
  })
}

test('a text that is no country is rejected quickly, whatever its length', () => {
  const start = performance.now()
  for (const input of [`a${' '.repeat(100_000)}!`, 'a '.repeat(50_000), 'a'.repeat(100_000), ' '.repeat(100_000)]) {
    assert.equal(directory.findCountry(input), undefined)
    assert.equal(finder.suggest(input), undefined)
  }
  assert.ok(performance.now() - start < 1_000)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bankRecordSchema } from '../../src/directory/bank.ts'
import { check as checkAba } from '../../src/identifiers/aba.ts'
import { check as checkBic } from '../../src/identifiers/bic.ts'
import { check as checkLei } from '../../src/identifiers/lei.ts'
import type { Verdict } from '../../src/identifiers/verdict.ts'
import { assertFits } from '../schemas.ts'
import { dataFolder } from '../service.ts'
import { dataset, openBanks, records } from './records.ts'

const codes = records.flatMap((bank) => (bank.codes ?? []).map((code) => ({ bank, ...code })))
const canonical = (verdict: Verdict): string | undefined =>
  verdict.verdict === 'accepted' ? verdict.canonical : undefined

test('there is a bank for every supported country', () => {
  const countries = dataset.countries.filter(({ kind }) => kind === 'country').map(({ code }) => code)
  assert.equal(countries.length, 45)
  const populated = new Set(openBanks.map(({ country }) => country))
  assert.deepEqual(
    countries.filter((code) => !populated.has(code)),
    [],
  )
})

test('each record fits the schema in strict mode, and is written as the README of the data says', () => {
  assertFits({ type: 'array', items: bankRecordSchema }, records)
  const { properties } = bankRecordSchema
  for (const bank of records) {
    assert.ok(inOrder(bank, properties), bank.id)
    for (const code of bank.codes ?? []) assert.ok(inOrder(code, properties.codes.items.properties), bank.id)
  }
})

function inOrder(value: object, properties: object): boolean {
  const places = Object.keys(value).map((key) => Object.keys(properties).indexOf(key))
  return places.every((place, at) => at === 0 || (places[at - 1] as number) < place)
}

test('a line is the plain JSON of its record, so that a diff shows facts and not spaces', () => {
  for (const [code, bytes] of dataset.lines) {
    const file = readFileSync(join(dataFolder, `banks/${code.toLowerCase()}.jsonl`), 'utf8')
    assert.equal(Buffer.compare(bytes, Buffer.from(file)), 0)
    for (const line of file.trimEnd().split('\n')) assert.equal(line, JSON.stringify(JSON.parse(line)))
  }
})

test('ids are unique', () => {
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length)
})

test('names have no space at their ends, no double space and no control character', () => {
  for (const { id, name, short_name, legal_name, aliases = [], city } of records) {
    for (const text of [name, short_name, legal_name, city, ...aliases]) {
      assert.doesNotMatch(text ?? 'x', /^\s|\s$|\s\s|\p{Cc}/u, id)
    }
  }
})

test('codes fit the pattern of their scheme', () => {
  assert.ok(codes.length > 60_000)
  for (const { bank, scheme, value } of codes) {
    assert.match(value, new RegExp(dataset.schemes.get(scheme)?.pattern ?? '(?!)'), bank.id)
  }
})

test('only open and unverified banks have current codes', () => {
  for (const { bank, value, status } of codes) {
    if (status === undefined) assert.ok(['active', 'unverified'].includes(bank.status), `${bank.id} ${value}`)
  }
})

test('routing numbers have a right checksum', () => {
  const numbers = codes.filter(({ scheme }) => scheme === 'us_aba' || scheme === 'us_fedwire')
  assert.ok(numbers.length > 20_000)
  for (const { bank, value } of numbers) assert.equal(canonical(checkAba(value)), value, bank.id)
})

test('BICs are well formed and written in their shortest form', () => {
  for (const { id, bic, other_bics = [], codes: own = [] } of records) {
    const bics = [bic, ...other_bics, ...own.map((code) => code.bic)].filter((value) => value !== undefined)
    for (const value of bics) assert.equal(canonical(checkBic(value)), value, id)
  }
})

test('LEIs have right check digits', () => {
  const withLei = records.filter(({ lei }) => lei !== undefined)
  assert.ok(withLei.length > 5_000)
  for (const { id, lei } of withLei) assert.equal(canonical(checkLei(lei as string)), lei, id)
})

test('a successor is an open bank, and an open bank has none', () => {
  const open = new Set(openBanks.map(({ id }) => id))
  for (const { id, status, successor } of records) {
    if (successor === undefined) continue
    assert.ok(open.has(successor), id)
    assert.notEqual(status, 'active', id)
  }
})

test('every bank and every code has a source, each source is known, and each known source is used', () => {
  const tables = ['iban-registry-r102', 'gb-valacdos-2025-06']
  const used = new Set(tables)
  for (const { id, sources } of records) {
    assert.ok(sources.length > 0, id)
    assert.deepEqual(sources, [...new Set(sources)].sort(), id)
    for (const source of sources) used.add(source)
  }
  for (const { bank, source, value } of codes) assert.ok(bank.sources.includes(source), `${bank.id} ${value}`)
  assert.deepEqual([...used].sort(), [...dataset.sources.keys()])
})

test('a code is never dated later than the list that vouches for it', () => {
  for (const { bank, as_of, source } of codes) {
    if (as_of !== undefined) assert.ok(as_of < (dataset.sources.get(source)?.date ?? ''), bank.id)
  }
})

test('the schemes that a country prefers are its own, and each scheme is used', () => {
  const used = new Set(codes.map(({ scheme }) => scheme))
  assert.deepEqual([...used].sort(), [...dataset.schemes.keys()])
  for (const { code, code_schemes = [] } of dataset.countries) {
    for (const scheme of code_schemes) assert.equal(dataset.schemes.get(scheme)?.country, code)
  }
})

test('the example of an account number fits its pattern', () => {
  for (const { code, account_number } of dataset.countries) {
    if (account_number.example) assert.match(account_number.example, new RegExp(account_number.pattern), code)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsMax } from '../search-limits.ts'
import { isPlaceOnly, parseQuery, type QueryWord } from './parse-query.ts'
import type { Place } from './places.ts'

const atlantia: Place = { kind: 'country', ranges: [[0, 10]], words: [] }
const borealis: Place = { kind: 'country', ranges: [[10, 20]], words: [] }
const northland: Place = { kind: 'state', ranges: [[0, 10]], words: ['nl'] }
const harbourton: Place = { kind: 'city', ranges: [[0, 10]], words: ['harbourton', 'hafenstadt'] }
const portRoyalBay: Place = { kind: 'city', ranges: [[0, 10]], words: [] }

const places = new Map([
  ['atlantia', [atlantia]],
  ['north atlantia', [borealis]],
  ['aa', [atlantia]],
  ['northland', [northland]],
  ['harbourton', [harbourton]],
  ['port royal bay', [portRoyalBay]],
])

/** `names`: the number of names that contain each word. */
const parse = (
  text: string,
  names: Record<string, number> = { oak: 1, bank: 100 },
  isInScope = () => true,
): QueryWord[] => parseQuery(text.split(' '), { places, isInScope, nameCount: (word) => names[word] ?? 0 })

test('a country after a name says where the bank is, and is optional', () => {
  const [oak, country] = parse('oak atlantia')
  assert.deepEqual([oak?.place, oak?.isOptional, oak?.isLocationQualifier], [undefined, false, false])
  assert.deepEqual([country?.place, country?.isOptional, country?.isLocationQualifier], [atlantia, true, true])
})

test('particles and legal forms are optional, except as the only word', () => {
  assert.deepEqual(
    parse('bank of oak plc').map(({ isOptional }) => isOptional),
    [false, true, false, true],
  )
  assert.equal(parse('co')[0]?.isOptional, false)
})

test('a state or a city at the start of a query is part of the name', () => {
  assert.deepEqual(
    parse('northland bank').map(({ place }) => place),
    [undefined, undefined],
  )
  assert.deepEqual(
    parse('harbourton bank').map(({ place }) => place),
    [undefined, undefined],
  )
  assert.equal(parse('bank harbourton')[1]?.place, harbourton)
})

test('a state qualifies the name only as the last word', () => {
  assert.deepEqual(
    parse('oak northland').map(({ isLocationQualifier }) => isLocationQualifier),
    [false, true],
  )
  assert.equal(parse('oak northland city')[1]?.isLocationQualifier, false)
})

test('the place with the most words wins', () => {
  assert.deepEqual(
    parse('oak north atlantia').map(({ place }) => place),
    [undefined, borealis, borealis],
  )
})

test('the words of a place share its weight', () => {
  assert.deepEqual(
    parse('oak port royal bay').map(({ share }) => share),
    [1, 1 / 3, 1 / 3, 1 / 3],
  )
})

test('a country code inside a query is an ordinary word if several names contain it', () => {
  assert.equal(parse('aa oak', { oak: 1, aa: 6 })[0]?.place, undefined)
  assert.equal(parse('aa oak', { oak: 1, aa: 5 })[0]?.place, atlantia)
  assert.equal(parse('oak aa', { oak: 1, aa: 6 })[1]?.place, atlantia)
})

test('one word is a place only if no bank has it in its name', () => {
  assert.equal(isPlaceOnly(parse('harbourton')), true)
  assert.equal(isPlaceOnly(parse('harbourton', { harbourton: 1 })), false)
})

test('a place outside the searched countries is not treated as a place', () => {
  assert.equal(parse('oak atlantia', { oak: 1 }, () => false)[1]?.place, undefined)
})

test('a query has a limited number of words', () => {
  assert.equal(parse(Array.from({ length: wordsMax + 1 }, () => 'oak').join(' ')).length, wordsMax)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { buildIndexTables, createIndexes, type Indexes } from './indexes.ts'
import type { BankRecord } from './records/bank-record.ts'
import { runToEnd } from './run-to-end.ts'
import { nameFields, searchableNames } from './search/text/searchable-names.ts'
import type { CodeEntry } from './storage/code-index.ts'
import { packDirectory } from './storage/packed-directory.ts'

const record = (number: number, more: Partial<BankRecord>): BankRecord => ({
  id: `aa-bank-${String(number).padStart(4, '0')}`,
  name: 'Bank',
  country: 'AA',
  type: 'commercial_bank',
  status: 'active',
  confidence: 'high',
  sources: ['a-list'],
  ...more,
})

function indexesOf(records: BankRecord[]): Indexes {
  const lines = new Map([['AA', Buffer.from(records.map((one) => `${JSON.stringify(one)}\n`).join(''))]])
  const scheme = {
    label: 'Code',
    country: 'AA',
    pattern: '^.+$',
    issuer: 'A',
    level: 'bank' as const,
    use: 'payment' as const,
    used_for: 'tests',
    iban_bank_code: false,
  }
  const packed = packDirectory({
    revision: '2026-01-31.00000000',
    rails: [],
    countries: [
      {
        code: 'AA',
        name: 'Aland',
        kind: 'country',
        currency: 'EUR',
        iban: false,
        account_number: { label: 'Account number', pattern: '^.+$' },
      },
    ],
    schemes: new Map(['aa_one', 'aa_two'].map((id) => [id, { id, ...scheme }])),
    sources: new Map(),
    officialCounts: [],
    codeRanges: [],
    accountForms: [],
    accountRequirements: { fields: [], methods: [] },
    clearingSystems: [],
    branchLists: [],
    ranks: [],
    intentWords: [],
    lines,
    banks: records,
    releases: [],
  })
  return createIndexes(packed, runToEnd(buildIndexTables(packed)))
}

/** Each name in the index, with its bank, field and words. */
function indexedNames({ search }: Indexes): string[] {
  const { vocabulary, nameStarts, nameWords, nameFields: fields, nameBanks } = search
  return Array.from(nameBanks, (bank, name) => {
    const words = Array.from(nameWords.subarray(nameStarts[name], nameStarts[name + 1]), vocabulary.textOf)
    return `${bank} ${nameFields[fields[name] as number]} ${words.join(' ')}`
  })
}

const expectedNames = (records: BankRecord[]): string[] =>
  records.flatMap((one, bank) => searchableNames(one).map(({ field, words }) => `${bank} ${field} ${words.join(' ')}`))

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('Sparkasse Köln', 'O\'Neil "&" Co', 'St. Gallen\\Ost', 'J.P. Morgan', 'Ærø Ørsted', '\u2028', 'M&T'),
)
const someRecords = fc
  .array(
    fc.record(
      {
        name: text,
        short_name: text,
        legal_name: text,
        aliases: fc.array(text, { minLength: 1, maxLength: 3 }),
        city: text,
        codes: fc.array(
          fc.record(
            {
              scheme: fc.constantFrom('aa_one', 'aa_two'),
              value: fc.oneof(fc.stringMatching(/^\d{1,9}$/), fc.constantFrom('NWBK', 'MPESA')),
              status: fc.constantFrom('former' as const, 'unconfirmed' as const),
              main: fc.constant(true),
              in_force: fc.constant(true),
              as_of: fc.constant('2020'),
              source: fc.constant('a-list'),
            },
            { requiredKeys: ['scheme', 'value', 'source'] },
          ),
          { minLength: 1, maxLength: 4 },
        ),
        notes: fc.array(text, { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ['name'] },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.map((part, number) => record(number, part as Partial<BankRecord>)))

test('for any records, the index contains the words of all their names, in order', () => {
  fc.assert(
    fc.property(someRecords, (records) => {
      assert.deepEqual(indexedNames(indexesOf(records)), expectedNames(records))
    }),
  )
})

test('the posting list of a word has every name that contains it, once per occurrence', () => {
  fc.assert(
    fc.property(someRecords, (records) => {
      const { vocabulary, nameStarts, nameWords, wordStarts, wordNames } = indexesOf(records).search
      const pairs = Array.from(nameStarts.subarray(0, -1), (start, name) =>
        Array.from(nameWords.subarray(start, nameStarts[name + 1]), (word) => [word, name] as const),
      ).flat()
      const postings = Array.from({ length: vocabulary.size }, (_, word) =>
        Array.from(wordNames.subarray(wordStarts[word], wordStarts[word + 1]), (name) => [word, name] as const),
      ).flat()
      assert.deepEqual(
        postings,
        pairs.toSorted(([a], [b]) => a - b),
      )
    }),
  )
})

function starting(codes: Indexes['codes'], digits: string): CodeEntry[] {
  const { start, end } = codes.startingWith(digits)
  return Array.from({ length: end - start }, (_, at) => codes.entryAt(start + at))
}

test('every numeric code is found in full, with its bank, scheme and status, and by its first digit', () => {
  fc.assert(
    fc.property(someRecords, (records) => {
      const { codes } = indexesOf(records)
      for (const [bank, { codes: own = [] }] of records.entries()) {
        for (const { scheme, value, status = 'current' } of own.filter((code) => /^\d+$/.test(code.value))) {
          const expected = { bank, scheme, value, status }
          const has = (entries: CodeEntry[]): boolean => entries.some((entry) => isDeepStrictEqual(entry, expected))
          assert.ok(has(codes.find(value)))
          assert.ok(has(starting(codes, value.slice(0, 1))))
        }
      }
    }),
  )
})

/** An independent implementation of the edit distance: the full matrix, without shortcuts. */
function editDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : i)),
  )
  const cell = (i: number, j: number): number => (table[i] as number[])[j] as number
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, cell(i - 2, j - 2) + 1)
      ;(table[i] as number[])[j] = least
    }
  }
  return cell(a.length, b.length)
}

test('a lookup with typos finds exactly the words within the edit distance, as a whole or by a prefix', () => {
  const word = (minLength: number) => fc.string({ unit: fc.constantFrom(...'abcde1'), minLength, maxLength: 9 })
  fc.assert(
    fc.property(
      fc.uniqueArray(word(1), { minLength: 1, maxLength: 30 }),
      word(3),
      fc.constantFrom(1, 2),
      (words, wanted, most) => {
        const { vocabulary } = indexesOf(words.map((name, number) => record(number, { name }))).search
        const found = new Map<string, [number, number]>()
        vocabulary.near(wanted, most, (number, edits, ofStart) =>
          found.set(vocabulary.textOf(number), [edits, ofStart]),
        )
        for (const name of words) {
          const edits = editDistance(wanted, name)
          const starts = Array.from({ length: name.length + 1 }, (_, end) => editDistance(wanted, name.slice(0, end)))
          const ofStart = Math.min(...starts)
          const [seen, seenOfStart] = found.get(name) ?? [100, 100]
          const allowed = name[0] === wanted[0] || name[0] === wanted[1] ? most : 1
          assert.equal(seen <= allowed ? seen : 100, edits <= allowed ? edits : 100, `${wanted} ${name}`)
          assert.equal(
            seenOfStart <= allowed ? seenOfStart : 100,
            ofStart <= allowed ? ofStart : 100,
            `start of ${name}: ${wanted}`,
          )
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('words are found by prefix and by substring', () => {
  const names = ['Kreissparkasse', 'Sparkasse', 'Sparda', 'Stadtsparkasse']
  const { vocabulary } = indexesOf(names.map((name, number) => record(number, { name }))).search
  const [from, to] = vocabulary.startingWith('spar')
  assert.deepEqual(
    Array.from({ length: to - from }, (_, at) => vocabulary.textOf(from + at)),
    ['sparda', 'sparkasse'],
  )
  const parts: string[] = []
  vocabulary.containing('sparkasse', (word) => parts.push(vocabulary.textOf(word)))
  assert.deepEqual(parts.toSorted(), ['kreissparkasse', 'sparkasse', 'stadtsparkasse'])
  assert.equal(vocabulary.find('spar'), -1)
  assert.equal(vocabulary.textOf(vocabulary.find('sparda')), 'sparda')
})

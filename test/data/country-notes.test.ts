/** Checks the counts in the gaps of the countries, so that a changed bank does not leave a wrong number on the page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { openBanks, records } from '../support/data/shipped-records.ts'

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The text of all sections about a country, without line breaks. */
function notesOn(country: string): string {
  const sections = file('docs/site/country-notes.md').split(/^## /m).slice(1)
  const own = sections.filter((section) => section.split('\n', 1)[0]?.split(' ').includes(country))
  return own.join(' ').replaceAll(/\s+/g, ' ')
}

const count = (country: string, isCounted: (bank: BankRecord) => boolean, among = openBanks): number =>
  among.filter((bank) => bank.country === country && isCounted(bank)).length

const isAny = (): boolean => true
const isMerged = ({ status }: BankRecord): boolean => status === 'merged'
const isUnverified = ({ status }: BankRecord): boolean => status === 'unverified'
const hasCurrentCode = ({ codes }: BankRecord): boolean => codes?.some(({ status }) => status === undefined) ?? false
const hasLowConfidence = ({ confidence }: BankRecord): boolean => confidence === 'low'

const merged = {
  all: count('DE', isMerged, records),
  orphans: count('DE', (bank) => isMerged(bank) && !bank.successor, records),
}

/** What the notes on a country have to say, with the counts of the data. */
const counted: [country: string, sentence: string][] = [
  ['AU', `${count('AU', (bank) => !hasCurrentCode(bank))} of ${count('AU', isAny)} open institutions have neither`],
  ['CR', `${count('CR', isUnverified, records)} of them are unverified`],
  ['DE', `${merged.all - merged.orphans} of ${merged.all} merged banks have a successor`],
  ['DE', `The other ${merged.orphans} have none`],
  ['ET', `${count('ET', hasLowConfidence)} of ${count('ET', isAny)} open banks have low confidence`],
  [
    'IN',
    `${count('IN', (bank) => isUnverified(bank) && bank.type === 'cooperative_bank', records)} co-operative banks are unverified`,
  ],
  ['KR', `confirms those of ${count('KR', ({ sources }) => sources.includes('kr-portone-codes-2025-10'))} banks`],
  ['MA', `${count('MA', hasCurrentCode)} of ${count('MA', isAny)} open banks have a confirmed code`],
  ['TW', `${count('TW', isUnverified, records)} electronic payment institutions are unverified`],
  ['US', `${count('US', (bank) => isMerged(bank) && !bank.successor, records)} have none, mostly trust banks`],
  ['VN', `${count('VN', (bank) => !hasCurrentCode(bank))} institutions, mostly foreign branches, have a BIC only`],
]

test('the counts in the gaps of the countries are those of the data', () => {
  for (const [country, sentence] of counted) assert.ok(notesOn(country).includes(sentence), `${country}: ${sentence}`)
})

test('a country whose open banks lint accepts without confirmation says so in its gaps', () => {
  const exceptions = JSON.parse(file('packages/curation/src/lint/exceptions/open-banks.json')) as {
    subjects: string[]
  }[]
  const subjects = exceptions.flatMap((exception) => exception.subjects)
  assert.ok(subjects.length > 0)
  for (const subject of subjects) {
    const [, country = '', counts = ''] = /^([A-Z]{2}) (\d+ of \d+)$/.exec(subject) ?? []
    assert.match(notesOn(country), new RegExp(`\\b${counts} open banks\\b.*low confidence`), subject)
  }
})

/** Small data that passes lint, as text and as records. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingText, lint } from '../../../packages/curation/src/lint/lint-folder.ts'
import { readRecords } from '../../../packages/curation/src/lint/read-records.ts'
import type { LintedData } from '../../../packages/curation/src/lint/rule.ts'
import { rules } from '../../../packages/curation/src/lint/rules.ts'
import { bankLine, sourcesText } from '../../../packages/curation/src/serialize.ts'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import type { Source } from '../../../src/directory/records/source.ts'
import { bank, branchText, type Row, type Small, small } from './small-data.ts'

/** Files by name. A value that is not a string holds bytes that are not UTF-8. */
export type Texts = Map<string, string | Uint8Array>

export const formattedTexts = ({ countries, schemes, sources, banks, ...tables }: Small): Texts =>
  new Map([
    ['countries.json', JSON.stringify(countries)],
    ['schemes.json', JSON.stringify(schemes)],
    ['sources.json', sourcesText(sources as unknown as Source[])],
    ...(tables.ranges ? [['code-ranges.json', JSON.stringify(tables.ranges)] as const] : []),
    ...(tables.forms ? [['account-forms.json', JSON.stringify(tables.forms)] as const] : []),
    ...(tables.clearingSystems ? [['clearing-systems.json', JSON.stringify(tables.clearingSystems)] as const] : []),
    ...(tables.requirements ? [['account-requirements.json', JSON.stringify(tables.requirements)] as const] : []),
    ...Object.entries(tables.branches ?? {}).map(([name, rows]): [string, string] => [
      `branches/${name}.tsv`,
      branchText(rows),
    ]),
    ...(tables.rails ? [['rails.json', JSON.stringify(tables.rails)] as const] : []),
    ...(tables.intentWords ? [['intent-words.json', JSON.stringify(tables.intentWords)] as const] : []),
    ...(tables.ranks ? [['ranks.json', JSON.stringify(tables.ranks)] as const] : []),
    ...Object.entries(banks).map(([name, rows]): [string, string] => [
      `banks/${name}.jsonl`,
      rows.map((row) => `${bankLine(row as unknown as BankRecord)}\n`).join(''),
    ]),
  ])

export const readTexts = (texts: Texts): LintedData =>
  readRecords(new Map([...texts].map(([name, text]) => [name, Buffer.from(text)])), '2026-02-01')

/** All findings, as the command line prints them, without exceptions. */
export const findingsIn = (texts: Texts): string[] => lint(readTexts(texts), rules, () => []).findings.map(findingText)

export const first = (data: Small): Row => data.banks.aa?.[0] as Row
export const gone = (data: Small): Row => data.banks.aa?.[1] as Row
export const other = (data: Small): Row => data.banks.bb?.[0] as Row

export const scheme = (id: string, pattern: string): Row => ({
  ...(small().schemes[0] as Row),
  id,
  short_label: id.slice(3),
  pattern,
  iban_bank_code: true,
})

/** Two open banks of a country that have something in common. */
export function twins(data: Small, both: Row, more: Row = {}): void {
  Object.assign(first(data), { name: 'First' }, both)
  data.banks.aa?.push(bank('aa-twin', { ...both, ...more }))
}

export type Fault = [rule: string, fault: string, plant: (data: Small) => void, finding: RegExp]

export function testFaults(faults: Fault[]): void {
  for (const [rule, fault, plant, finding] of faults) {
    test(`${rule} finds ${fault}`, () => {
      const data = small()
      plant(data)
      const findings = findingsIn(formattedTexts(data)).filter((text) => text.endsWith(`[${rule}]`))
      assert.match(findings.join('\n'), new RegExp(finding.source, 'm'))
    })
  }
}

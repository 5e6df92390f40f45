import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findingsIn, first, formedTexts, other } from '../../../test/linted.ts'
import { small } from '../../../test/small-data.ts'
import { exceptionsFolder } from './exceptions.ts'
import type { Texts } from './folder.ts'
import { rules } from './rules.ts'

test('nothing is found in sound data', () => {
  assert.deepEqual(findingsIn(formedTexts(small())), [])
})

const line = (texts: Texts): string => texts.get('banks/bb.jsonl') as string

/** What only the text of a file shows. */
const misformed: [fault: string, change: (texts: Texts) => void, finding: RegExp][] = [
  [
    'spaces',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace(',', ', ')),
    /:1 bb-only: is not written as a bank is.*--fix \[form\]/,
  ],
  [
    'fields out of order',
    (texts) =>
      texts.set(
        'banks/bb.jsonl',
        `${JSON.stringify(other(small()), ['name', 'id', 'country', 'type', 'status', 'confidence', 'sources'])}\n`,
      ),
    /:1 bb-only: .*\[form\]/,
  ],
  [
    'the line ends of Windows',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace('\n', '\r\n')),
    /:1 bb-only: .*\[form\]/,
  ],
  [
    'an empty line',
    (texts) => texts.set('banks/bb.jsonl', `\n${line(texts)}`),
    /^banks\/bb\.jsonl:1 the line is empty/,
  ],
  [
    'a last line that does not end',
    (texts) => texts.set('banks/bb.jsonl', line(texts).trimEnd()),
    /:1 the last line does not end/,
  ],
  [
    'sources in another form',
    (texts) => texts.set('sources.json', JSON.stringify(small().sources)),
    /^sources\.json is not sorted/,
  ],
  [
    'a line that is not JSON',
    (texts) => texts.set('banks/bb.jsonl', `{"id":\n${line(texts)}`),
    /^banks\/bb\.jsonl:1 is not JSON .*\[readable\]/,
  ],
  [
    'a field that is there twice',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace('{', '{"name":"B",')),
    /:1 a field stands there twice; .*\[readable\]/,
  ],
  [
    'a source that breaks the schema',
    (texts) => texts.set('sources.json', '[{ "id": "a-list" }]'),
    /^sources\.json:1 the record lacks the field "title"/,
  ],
  ['bytes that are not UTF-8', (texts) => texts.set('banks/bb.jsonl', undefined), /^banks\/bb\.jsonl is not UTF-8/],
]

for (const [fault, change, finding] of misformed) {
  test(`the text of a file shows ${fault}, and the rest is held to the rules all the same`, () => {
    const data = small()
    first(data).name = 'A  Bank'
    const texts = formedTexts(data)
    change(texts)
    const findings = findingsIn(texts)
    assert.match(findings.join('\n'), new RegExp(finding.source, 'm'))
    assert.ok(findings.some((text) => text.endsWith('[names]')))
  })
}

test('each rule is a file of its name, is in the list, and is shown to find something', () => {
  const names = rules.map(({ name }) => name)
  const files = readdirSync(new URL('rules/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''))
  assert.deepEqual(names.toSorted(), files.sort())
  const tests = ['rules', 'rules-facts', 'rules-identifiers']
    .map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'))
    .join('')
  for (const name of names) assert.match(tests, new RegExp(`'${name}',|\\[${name}\\\\\\]`), name)
  for (const file of readdirSync(exceptionsFolder)) assert.ok(names.includes(file.replace(/\.json$/, '')), file)
})

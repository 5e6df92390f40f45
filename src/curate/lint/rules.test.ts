import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findingsIn, first, formattedTexts, other, type Texts } from '../../../test/support/data/lint-fixtures.ts'
import { range, small } from '../../../test/support/data/small-data.ts'
import { exceptionsFolder } from './exceptions.ts'
import { rules } from './rules.ts'

test('nothing is found in sound data', () => {
  assert.deepEqual(findingsIn(formattedTexts(small())), [])
})

test('sound ranges of codes are no finding, and a use of their scheme and source', () => {
  const data = small()
  const [scheme] = data.schemes
  data.schemes.push({ ...scheme, id: 'aa_ranged' })
  data.sources.push({ ...data.sources[0], id: 'b-list' })
  data.ranges = [range('100', '199'), range('100', '199', { scheme: 'aa_ranged', source: 'b-list' })]
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
  data.ranges.pop()
  assert.equal(findingsIn(formattedTexts(data)).length, 2)
})

const line = (texts: Texts): string => texts.get('banks/bb.jsonl') as string

const correction = (more: object = {}): string =>
  JSON.stringify({
    bank: 'aa-first',
    fact: 'name',
    reason: 'As the register has it.',
    evidence: 'a-list',
    date: '2026',
    ...more,
  })

const corrupted = (fault: string, more: object, finding: RegExp): Misformed => [
  fault,
  (texts) => texts.set('corrections.jsonl', `${correction(more)}\n`),
  new RegExp(`^corrections\\.jsonl:1 .*${finding.source}.*\\[corrections\\]$`),
]

const notUtf8 = Buffer.from([0xff])

type Misformed = [fault: string, change: (texts: Texts) => void, finding: RegExp]

/** What only the text of a file shows. */
const misformed: Misformed[] = [
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
  corrupted('a correction of no bank', { bank: 'aa-nobody' }, /there is no bank aa-nobody; correct the id/),
  corrupted('a correction of no field', { fact: 'colour' }, /"colour" is neither a field of a bank nor a code/),
  corrupted('a corrected code with a space too many', { fact: 'aa_code 001 ' }, /the value "001 " of aa_code does not/),
  corrupted('a corrected code behind two spaces', { fact: 'aa_code  001' }, /the value " 001" of aa_code does not fit/),
  corrupted('a corrected code in another form', { fact: 'aa_code 1' }, /the value "1" of aa_code does not fit \^/),
  corrupted(
    'a corrected code of another country',
    { bank: 'bb-only', fact: 'aa_code 001' },
    /is of a scheme of AA; correct the scheme/,
  ),
  corrupted('a correction without evidence', { evidence: 'I know it' }, /neither an address nor a source/),
  corrupted('a correction of tomorrow', { date: '2026-02-02' }, /its date 2026-02-02 is still to come; correct it/),
  corrupted('a correction on no day', { date: '2025-02-30' }, /its date 2025-02-30 is not in the calendar/),
  corrupted('a correction without a reason', { reason: 'So.' }, /reason must NOT have fewer than 10 characters/),
  [
    'a correction that is there twice',
    (texts) => texts.set('corrections.jsonl', `${correction()}\n${correction()}\n`),
    /^corrections\.jsonl:2 name of aa-first is there twice; keep one of them \[corrections\]/,
  ],
  [
    'a correction that does not end',
    (texts) => texts.set('corrections.jsonl', correction()),
    /^corrections\.jsonl:1 the last line does not end; end it \[corrections\]/,
  ],
  [
    'corrections that are not UTF-8',
    (texts) => texts.set('corrections.jsonl', notUtf8),
    /^corrections\.jsonl is not UTF-8; .*\[corrections\]/,
  ],
  ['bytes that are not UTF-8', (texts) => texts.set('banks/bb.jsonl', notUtf8), /^banks\/bb\.jsonl is not UTF-8/],
]

test('a sound correction is no finding, of a field, a code or one that was taken out, and is a use of its source', () => {
  const data = small()
  data.sources.push({ ...data.sources[0], id: 'b-list' })
  const lines = [
    correction({ evidence: 'b-list' }),
    correction({ fact: 'aa_code 001', evidence: 'https://a.example/', date: '2026-02-01' }),
    correction({ fact: 'aa_code 999', date: '2026-02' }),
  ]
  assert.deepEqual(findingsIn(formattedTexts(data).set('corrections.jsonl', `${lines.join('\n')}\n`)), [])
})

for (const [fault, change, finding] of misformed) {
  test(`the text of a file shows ${fault}, and the rest is held to the rules all the same`, () => {
    const data = small()
    first(data).name = 'A  Bank'
    const texts = formattedTexts(data)
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
  const tests = ['rules', 'rules-facts', 'rules-identifiers', 'rules-lists']
    .map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'))
    .join('')
  for (const name of names) assert.match(tests, new RegExp(`'${name}',|\\[${name}\\\\\\]`), name)
  for (const file of readdirSync(exceptionsFolder)) assert.ok(names.includes(file.replace(/\.json$/, '')), file)
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findingsIn, first, formattedTexts, other, type Texts } from '../../../../test/support/data/lint-fixtures.ts'
import { range, small } from '../../../../test/support/data/small-data.ts'
import { exceptionsFolder } from './lint-folder.ts'
import { rules } from './rules.ts'

test('valid data has no findings', () => {
  assert.deepEqual(findingsIn(formattedTexts(small())), [])
})

test('valid code ranges have no findings, and count as uses of their scheme and source', () => {
  const data = small()
  const [scheme] = data.schemes
  data.schemes.push({ ...scheme, id: 'aa_ranged', short_label: 'ranged' })
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

const correctionFault = (fault: string, more: object, finding: RegExp): TextFault => [
  fault,
  (texts) => texts.set('corrections.jsonl', `${correction(more)}\n`),
  new RegExp(`^corrections\\.jsonl:1 .*${finding.source}.*\\[corrections\\]$`),
]

const notUtf8 = Buffer.from([0xff])

type TextFault = [fault: string, change: (texts: Texts) => void, finding: RegExp]

/** Faults that are visible only in the text of a file. */
const textFaults: TextFault[] = [
  [
    'spaces',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace(',', ', ')),
    /:1 bb-only: the line is not formatted correctly: .*--fix \[form\]/,
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
    'Windows line endings',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace('\n', '\r\n')),
    /:1 bb-only: .*\[form\]/,
  ],
  [
    'an empty line',
    (texts) => texts.set('banks/bb.jsonl', `\n${line(texts)}`),
    /^banks\/bb\.jsonl:1 the line is empty/,
  ],
  [
    'a missing newline at the end of the file',
    (texts) => texts.set('banks/bb.jsonl', line(texts).trimEnd()),
    /:1 there is no newline at the end of the file/,
  ],
  [
    'sources that are not formatted',
    (texts) => texts.set('sources.json', JSON.stringify(small().sources)),
    /^sources\.json is not sorted/,
  ],
  [
    'a line that is not JSON',
    (texts) => texts.set('banks/bb.jsonl', `{"id":\n${line(texts)}`),
    /^banks\/bb\.jsonl:1 is not JSON .*\[readable\]/,
  ],
  [
    'a name that a spreadsheet could run as a formula',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace(/"name":"[^"]*"/, '"name":"=1+1"')),
    /:1 name is "=1\+1", which a spreadsheet could run as a formula.*\[readable\]/,
  ],
  [
    'a duplicate field',
    (texts) => texts.set('banks/bb.jsonl', line(texts).replace('{', '{"name":"B",')),
    /:1 a field occurs twice; .*\[readable\]/,
  ],
  [
    'several faults of a line that breaks the schema',
    (texts) =>
      texts.set(
        'banks/bb.jsonl',
        `${line(texts)
          .trim()
          .replace(/"type":"\w+"/, '"type":5')
          .replace('a-list', 'x-list')
          .replace('{', '{"codes":[{"scheme":"bb_none","value":"1","source":"x-list"}],"colour":1,')}\n`,
      ),
    /:1 .*"colour".*; type is 5; .*; its code scheme bb_none is not in schemes\.json; its source x-list is not in sources\.json; .*\[readable\]/,
  ],
  [
    'a source that breaks the schema',
    (texts) => texts.set('sources.json', '[{ "id": "a-list" }]'),
    /^sources\.json:1 a-list: the record is missing the field "title"/,
  ],
  correctionFault(
    'a correction of an unknown bank',
    { bank: 'aa-unknown' },
    /there is no bank aa-unknown; correct the id/,
  ),
  correctionFault(
    'a correction of an unknown field',
    { fact: 'colour' },
    /"colour" is neither a field of a bank nor a code/,
  ),
  correctionFault(
    'a corrected code with a trailing space',
    { fact: 'aa_code 001 ' },
    /the value "001 " of aa_code does not match/,
  ),
  correctionFault(
    'a corrected code after two spaces',
    { fact: 'aa_code  001' },
    /the value " 001" of aa_code does not match/,
  ),
  correctionFault(
    'a corrected code that does not match its pattern',
    { fact: 'aa_code 1' },
    /the value "1" of aa_code does not match \^/,
  ),
  correctionFault(
    'a corrected code of another country',
    { bank: 'bb-only', fact: 'aa_code 001' },
    /the scheme of "aa_code 001" belongs to AA; correct the scheme/,
  ),
  correctionFault('a correction without evidence', { evidence: 'I know it' }, /neither a URL nor a source/),
  correctionFault(
    'a correction with a date in the future',
    { date: '2026-02-02' },
    /its date 2026-02-02 is in the future; correct it/,
  ),
  correctionFault(
    'a correction with a date that does not exist',
    { date: '2025-02-30' },
    /its date 2025-02-30 is not a valid date/,
  ),
  correctionFault('a correction without a reason', { reason: 'So.' }, /reason must NOT have fewer than 10 characters/),
  [
    'a duplicate correction',
    (texts) => texts.set('corrections.jsonl', `${correction()}\n${correction()}\n`),
    /^corrections\.jsonl:2 an earlier line already corrects name of aa-first; keep one of the two \[corrections\]/,
  ],
  [
    'a correction without a newline at the end',
    (texts) => texts.set('corrections.jsonl', correction()),
    /^corrections\.jsonl:1 there is no newline at the end of the file; add one \[corrections\]/,
  ],
  [
    'corrections that are not UTF-8',
    (texts) => texts.set('corrections.jsonl', notUtf8),
    /^corrections\.jsonl is not UTF-8; .*\[corrections\]/,
  ],
  ['bytes that are not UTF-8', (texts) => texts.set('banks/bb.jsonl', notUtf8), /^banks\/bb\.jsonl is not UTF-8/],
]

test('a valid correction of a field, a code or a removed code has no findings, and counts as a use of its source', () => {
  const data = small()
  data.sources.push({ ...data.sources[0], id: 'b-list' })
  const lines = [
    correction({ evidence: 'b-list' }),
    correction({ fact: 'aa_code 001', evidence: 'https://a.example/', date: '2026-02-01' }),
    correction({ fact: 'aa_code 999', date: '2026-02' }),
  ]
  assert.deepEqual(findingsIn(formattedTexts(data).set('corrections.jsonl', `${lines.join('\n')}\n`)), [])
})

for (const [fault, change, finding] of textFaults) {
  test(`lint finds ${fault} in the text of a file, and still applies the rules to the rest`, () => {
    const data = small()
    first(data).name = 'A  Bank'
    const texts = formattedTexts(data)
    change(texts)
    const findings = findingsIn(texts)
    assert.match(findings.join('\n'), new RegExp(finding.source, 'm'))
    assert.ok(findings.some((text) => text.endsWith('[names]')))
  })
}

test('each rule is in a file of the same name and in the list of rules, and a test makes it find something', () => {
  const names = rules.map(({ name }) => name)
  const files = readdirSync(new URL('rules/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''))
  assert.deepEqual(names.toSorted(), files.sort())
  const tests = ['rules', 'rules-branches', 'rules-facts', 'rules-identifiers', 'rules-lists', 'rules-rails']
    .map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'))
    .join('')
  for (const name of names) assert.match(tests, new RegExp(`'${name}',|\\[${name}\\\\\\]`), name)
  for (const file of readdirSync(exceptionsFolder)) assert.ok(names.includes(file.replace(/\.json$/, '')), file)
})

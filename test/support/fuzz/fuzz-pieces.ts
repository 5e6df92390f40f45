/** The pieces of fuzzed requests: values close to valid ones and far from them, sampled from one seed. */
import fc from 'fast-check'
import { often } from '../repetitions.ts'

export interface Pieces {
  /** Values for a URL, most of them percent-encoded. */
  parameters: string[]
  segments: string[]
  /** Latin-1: one character per byte. */
  bodies: string[]
  headers: string[]
  /** For `X-Request-Id`. */
  ids: string[]
}

const poolSize = often(600, 3_000)

const edgeCases = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '9007199254740993',
  '-1',
  '0x10',
  '\u0000',
  '\ufeff',
  '\ud800',
  '\udfff\ud800',
  '🇳🇬',
  'ﬁ',
  'İ',
  'ß'.repeat(60),
  'e\u0301'.repeat(50),
  'a'.repeat(101),
  '../../etc/passwd',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '%s%n',
  '\r\nX-Injected: 1',
]

const validValues = [
  ...['ng', 'GH', 'va', ' sm ', 'uk', 'EL', 'eu', 'xx', 'active', 'any', 'merged', 'commercial_bank', '10', '50', '51'],
  ...['access', 'acess bank', 'GTB', 'first bank of', 'Zürich', '058', '044', '000014', '021000021', '20-00-00'],
  ...['COBADEFF', 'COBADEFFXXX', '529900T8BM49AURSDO55', '0000014579', 'ng-access-bank', 'de-commerzbank'],
  ...['2026-11-14.f6421058', '2026-11-14.00000000'],
]

/** `accounts` are used unchanged in queries, paths, bodies and request ids. */
export function samplePieces(seed: number, accounts: string[]): Pieces {
  const nearlyValid = fc
    .constantFrom(...validValues, 'DE12500105170648489890', 'AT61 1904 3002 3457 3201')
    .chain(mutated)
  const anyValue = fc.oneof(
    fc.constantFrom(...validValues, ...edgeCases),
    nearlyValid,
    fc.string({ unit: 'binary' }),
    fc.string(),
  )
  const value =
    accounts.length === 0 ? anyValue : fc.oneof({ weight: 4, arbitrary: anyValue }, fc.constantFrom(...accounts))
  const json = fc.oneof(
    value.map((text) => JSON.stringify(text)),
    fc.double().map(String),
    fc.json({ maxDepth: 3 }),
    fc.constantFrom(
      'null',
      '{}',
      '[]',
      'true',
      '1e999',
      '[[[[[[[[[[]]]]]]]]]]',
      '"\\ud800"',
      '{"__proto__":{"country":"va"}}',
    ),
  )
  const field = fc.constantFrom('country', 'identifier', 'identifiers', 'bic', '__proto__', 'constructor', 'extra')
  const list = fc.array(json, { maxLength: 8 }).map((all) => `[${all.join(',')}]`)
  const object = fc
    .array(fc.tuple(field, fc.oneof(json, list)), { maxLength: 3 })
    .map((fields) => `{${fields.map(([name, text]) => `"${name}":${text}`).join(',')}}`)
  const deep = fc.integer({ min: 1, max: 5_000 }).map((depth) => `{"country":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  const typicalBody = value.chain((text) =>
    fc.constantFrom('country', 'identifier', 'bic').map((name) => JSON.stringify({ [name]: text })),
  )
  const text = fc.oneof(
    { weight: 60, arbitrary: typicalBody },
    { weight: 60, arbitrary: object },
    { weight: 20, arbitrary: json },
    { weight: 20, arbitrary: typicalBody.chain(mutated) },
    deep,
  )
  const bytes = fc.uint8Array({ maxLength: 60 }).map((all) => Buffer.from(all).toString('latin1'))
  const sample = <Value>(arbitrary: fc.Arbitrary<Value>): Value[] => fc.sample(arbitrary, { numRuns: poolSize, seed })
  return {
    parameters: sample(fc.oneof({ weight: 9, arbitrary: value.map(encoded) }, visible(60))),
    segments: sample(fc.oneof({ weight: 9, arbitrary: value.map(encoded) }, visible(30))),
    bodies: sample(fc.oneof({ weight: 15, arbitrary: text.map((all) => Buffer.from(all).toString('latin1')) }, bytes)),
    headers: sample(
      fc.oneof(visible(40), fc.constantFrom('*', '0', '-1', '"', ',,,', 'a'.repeat(2_000), '\xff\xfe', ';q=1')),
    ),
    ids: sample(
      accounts.length === 0
        ? visible(40)
        : fc.constantFrom(...accounts, ...accounts.map((account) => account.replaceAll(' ', ''))),
    ),
  }
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Strings of characters that a request line may contain unencoded. */
const visible = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0x21, max: 0x7e }), { maxLength }).map((codes) => String.fromCharCode(...codes))

/** Deletes, inserts or replaces one character. */
const mutated = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat({ max: text.length }),
      fc.nat({ max: 1 }),
      fc.constantFrom('', '0', 'X', ' ', '-', 'é', '\u0000', '"'),
    )
    .map(([at, less, more]) => text.slice(0, at) + more + text.slice(at + less))

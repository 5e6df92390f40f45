import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { compilePattern, parsePattern, UnsafePattern } from './pattern-grammar.ts'

const allowed: [pattern: string, min: number, max: number][] = [
  ['^\\d{3}$', 3, 3],
  ['^300\\d{3}$', 6, 6],
  ['^[0-9A-Za-z]{2,8}$', 2, 8],
  ['^\\d{2}-?\\d$', 3, 4],
  ['^(\\d{3}|[A-Z]{4})$', 3, 4],
  ['^(?:AB|C(?:D|EF)\\d?)\\.[\\dX]$', 4, 6],
]

for (const [pattern, min, max] of allowed) {
  test(`${pattern} is in the subset, and its lengths are known`, () => {
    const parsed = parsePattern(pattern)
    assert.deepEqual([parsed.min, parsed.max], [min, max])
    assert.ok(compilePattern(pattern) instanceof RegExp)
  })
}

const rejected: [pattern: string, message: RegExp][] = [
  ['^(\\d|\\d\\d|\\d+)+$', /"\+\)\+\$" is not allowed at character 13/],
  ['^(\\d{1,5}){1,5}$', /"\{1,5\}\$" is not allowed at character 11/],
  ['^(\\d|\\d)*$', /"\*\$"/],
  ['^\\d+$', /"\+\$" is not allowed at character 4/],
  ['^\\d*x$', /"\*x\$"/],
  ['^\\d{3,}$', /"\{3,\}\$"/],
  ['^.{3}$', /"\.\{3\}\$"/],
  ['^(?=\\d)\\d$', /"\?=/],
  ['^(\\d)\\1$', /"\\1\$"/],
  ['^[^A]{3}$', /"\[\^A\]/],
  ['^\\d|\\d$', /"\|\\d\$"/],
  ['^\\w{3}$', /"\\w/],
  ['^(\\d$', /"\$" is not allowed at character 5/],
  ['^()$', /"\)\$"/],
  ['^\\d', /it is incomplete/],
  ['\\d$', /"\\d\$" is not allowed at character 1/],
  ['^\\d$x$', /"x\$"/],
  ['^\\d{5,2}$', /"\{5,2\}" has its numbers in the wrong order/],
  // Each count has an upper bound, but together they divide 60 digits in more ways than a matcher can try.
  [`^${'\\d{1,30}'.repeat(6)}x$`, /in 729000000 ways \(maximum 1000\)/],
  [`^${'\\d?'.repeat(12)}x$`, /in 4096 ways/],
  [`^${'(\\d|\\d)'.repeat(12)}x$`, /in 4096 ways/],
  [`^${'\\d'.repeat(100)}$`, /it is longer than 200 characters/],
]

for (const [pattern, message] of rejected) {
  test(`${pattern.slice(0, 40)} is rejected with the reason`, () => {
    assert.throws(
      () => compilePattern(pattern),
      (error) => {
        assert.ok(error instanceof UnsafePattern)
        assert.match(error.message, message)
        return true
      },
    )
  })
}

test('a class with a range in the wrong order is rejected', () => {
  assert.throws(() => compilePattern('^[Z-A]$'), SyntaxError)
})

test('every pattern in the shipped data is in the subset', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), 'utf8'))
  const patterns: string[] = [
    ...read('schemes').map(({ pattern }: { pattern: string }) => pattern),
    ...read('countries').map(({ account_number }: { account_number: { pattern: string } }) => account_number.pattern),
  ]
  assert.ok(patterns.length > 90)
  for (const pattern of patterns) assert.doesNotThrow(() => compilePattern(pattern), pattern)
})

const character = fc.constantFrom('\\d', '[0-9A-Z]', '[A-Z]', '7', 'A')
const count = fc.oneof(
  fc.constantFrom('', '?'),
  fc.tuple(fc.nat(99), fc.nat(99)).map((ends) => `{${ends.sort((a, b) => a - b).join(',')}}`),
)
const { pattern: anyPattern } = fc.letrec<{ pattern: string; sequence: string; part: string; group: string }>(
  (tie) => ({
    part: fc.oneof(
      { maxDepth: 2 },
      fc.tuple(character, count).map(([one, times]) => `${one}${times}`),
      tie('group'),
    ),
    sequence: fc.array(tie('part'), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
    group: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((branches) => `(?:${branches.join('|')})`),
    pattern: tie('sequence').map((inner) => `^${inner}x$`),
  }),
)

test('every pattern in the subset fails fast on a text that nearly matches', () => {
  let compiled = 0
  fc.assert(
    fc.property(anyPattern, fc.constantFrom('7', 'A'), (pattern, repeated) => {
      let expression: RegExp
      try {
        expression = compilePattern(pattern)
      } catch (error) {
        assert.ok(error instanceof UnsafePattern)
        return
      }
      compiled++
      const before = process.cpuUsage().user
      expression.test(`${repeated.repeat(600)}!`)
      // The limit is generous: an unbounded pattern takes minutes.
      assert.ok(process.cpuUsage().user - before < 1_000_000, pattern)
    }),
    { numRuns: 200 },
  )
  assert.ok(compiled > 20, `only ${compiled} patterns were allowed`)
})

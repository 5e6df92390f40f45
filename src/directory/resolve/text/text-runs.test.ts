import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitText } from './text-runs.ts'

/** Words in quotes, numbers as they are. */
const runsOf = (text: string): string =>
  splitText(text)
    .map((run) => (run.kind === 'words' ? `"${run.text}"` : run.text))
    .join(' ')

test('words and numbers alternate, and a number keeps its separators', () => {
  for (const [text, runs] of [
    ['zenith 1000000001', '"zenith" 1000000001'],
    ['1000000001 Zenith Bank', '1000000001 "Zenith Bank"'],
    ['zenith:100-000-0001.', '"zenith:" 100-000-0001'],
    ['barclays 20-00-00 / 55779911', '"barclays" 20-00-00 / 55779911'],
    ['sort code 20-00-00 account 55779911', '"sort code" 20-00-00 "account" 55779911'],
    ['zenith 057, 1000000001', '"zenith" 057 1000000001'],
    ['', ''],
    ['–', ''],
  ]) {
    assert.equal(runsOf(text as string), runs, text)
  }
})

test('a few digits in a word belong to it, a long number does not', () => {
  for (const [text, runs] of [
    ['N26 1234567890', '"N26" 1234567890'],
    ['1st national 123456', '"1st national" 123456'],
    ['123456 1st national', '123456 "1st national"'],
    ['gtbank0123456785', '"gtbank" 0123456785'],
    ['gtbank058', '"gtbank058"'],
    ['COBADEFF', '"COBADEFF"'],
  ]) {
    assert.equal(runsOf(text as string), runs, text)
  }
})

test('digits of other scripts are numbers too', () => {
  assert.equal(runsOf('بنك ٠١٢٣٤٥٦٧٨٩'), '"بنك" ٠١٢٣٤٥٦٧٨٩')
})

test('no letter or digit of any text is lost', () => {
  const essence = (text: string): string => text.replaceAll(/[^\p{L}\p{Nd}]/gu, '')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', 'é', '1', '7', ' ', '-', '.', '/', ',', '٣') }), (text) => {
      const runs = splitText(text).map((run) => run.text)
      assert.equal(essence(runs.join('')), essence(text))
    }),
  )
})

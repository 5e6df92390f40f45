/**
 * `npm run bench`, IBANs: compares our check with `fast-iban` and `ibantools`, each with its own function for structure and
 * check digits. All get the same IBANs of all countries, alternating, in one process. Ours also applies the national rules,
 * `ibantools` some of them, `fast-iban` none, nor the structure of seven countries it does not know. "With reasons" is our
 * full check, which looks for a suggestion if the IBAN is invalid.
 */
import fastIban from 'fast-iban'
import { isValidIBAN } from 'ibantools'
import registry from '../data/iban.json' with { type: 'json' }
import { check, isValid } from '../src/identifiers/iban.ts'
import { median } from './median.ts'

const checks = 20_000
const rounds = 7

type Check = (iban: string) => boolean

// fast-iban reports errors on the console or by an exception; only its time counts here.
console.info = () => undefined
console.warn = () => undefined
const fastIbanCheck: Check = (iban) => {
  try {
    return fastIban.validateIBAN(iban, true)
  } catch {
    return false
  }
}

const contenders: Record<string, Check> = {
  ours: isValid,
  'with reasons': (iban) => check(iban).passed,
  'fast-iban': fastIbanCheck,
  ibantools: isValidIBAN,
}

const digitAfter = (digit: string): string => String((Number(digit) + 1) % 10)
const valid = Object.values(registry.countries).map(({ example }) => example)
const wrongDigit = valid.map((iban) => iban.replace(/\d(?=\D*$)/, digitAfter))
const mixes: Record<string, string[]> = {
  valid,
  'one wrong digit': wrongDigit,
  'one character short': valid.map((iban) => iban.slice(0, -1)),
  'one wrong character': valid.map((iban) => `${iban.slice(0, 6)}?${iban.slice(7)}`),
  'valid and wrong digit': valid.flatMap((iban, at) => [iban, wrongDigit[at] as string]),
}
mixes.all = Object.values(mixes).slice(0, 4).flat()

function nanosecondsEach(passes: Check, ibans: string[]): number {
  const start = performance.now()
  let valid = 0
  for (let number = 0; number < checks; number++) if (passes(ibans[number % ibans.length] as string)) valid++
  const elapsed = performance.now() - start
  // Use the result, so that the compiler does not remove the loop.
  return valid < 0 ? Number.NaN : (elapsed * 1e6) / checks
}

const column = (value: string | number): string => String(value).padStart(14)

console.log(`one IBAN, nanoseconds, median of ${rounds} rounds; in brackets, as a multiple of ours`)
console.log(`${'mix'.padEnd(22)}${Object.keys(contenders).map(column).join('')}`)
for (const [mix, ibans] of Object.entries(mixes)) {
  const measured = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]))
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, passes] of Object.entries(contenders)) {
      const each = nanosecondsEach(passes, ibans)
      if (round > 0) measured.get(name)?.push(each)
    }
  }
  const medians = [...measured.values()].map(median)
  const cells = medians.map((each) => column(`${each.toFixed(0)} (${(each / (medians[0] as number)).toFixed(1)})`))
  console.log(mix.padEnd(22) + cells.join(''))
}

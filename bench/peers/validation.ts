/**
 * Compares our IBAN check with those of `fast-iban`, `ibantools` and `ibankit`, each with its own function for structure and
 * check digits. All get the same IBANs of all countries, alternating, in one process. Ours also applies the national rules,
 * `ibantools` and `ibankit` some of them, `fast-iban` none, nor the structure of seven countries it does not know. "With
 * reasons" is our full check, which looks for a suggestion if the IBAN is invalid.
 */
import fastIban from 'fast-iban'
import { IBAN } from 'ibankit'
import { isValidIBAN } from 'ibantools'
import registry from '../../data/iban.json' with { type: 'json' }
import { check, isValid } from '../../src/identifiers/iban.ts'
import { median } from '../median.ts'
import { cpuMicroseconds } from './cpu-time.ts'

const rounds = 7

type Check = (iban: string) => boolean

/** `fast-iban` throws for some invalid IBANs. */
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
  ibankit: (iban) => IBAN.isValid(iban),
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

const column = (value: string | number): string => String(value).padStart(16)

/** Prints the thousands of IBANs per second of CPU time and, in brackets, the time as a multiple of ours. */
export function compareValidation(): void {
  const { info, warn } = console
  // fast-iban reports errors on the console; only its time counts here.
  Object.assign(console, { info: () => undefined, warn: () => undefined })
  console.log(
    `IBAN checks, thousands per second of CPU time, median of ${rounds}; in brackets, time as a multiple of ours`,
  )
  console.log(`${'mix'.padEnd(22)}${Object.keys(contenders).map(column).join('')}`)
  for (const [mix, ibans] of Object.entries(mixes)) console.log(mix.padEnd(22) + cellsOf(ibans).join(''))
  const knownTo = Object.entries(contenders).map(([name, passes]) => `${name} ${valid.filter(passes).length}`)
  console.log(`of ${valid.length} examples in the registry, valid for: ${knownTo.join(', ')}\n`)
  Object.assign(console, { info, warn })
}

function cellsOf(ibans: readonly string[]): string[] {
  const measured = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]))
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, passes] of Object.entries(contenders)) {
      const each = cpuMicroseconds(passes, ibans)
      if (round > 0) measured.get(name)?.push(each)
    }
  }
  const medians = [...measured.values()].map(median)
  return medians.map((each) => column(`${(1000 / each).toFixed(0)} (${(each / (medians[0] as number)).toFixed(1)})`))
}

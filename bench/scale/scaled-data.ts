/**
 * Writes a made-up data folder with a multiple of the shipped banks, to measure how the service grows.
 *
 *     node bench/scale/scaled-data.ts <factor> <folder>
 *
 * The folder has the shipped banks and `factor - 1` variations of each. The result depends only on the shipped data and
 * the factor.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import type { Scheme } from '../../src/directory/records/scheme.ts'
import { dataFolder } from '../../test/support/data/shipped.ts'
import { createRandom, type Random } from '../worst-search/random.ts'
import { createNameVariation } from './name-variation.ts'
import { createNumberVariation, type NumberVariation } from './number-variation.ts'

const [factorArgument, folder] = process.argv.slice(2)
const factor = Number(factorArgument)
if (!Number.isInteger(factor) || factor < 1 || folder === undefined) {
  throw new Error('Usage: npx node bench/scale/scaled-data.ts <factor> <folder>')
}

const readTable = <Row>(name: string): Row[] => JSON.parse(readFileSync(join(dataFolder, name), 'utf8'))
const numbers = createNumberVariation(readTable<Scheme>('schemes.json'))

cpSync(dataFolder, folder, { recursive: true })
let count = 0
for (const [at, { code, kind }] of readTable<{ code: string; kind: string }>('countries.json').entries()) {
  if (kind !== 'country') continue
  const file = join('banks', `${code.toLowerCase()}.jsonl`)
  const banks: BankRecord[] = readFileSync(join(dataFolder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const all = [...banks, ...variationsOf(banks, createRandom(at))].sort((a, b) => (a.id < b.id ? -1 : 1))
  writeFileSync(join(folder, file), all.map((bank) => `${JSON.stringify(bank)}\n`).join(''))
  count += all.length
}
console.log(`Wrote ${count} banks to ${folder}.`)

function* variationsOf(banks: readonly BankRecord[], random: Random): Generator<BankRecord> {
  const varyNames = createNameVariation(banks, random)
  for (let copy = 1; copy < factor; copy++) {
    for (const bank of banks) yield varyBank(varyNames(bank), `x${copy}`, numbers(random))
  }
}

/** Assigns to the keys that the record has, so that they stay in the order of the schema. */
function varyBank(bank: BankRecord, suffix: string, vary: NumberVariation): BankRecord {
  // Only one bank of a group is the one that people mean if they name no country.
  const { reach: _, ...variation } = bank
  variation.id = `${bank.id}-${suffix}`
  if (bank.successor !== undefined) variation.successor = `${bank.successor}-${suffix}`
  if (bank.codes) variation.codes = vary.codes(bank.codes)
  if (bank.bic !== undefined) variation.bic = vary.bic(bank.bic)
  if (bank.other_bics) variation.other_bics = bank.other_bics.map(vary.bic)
  if (bank.lei !== undefined) variation.lei = vary.lei(bank.lei)
  if (bank.website !== undefined) variation.website = `https://www.${variation.id}.example`
  return variation
}

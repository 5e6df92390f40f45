/** How likely it is that somebody means a bank, from 0 to 1, as far as the data can tell. */
import { bankTypes } from '../../records/bank.ts'
import { kindNumber, type Marks, markKinds } from '../../storage/record-scanner.ts'
import { popularityWeights } from '../ranking/ranking-weights.ts'

const commercial = bankTypes.indexOf('commercial_bank')
const branch = bankTypes.indexOf('foreign_branch')
const confidence = kindNumber('confidence')
const bankEnd = kindNumber('bank')

/** By kind of mark. A code with a status is no current one. */
const codesIn = new Int8Array(markKinds.length)
codesIn[kindNumber('value')] = 1
codesIn[kindNumber('status')] = -1
const weights = new Float64Array(markKinds.length)
weights[kindNumber('bic')] = popularityWeights.bic
weights[kindNumber('lei')] = popularityWeights.lei
weights[kindNumber('reach')] = popularityWeights.reach

/**
 * Large banks have many codes, a BIC and an LEI of their own; of a group that works in many countries the record says
 * which bank is meant where nobody names a country. The marks are those of whole banks, of which `bank` is the first.
 */
export function scorePopularity(
  bank: number,
  types: Uint8Array,
  bytes: Uint8Array,
  { count, kinds, starts }: Marks,
  renown: Float32Array,
): void {
  const { codesLog2Max } = popularityWeights
  let next = bank
  let codes = 0
  let others = 0
  for (let mark = 0; mark < count; mark++) {
    const kind = kinds[mark] as number
    codes += codesIn[kind] as number
    others += weights[kind] as number
    // 'h' of "high".
    if (kind === confidence && bytes[starts[mark] as number] === 0x68) others += popularityWeights.highConfidence
    if (kind !== bankEnd) continue
    if (types[next] === commercial) others += popularityWeights.commercialBank
    if (types[next] === branch) others += popularityWeights.foreignBranch
    renown[next++] = Math.min(1, Math.log2(1 + codes) / codesLog2Max) * popularityWeights.codes + others
    codes = 0
    others = 0
  }
}

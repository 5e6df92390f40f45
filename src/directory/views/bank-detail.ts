/**
 * Writes a bank with all its details as JSON. Most of that text is JSON already: the row of the bank, and the descriptions
 * of schemes and sources, which many banks share and which are written once.
 */
import { memoize } from '../memoize.ts'
import type { Rails } from '../rail-reach.ts'
import type { Bank, BankDetail, BankRecord } from '../records/bank-record.ts'
import type { Scheme } from '../records/scheme.ts'
import { redistributions, type Source, toSourceDetail } from '../records/source.ts'
import { bicsOf, findBicSource } from './bic-source.ts'

/** `row`: the bank as JSON, as it appears in a list of banks. */
export type WriteDetail = (row: string, bank: BankRecord) => string

export function createDetailWriter(known: {
  schemes: ReadonlyMap<string, Scheme>
  sources: ReadonlyMap<string, Source>
  rails: Rails
}): WriteDetail {
  // Written on first use: there are hundreds of sources, and most processes show few banks.
  const startOf = memoize((id: string) => startOfCode(id, known.schemes.get(id) as Scheme))
  const sourceOf = memoize((id: string) => describeSource(id, known.sources.get(id) as Source))

  const codeDetail = ({ scheme, value, status, bic, as_of, source: id }: Code): string => {
    const source = sourceOf(id)
    const dated = `"status":"${status ?? 'current'}","bic":${jsonOrNull(bic)},"as_of":"${as_of ?? source.date}"`
    return `${startOf(scheme)}"value":${JSON.stringify(value)},${dated},${source.endOfCode}`
  }

  const bicDetail = (bic: string, bank: BankRecord): string => {
    const found = findBicSource(bic, bank, (id) => sourceOf(id).hasBics)
    const [source, date] = found ? [found.source, found.as_of ?? sourceOf(found.source).date] : [null, null]
    return JSON.stringify({ bic, source, as_of: date })
  }

  return (row, bank) => {
    const ofBank = bank.sources.map(sourceOf)
    const terms = Math.min(...ofBank.map(({ termsRank }) => termsRank))
    const details: Record<Exclude<keyof BankDetail, keyof Bank>, string> = {
      status_since: jsonOrNull(bank.status_since),
      successor: jsonOrNull(bank.successor),
      address: jsonOfAddress(bank.address),
      other_bics: jsonOrEmpty(bank.other_bics),
      code_details: `[${bank.codes?.map(codeDetail).join(',') ?? ''}]`,
      bic_details: `[${bicsOf(bank)
        .map((bic) => bicDetail(bic, bank))
        .join(',')}]`,
      rails: JSON.stringify(known.rails.ofBank(bank)),
      sources: `[${ofBank.map(({ json }) => json).join(',')}]`,
      redistribution: `"${redistributions[terms]}"`,
      notes: jsonOrEmpty(bank.notes),
    }
    let json = row.slice(0, -1)
    for (const field in details) json += `,"${field}":${details[field as keyof typeof details]}`
    return `${json}}`
  }
}

function jsonOfAddress(address: BankRecord['address']): string {
  if (!address) return 'null'
  const { street = null, postcode = null, town, source } = address
  return JSON.stringify({ street, postcode, town, source })
}

type Code = NonNullable<BankRecord['codes']>[number]

const startOfCode = (scheme: string, { label, short_label = label, level, use, used_for }: Scheme): string =>
  `${JSON.stringify({ scheme, label, short_label, level, use, used_for }).slice(0, -1)},`

interface DescribedSource {
  date: string
  /** The source in `sources`. */
  json: string
  /** The last fields of a code from this source. */
  endOfCode: string
  /** The position of its terms in `redistributions`. */
  termsRank: number
  /** Whether the list contains BICs. */
  hasBics: boolean
}

function describeSource(id: string, source: Source): DescribedSource {
  const { date, redistribution, fields } = source
  return {
    date,
    json: JSON.stringify(toSourceDetail(source)),
    endOfCode: JSON.stringify({ source: id, redistribution }).slice(1),
    termsRank: redistributions.indexOf(redistribution),
    hasBics: fields.includes('bic'),
  }
}

const jsonOrNull = (text: string | undefined): string => (text === undefined ? 'null' : JSON.stringify(text))
const jsonOrEmpty = (texts: readonly string[] | undefined): string => (texts ? JSON.stringify(texts) : '[]')

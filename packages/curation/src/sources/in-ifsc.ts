/**
 * IFSCs of India, as razorpay/ifsc publishes the list of the Reserve Bank: `IFSC.json` has the branches of each bank.
 * `sublet.json` and `custom-sublets.json` beside it have the codes, or beginnings of codes, that a sponsor lends to
 * another bank, with that bank's NPCI code, IFSC prefix or name; `banknames.json` has the names of the codes. Names and
 * places of branches are in the files of razorpay/ifsc-api, `data/<bank>.json`. The dates of files from older editions are
 * in `dates.json` beside them, which the maintainer writes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import type { RailMembers } from '../bank-rails.ts'
import {
  type BranchFile,
  type BranchNames,
  cleanCell,
  createCodeFinder,
  createNameFinder,
  emptyRow,
  isTableOf,
  isText,
  readJsonFile,
} from './branch-file.ts'

const isBranchList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((branch) => isText(branch) || Number.isInteger(branch))

/**
 * The flags of a branch in the list of names. Two others are not used: UPI is that of the sponsor, and IMPS is true unless
 * the compiler knows better, even for the Reserve Bank, because there is no list of participants.
 */
const railsOfFlags = { NEFT: 'in_neft', RTGS: 'in_rtgs' } as const

const source = { redistribution: 'open' as const, countries: ['IN'] }

export const inIfsc: BranchFile = {
  name: 'in-ifsc',
  form: 'in_ifsc',
  files: 'IFSC.json, with sublet.json, custom-sublets.json and banknames.json beside it',
  source: {
    title: 'IFSCs of all branches, and those lent to other banks',
    publisher: 'Reserve Bank of India, as compiled by Razorpay',
    url: 'https://github.com/razorpay/ifsc',
    licence: 'MIT (repository); facts of the publisher',
    ...source,
    fields: ['ifsc', 'bank that uses a lent ifsc'],
  },
  rowsMin: 100_000,
  read: (path, banks) => {
    const beside = (name: string): string => join(dirname(path), name)
    const branches = readJsonFile<Record<string, (number | string)[]>>(path, isTableOf(isBranchList))
    const users = {
      ...readJsonFile<Record<string, string>>(beside('custom-sublets.json'), isTableOf(isText)),
      ...readJsonFile<Record<string, string>>(beside('sublet.json'), isTableOf(isText)),
    }
    const names = readJsonFile<Record<string, string>>(beside('banknames.json'), isTableOf(isText))
    const findHolder = createHolderFinder(banks, users, names)
    return Object.entries(branches).flatMap(([bank, ofBank]) =>
      ofBank.map((branch) => {
        const code = `${bank}0${String(branch).padStart(6, '0')}`
        return { ...emptyRow(code), ...findHolder(code) }
      }),
    )
  },
  names: {
    name: 'in-ifsc-names',
    rails: Object.values(railsOfFlags),
    source: {
      title: 'Names and places of branches by IFSC',
      publisher: 'Reserve Bank of India, as compiled by Razorpay',
      url: 'https://github.com/razorpay/ifsc-api',
      licence: 'MIT (repository); facts of the publisher',
      ...source,
      fields: ['branch name', 'city', 'state', 'rail'],
    },
    read: readNames,
  },
  readBankRails: (path, banks) => readUpiMembers(join(dirname(path), 'patches/banks/upi-enabled-banks.yml'), banks),
}

/** Returns the bank that uses a code, if it is not the bank of the prefix. */
function createHolderFinder(
  banks: readonly BankRecord[],
  users: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): (code: string) => Pick<BranchRow, 'holder' | 'holder_name'> {
  const byPrefix = createCodeFinder(banks, 'in_ifsc')
  // The list of lent codes comes from NPCI, and uses its codes. A few of them are the IFSC prefix of another bank.
  const byNpciCode = createCodeFinder(banks, 'in_npci', true)
  const byName = createNameFinder(banks)
  return (code) => {
    const user = userOf(code, users)
    if (user === undefined) return { holder: '', holder_name: '' }
    const isCode = /^[A-Z]{4}$/.test(user)
    const name = isCode ? names[user] : user
    const holder = (isCode ? (byNpciCode(user) ?? byPrefix(user)) : undefined) ?? (name && byName(name)) ?? ''
    if (holder !== '' && holder === byPrefix(code.slice(0, 4))) return { holder: '', holder_name: '' }
    return { holder, holder_name: holder === '' ? cleanCell(name ?? '') : '' }
  }
}

/**
 * Returns the bank to which a code is lent. The keys of the list are whole codes, or beginnings of codes that have at
 * least one character of the branch.
 */
function userOf(code: string, users: Readonly<Record<string, string>>): string | undefined {
  for (let length = code.length; length > prefixLength; length--) {
    const user = users[code.slice(0, length)]
    if (user !== undefined) return user
  }
  return undefined
}

/** The four letters of the bank and the zero. */
const prefixLength = 5

/** NPCI's list of UPI members: a line "- ABCD" for each bank, with its NPCI code or IFSC prefix. */
function readUpiMembers(path: string, banks: readonly BankRecord[]): RailMembers | undefined {
  if (!existsSync(path)) return undefined
  const byNpciCode = createCodeFinder(banks, 'in_npci', true)
  const byPrefix = createCodeFinder(banks, 'in_ifsc')
  const codes = [...readFileSync(path, 'utf8').matchAll(/^\s*- ([A-Z0-9]{4})\b/gm)].map(([, code = '']) => code)
  if (codes.length === 0) throw new UnusableFile(`${basename(path)} has no codes; fetch it again.`)
  const ids = codes.flatMap((code) => byNpciCode(code) ?? byPrefix(code) ?? [])
  return { rails: ['in_upi'], banks: new Map(ids.map((id) => [id, new Set(['in_upi'])])) }
}

interface Details extends Partial<Record<keyof typeof railsOfFlags, boolean>> {
  IFSC: string
  BRANCH: string | null
  CITY?: string | null
  STATE?: string | null
}

const isDetails = (value: unknown): boolean => {
  const { IFSC, BRANCH } = Object(value) as Partial<Details>
  return isText(IFSC) && (isText(BRANCH) || BRANCH === null)
}

function readNames(folder: string): BranchNames {
  const datesPath = join(folder, 'dates.json')
  const dates = existsSync(datesPath) ? readJsonFile<Record<string, string>>(datesPath, isTableOf(isText)) : {}
  const files = readdirSync(folder).filter((name) => /^[A-Z]{4}\.json$/.test(name))
  return new Map(
    files.flatMap((file) => {
      const asOf = dates[file.slice(0, 4)]
      const ofBank = readJsonFile<Record<string, Details>>(join(folder, file), isTableOf(isDetails))
      return Object.values(ofBank).map((details) => {
        const { IFSC, BRANCH, CITY, STATE } = details
        // For a code that neither list has, the compiler writes a name that ends with IMPS, and the place of the sponsor.
        const isPlaced = !/ IMPS$/.test(BRANCH ?? '')
        const place = isPlaced ? { city: cityName(CITY), region: indianState(STATE ?? '') } : { city: '', region: '' }
        const name = isPlaced ? writtenName(BRANCH) : ''
        return [IFSC, { name, ...place, rails: railsOf(details, isPlaced), asOf }]
      })
    }),
  )
}

/** The lists of NEFT and RTGS say nothing about a code that comes from the list of NACH. */
function railsOf(details: Details, isListed: boolean): Map<string, boolean> {
  const flags = Object.entries(railsOfFlags) as [keyof typeof railsOfFlags, string][]
  const known = flags.filter(([flag]) => isListed || details[flag] === true)
  return new Map(known.map(([flag, rail]) => [rail, details[flag] === true]))
}

/** A few rows have a two-letter code instead of the city. */
function cityName(text: string | null | undefined): string {
  const name = writtenName(text)
  return name.length > 2 ? name : ''
}

const writtenName = (text: string | null | undefined): string => {
  const cleaned = cleanCell(text ?? '')
  return /^n\.?a\.?$/i.test(cleaned) ? '' : inTitleCase(cleaned)
}

/** The states and union territories of India, by the spellings that lists of branches use. */
const states = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
]

/** Misspellings, and the two union territories that were joined in 2020. */
const otherSpellings: Readonly<Record<string, string>> = {
  'andaman and nicobar island': 'Andaman and Nicobar Islands',
  'dadar and nagar haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'dadra and nagar haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'daman and diu': 'Dadra and Nagar Haveli and Daman and Diu',
  'madhy pradesh': 'Madhya Pradesh',
  odhisa: 'Odisha',
  uttarkhand: 'Uttarakhand',
}

const byName = new Map([
  ...states.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(otherSpellings),
])

/** Returns an empty text if the name is not that of a state. */
const indianState = (name: string): string => byName.get(name.trim().toLowerCase()) ?? ''

/** Initialisms with a vowel. A short word without one ("BKC", "NTPC") needs no entry. */
const initialisms = new Set(
  [
    'AFS AIIMS AMU AP APMC ARMB ATM AU BDA BEL BEML BHEL BHU BO CAC CIDCO CISF DAV DBU DDA EBU EC ECCB EDC EPIP FGMO FI GIDA',
    'GIDC HAL HO HUDA IAF ICICI IDBI IDFC IFFCO IFSC IGNOU IIM IIT IMPS INA INS IOB IOC IOCL ISRO IT ITI ITPL JNU KIADB LIC',
    'MIDC MP MSME NEFT NIT NRI OGB ONGC PSU RAB RAC RAPC RBI RBO RIICO RO SAIL SARB SBI SEZ SIDCO SIPCOT SME SSI UCB UCO UIT',
    'UP UPSIDC USA USFB UT VIP YDCC ZO',
  ].flatMap((line) => line.split(' ')),
)

/** Abbreviations without a vowel that are not initialisms. */
const abbreviations = new Set(
  'BK BLDG BNK BR CHK CNTR CTR DR DT HSG JN JT LTD MKT MR MRS MT NGR NR PVT RD SHR SMT SQ ST STN'.split(' '),
)

const smallWords = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'])

/**
 * Writes a name in capitals as people write it: "M G ROAD, PHASE II" as "M G Road, Phase II". Leaves a text alone that has
 * a small letter.
 */
export function inTitleCase(text: string): string {
  if (/\p{Ll}/u.test(text)) return text
  return text
    .replaceAll(/,(?=\p{L})/gu, ', ')
    .replaceAll(/(?<=\d)(?:ST|ND|RD|TH)\b/g, (ending) => ending.toLowerCase())
    .replaceAll(/\p{Lu}+(?:['’]\p{Lu}+)*/gu, (word, at: number) => writtenWord(word, at === 0))
}

function writtenWord(word: string, isFirst: boolean): string {
  const lower = word.toLowerCase()
  if (smallWords.has(lower)) return isFirst ? capitalized(word) : lower
  if (word.length === 1 || initialisms.has(word) || isRomanNumeral(word)) return word
  if (abbreviations.has(word)) return capitalized(word)
  const isInitialism = word.length <= 5 && !/[AEIOUY'’]/.test(word)
  return isInitialism ? word : capitalized(word)
}

const isRomanNumeral = (word: string): boolean => /^X{0,3}(?:IX|IV|V?I{0,3})$/.test(word)

const capitalized = (word: string): string => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`

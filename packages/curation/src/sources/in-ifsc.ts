/**
 * IFSCs of India, as razorpay/ifsc publishes the list of the Reserve Bank: `IFSC.json` has the branches of each bank.
 * `sublet.json` and `custom-sublets.json` beside it have the codes, or beginnings of codes, that a sponsor lends to
 * another bank, with that bank's NPCI code, IFSC prefix or name; `banknames.json` has the names of the codes. Names and
 * places of branches are in the files of razorpay/ifsc-api, `data/<bank>.json`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../../src/directory/records/bank.ts'
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
import { indianState } from './indian-state.ts'
import { inTitleCase } from './title-case.ts'

const isBranchList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((branch) => isText(branch) || Number.isInteger(branch))

/** The flags of a branch in the list of names. Its flag for UPI is that of the sponsor, so it is not used. */
const railsOfFlags = { NEFT: 'in_neft', RTGS: 'in_rtgs', IMPS: 'in_imps' } as const

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
  return { rails: ['in_upi'], banks: new Map(ids.map((id) => [id, new Set(['in_upi'])])), codes: new Map() }
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
  const files = readdirSync(folder).filter((name) => /^[A-Z]{4}\.json$/.test(name))
  return new Map(
    files.flatMap((file) => {
      const ofBank = readJsonFile<Record<string, Details>>(join(folder, file), isTableOf(isDetails))
      return Object.values(ofBank).map((details) => {
        const { IFSC, BRANCH, CITY, STATE } = details

        // For a code that only the list of IMPS has, the compiler writes the place of the sponsor.
        const isPlaced = !/ IMPS$/.test(BRANCH ?? '')
        const place = isPlaced ? { city: cityName(CITY), region: indianState(STATE ?? '') } : { city: '', region: '' }
        return [IFSC, { name: isPlaced ? writtenName(BRANCH) : '', ...place, rails: railsOf(details, isPlaced) }]
      })
    }),
  )
}

/** The lists of NEFT and RTGS say nothing about a code that only the list of IMPS has. */
function railsOf(details: Details, isOnAllLists: boolean): Map<string, boolean> {
  const flags = Object.entries(railsOfFlags) as [keyof typeof railsOfFlags, string][]
  const known = flags.filter(([flag]) => isOnAllLists || flag === 'IMPS' || details[flag] === true)
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

/**
 * IFSCs of India, as razorpay/ifsc publishes the list of the Reserve Bank: `IFSC.json` has the branches of each bank.
 * `sublet.json` and `custom-sublets.json` beside it have the codes, or beginnings of codes, that a sponsor lends to
 * another bank, with that bank's NPCI code, IFSC prefix or name; `banknames.json` has the names of the codes. Names and
 * places of branches are in the files of razorpay/ifsc-api, `data/<bank>.json`.
 */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
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
    source: {
      title: 'Names and places of branches by IFSC',
      publisher: 'Reserve Bank of India, as compiled by Razorpay',
      url: 'https://github.com/razorpay/ifsc-api',
      licence: 'MIT (repository); facts of the publisher',
      ...source,
      fields: ['branch name', 'city', 'state'],
    },
    read: readNames,
  },
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

interface Details {
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
      return Object.values(ofBank).map(({ IFSC, BRANCH, CITY, STATE }) => {
        // For a code that only the list of IMPS has, the compiler writes the place of the sponsor.
        const isPlaced = !/ IMPS$/.test(BRANCH ?? '')
        const place = isPlaced ? { city: cityName(CITY), region: indianState(STATE ?? '') } : { city: '', region: '' }
        return [IFSC, { name: isPlaced ? writtenName(BRANCH) : '', ...place }]
      })
    }),
  )
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

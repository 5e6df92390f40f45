/**
 * BSBs of Australia, as coinjar/bsb publishes AusPayNet's list: `bsb_db.json` has for each BSB the abbreviation of the
 * institution, the branch, its address, city, state, postcode and channels; `bsb_bank_list.json` beside it has the name
 * of the institution for each prefix. A merged or closed branch has the BSB that replaces it in its address.
 */
import { dirname, join } from 'node:path'
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import {
  type BranchFile,
  cleanCell,
  createCodeFinder,
  createNameFinder,
  emptyRow,
  isTableOf,
  isText,
  readJsonFile,
} from './branch-file.ts'

type Entry = [
  institution: string,
  branch: string,
  address: string,
  city: string,
  state: string,
  postcode: string,
  channels: string,
]

/** The channels are P for paper, E for electronic (direct entry) and H for high value, or a space for each missing one. */
const isEntry = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 7 && value.every(isText) && /^[P ][E ][H ]$/.test(value[6] ?? '')

const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']

export const auBsb: BranchFile = {
  name: 'au-bsb',
  form: 'au_bsb',
  files: 'bsb_db.json, with bsb_bank_list.json beside it',
  source: {
    title: 'BSB list',
    publisher: 'AusPayNet, as compiled by coinjar',
    url: 'https://github.com/coinjar/bsb',
    licence: "MIT (repository); AusPayNet's own terms not found",
    redistribution: 'unclear',
    countries: ['AU'],
    fields: ['bsb', 'branch name', 'city', 'state', 'institution', 'successor', 'rail'],
  },
  rails: ['au_de', 'au_hvcs', 'au_paper'],
  rowsMin: 10_000,
  read: (path, banks) => {
    const entries = readJsonFile<Record<string, Entry>>(path, isTableOf(isEntry))
    const listed = readJsonFile<Record<string, string>>(join(dirname(path), 'bsb_bank_list.json'), isTableOf(isText))
    const findHolder = createHolderFinder(banks, listed)
    const successors = new Map(
      Object.entries(entries).flatMap(([code, [, branch, address]]) => {
        const successor = successorIn(branch, address)
        return successor !== undefined && successor !== code && successor in entries ? [[code, successor]] : []
      }),
    )
    return Object.entries(entries).map(([code, [institution, branch, , city, state, , channels]]): BranchRow => {
      return {
        ...emptyRow(code),
        name: isNotice(branch) ? '' : cleanCell(branch),
        city: cleanCell(city),
        region: states.includes(state.trim()) ? state.trim() : '',
        ...findHolder(code, institution),
        successor: lastSuccessor(code, successors),
        rails: channels.replaceAll(' ', '') || '-',
      }
    })
  },
}

/** The list writes the reason instead of the name of a branch that is no longer there. */
const isNotice = (branch: string): boolean => /^(?:merged|closed|relocated)\b|merged$/i.test(branch.trim())

function successorIn(branch: string, address: string): string | undefined {
  if (!isNotice(branch) && !/\brefer (?:to )?bsb\b/i.test(address)) return undefined
  const found = /\b(?:refer|merging|merged)\b\D*(\d{3})[ -]?(\d{3})(?!\d)/i.exec(address)
  return found ? `${found[1]}${found[2]}` : undefined
}

/** Follows the chain of successors to the branch that is still there. A cycle has no such branch. */
function lastSuccessor(code: string, successors: ReadonlyMap<string, string>): string {
  const seen = new Set([code])
  let last = ''
  for (let next = successors.get(code); next !== undefined; next = successors.get(next)) {
    if (seen.has(next)) return ''
    seen.add(next)
    last = next
  }
  return last
}

/**
 * Returns the institution of a BSB if it is not the bank of the prefix: by its abbreviation, otherwise by the name that
 * the list of institutions has for the prefix.
 */
function createHolderFinder(
  banks: readonly BankRecord[],
  listed: Readonly<Record<string, string>>,
): (code: string, institution: string) => Pick<BranchRow, 'holder' | 'holder_name'> {
  const byPrefix = createCodeFinder(banks, 'au_bsb')
  const byAbbreviation = createCodeFinder(banks, 'au_fi')
  const byName = createNameFinder(banks)
  return (code, institution) => {
    const prefixBank = byPrefix(code.slice(0, 3)) ?? byPrefix(code.slice(0, 2))
    const name = listed[code.slice(0, 3)] ?? listed[code.slice(0, 2)]
    const found = byAbbreviation(institution.trim())
    const candidates = found ? [found] : namesIn(name ?? '').flatMap((each) => byName(each) ?? [])
    if (prefixBank !== undefined && candidates.includes(prefixBank)) return { holder: '', holder_name: '' }
    const [holder = ''] = candidates
    return { holder, holder_name: holder === '' ? cleanCell(name ?? institution) : '' }
  }
}

/** "X (a division of Y)" and "X (trading as Y)" are two names. Our data has foreign banks as "X Australia". */
const namesIn = (name: string): string[] => {
  const [, main = '', inner = ''] = /^([^(]*)(?:\((?:a division of|trading as) ([^)]*)\))?/i.exec(name) ?? []
  return [name, main, inner, `${main} Australia`].filter((each) => each.trim() !== '')
}

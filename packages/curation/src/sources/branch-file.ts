/** Types and helpers for the published lists of branch codes. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BranchRow } from '../../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import type { RailMembers } from '../bank-rails.ts'
import type { OfficialFile } from './source-file.ts'

/** Names and places of branches by code. */
export type BranchNames = ReadonlyMap<string, BranchName>

export interface BranchName extends Pick<BranchRow, 'name' | 'city' | 'region'> {
  /** For each rail that the list has for this branch: whether the branch is on it. */
  rails?: ReadonlyMap<string, boolean>
  /** The date of the row, if it comes from an older edition. */
  asOf?: string | undefined
}

export interface BranchFile extends Pick<OfficialFile, 'name' | 'source' | 'rowsMin'> {
  /** The id of the account form that reads the codes. */
  form: string
  /** The names of the files that the command line can name, for the help text. */
  files: string
  /** The rails of the letters that the rows have. A row on none of them has `-`. */
  rails?: readonly string[]
  /** Reads the files and returns their rows in any order. Throws `UnusableFile` if a file is damaged or missing. */
  read(path: string, banks: readonly BankRecord[]): BranchRow[]
  /** Set if names and places come from another list, in a folder that `--names` gives. */
  names?: Pick<OfficialFile, 'name' | 'source'> & {
    /** The rails that the list has for each branch. A bank is on a rail if one of its branches is. */
    rails?: readonly string[]
    read(folder: string): BranchNames
  }
  /** Reads a list of banks on a rail that is among the files. Its source has its own date and stays as it is. */
  readBankRails?(path: string, banks: readonly BankRecord[]): RailMembers | undefined
}

/** Reads a JSON file. `isExpected` tells a file of this list from any other. */
export function readJsonFile<Content>(path: string, isExpected: (content: unknown) => boolean): Content {
  const fail = (reason: string): never => {
    throw new UnusableFile(`${basename(path)} ${reason}; fetch it again.`)
  }
  if (!existsSync(path)) fail('is missing')
  const text = readFileSync(path, 'utf8')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    fail(`is not JSON or was truncated (${(error as Error).message})`)
  }
  if (!isExpected(content)) fail('does not have the expected content')
  return content as Content
}

/** Returns whether the value is an object, not an array, whose values all pass the test. */
export const isTableOf =
  (test: (value: unknown) => boolean) =>
  (content: unknown): boolean =>
    typeof content === 'object' && content !== null && !Array.isArray(content) && Object.values(content).every(test)

export const isText = (value: unknown): value is string => typeof value === 'string'

export const emptyRow = (code: string): BranchRow => ({
  code,
  name: '',
  city: '',
  region: '',
  holder: '',
  holder_name: '',
  successor: '',
  rails: '',
})

/** Removes control characters and extra spaces. */
export const cleanCell = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').replaceAll(/^[\s,;.-]+|[\s,;-]+$/g, '')

/** Finds a bank by a current code of a scheme. `withFormer`: whether a code that is not current counts if no other is. */
export function createCodeFinder(
  banks: readonly BankRecord[],
  scheme: string,
  withFormer = false,
): (value: string) => string | undefined {
  const current = new Map<string, string>()
  const former = new Map<string, string>()
  for (const { id, codes = [] } of banks) {
    for (const code of codes) {
      if (code.scheme === scheme) (code.status === undefined ? current : former).set(code.value, id)
    }
  }
  return (value) => current.get(value) ?? (withFormer ? former.get(value) : undefined)
}

/**
 * Finds a bank by its exact name, legal name or alias, apart from case, punctuation and legal form. Returns undefined if
 * no bank or more than one has the name.
 */
export function createNameFinder(banks: readonly BankRecord[]): (name: string) => string | undefined {
  const ids = new Map<string, Set<string>>()
  for (const { id, name, short_name, legal_name, aliases = [], status } of banks) {
    if (status !== 'active' && status !== 'unverified') continue
    for (const each of [name, legal_name, short_name, ...aliases]) {
      const key = each === undefined ? '' : nameKey(each)
      if (key !== '') ids.set(key, (ids.get(key) ?? new Set()).add(id))
    }
  }
  return (name) => {
    const found = ids.get(nameKey(name))
    return found?.size === 1 ? [...found][0] : undefined
  }
}

const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/\bco[-. ]?op(?:erative)?\b\.?/g, 'cooperative')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(?:limited|ltd|pty|plc|the|corp|corporation|incorporated|inc)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

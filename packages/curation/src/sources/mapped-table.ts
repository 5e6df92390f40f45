/**
 * Reads tables of bank codes from a map of their columns (code, name, BIC and so on), so that they need no reader of
 * their own.
 */
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import { check as checkCode } from '../../../../src/identifiers/bank-code.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { listFile } from './list-file.ts'
import type { NamedRow } from './named-rows.ts'
import type { ColumnOf, FileName } from './official-facts.ts'
import type { Claim, ClaimedCode, OfficialFile } from './source-file.ts'
import {
  bic as checkedBic,
  lei as checkedLei,
  collapseSpaces,
  createUniqueCheck,
  requireMatch,
  withoutEmpty,
} from './source-row-checks.ts'

/** Describes a table. `Column` is the union of the column names in its header. */
interface TableMap<Column extends string> extends Pick<OfficialFile, 'foreignLetters'> {
  /** The number of cells in each row, if it differs from the number in the header. */
  cellsPerRow?: number
  country: string | ((cells: Record<Column, string>) => string)
  /** Checks to apply to every row, even if `skipRow` skips it. */
  checks?: readonly { column: Column; pattern: RegExp; expected: string }[]
  /** Returns true for rows that are not about a bank. */
  skipRow?: (cells: Record<Column, string>) => boolean
  /** Omitted if the list has only BICs. */
  code?: {
    scheme: string | ((cells: Record<Column, string>) => string)
    column: Column
    /** Length to pad codes to with leading zeros, which spreadsheets drop. */
    digits?: number
    /** Whether a code can occur in several rows. */
    repeats?: boolean
    /** Extracts the code from its cell, if the cell contains more than the code. */
    from?: (cell: string) => string
  }
  /**
   * The name is taken from the first of these columns that is not empty, because a list in several languages leaves
   * some empty.
   */
  names: readonly Column[]
  city?: Column
  bic?: { column: Column; none?: RegExp }
  lei?: Column
}

/** Skips empty rows, which many tables have at the end and between sections. */
export function tableFile<Name extends FileName>(name: Name, map: TableMap<ColumnOf<Name>>): OfficialFile {
  const { cellsPerRow, foreignLetters = '' } = map
  const createReader = (schemes: ReadonlyMap<string, Scheme>) => claimReader(map, schemes)
  return { ...listFile(name, createReader, { cellsPerRow, skipsEmptyRows: true }), foreignLetters }
}

function claimReader<Column extends string>(
  { country, checks = [], skipRow, code, names, city, bic, lei }: TableMap<Column>,
  schemes: ReadonlyMap<string, Scheme>,
): (row: NamedRow<Column>) => Claim | null {
  const checkUnique = createUniqueCheck(code?.column ?? '')
  return ({ line, cells }) => {
    for (const { column, pattern, expected } of checks) requireMatch(line, column, cells[column], pattern, expected)
    if (skipRow?.(cells)) return null
    const codes = code ? [codeOf(code, line, cells, schemes)] : []
    for (const { value } of code?.repeats ? [] : codes) checkUnique(line, value)
    const name = names.map((column) => collapseSpaces(cells[column])).find((text) => text !== '') ?? ''
    // Remove the spaces that some publishers put between the parts of a BIC.
    const bicValue = bic ? cells[bic.column].replaceAll(/\s/g, '') : ''
    return {
      line,
      country: typeof country === 'string' ? country : country(cells),
      ...withoutEmpty({
        name: requireMatch(line, names.join(' or '), name, /\p{L}/u, 'a name'),
        city: city && collapseSpaces(cells[city]),
        bic: bic && bicValue && !bic.none?.test(bicValue) ? checkedBic(line, bic.column, bicValue) : undefined,
        lei: lei && cells[lei].trim() && checkedLei(line, lei, cells[lei].trim()),
      }),
      codes,
    }
  }
}

function codeOf<Column extends string>(
  { scheme: schemeOf, column, from = (text) => text, digits = 0 }: NonNullable<TableMap<Column>['code']>,
  line: number,
  cells: Record<Column, string>,
  schemes: ReadonlyMap<string, Scheme>,
): ClaimedCode {
  const id = typeof schemeOf === 'string' ? schemeOf : schemeOf(cells)
  const scheme = schemes.get(id)
  if (!scheme) throw UnusableFile.at(line, `the data folder has no code scheme ${id}; add it to schemes.json`)
  const cell = cells[column].trim()
  const value = from(cell).padStart(cell === '' ? 0 : digits, '0')
  const check = checkCode(value, scheme)
  if (check.passed && check.canonical === value) return { scheme: id, value }
  const why = check.passed ? 'It is not in canonical form.' : check.message
  const found = `${column} is ${JSON.stringify(cells[column])}. ${why}`
  throw UnusableFile.at(
    line,
    `${found} If many rows fail, columns were moved or the file was truncated: fetch it again`,
  )
}

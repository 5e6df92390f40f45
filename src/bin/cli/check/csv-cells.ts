/** Writes the cells of a CSV file, so that a spreadsheet neither splits a cell nor runs it as a formula. */

export function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Puts an apostrophe before a text that a spreadsheet could run as a formula. */
export const escapeFormula = (cell: string): string =>
  formulaStart.test(cell) && !isNumber(cell) && !phoneNumber.test(cell) ? `'${cell}` : cell

/** The characters in https://owasp.org/www-community/attacks/CSV_Injection, with their full-width forms. */
const formulaStart = /^[=@+\t\r\uff1d\uff20\uff0b\uff0d-]/

/**
 * Matches a sign, then digits with separators and a currency sign, then perhaps an exponent or a percent sign. The exponent
 * has to follow a digit: `- e4` refers to the cell E4.
 */
const signedDigits = /^[+-][\d\p{Sc}., '\u00a0\u202f]+(?:(?<=\d)e[+-]?\d+)?%?$/iu

const isNumber = (cell: string): boolean => signedDigits.test(cell) && /\d/.test(cell)

/** Matches a plus sign and 7 to 15 digits, the most that ITU-T E.164 allows, with the separators that people write. */
const phoneNumber = /^\+(?:[ ()./-]*\d){7,15}$/

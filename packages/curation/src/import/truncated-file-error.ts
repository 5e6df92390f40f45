/** The error for a file that is well-formed but has too few rows. */
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'

/** `line` is the line number of the last row. */
export const truncatedFile = (line: number, rows: number, reason: string): UnusableFile =>
  UnusableFile.at(line, `the file ends after ${rows} rows; ${reason}; fetch the complete file again`)

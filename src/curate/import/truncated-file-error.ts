/** The refusal of a file that looks whole, and has fewer rows than it should. */
import { UnusableFile } from '../sources/source-file.ts'

/** `line`: of the last row. */
export const endsEarly = (line: number, rows: number, reason: string): UnusableFile =>
  UnusableFile.at(line, `the rows end here, after ${rows} of them; ${reason}; fetch it again, whole`)

/** The error for a file that cannot be trusted. The message names the line, the problem and the fix. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'

  static at(line: number, reason: string): UnusableFile {
    return new UnusableFile(`line ${line}: ${reason}.`)
  }
}

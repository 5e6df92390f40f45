/** Says where a dataset is broken and why, in words that a contributor can act on. */
export class BrokenDataset extends Error {
  override name = 'BrokenDataset'

  /** `line` is left out where the whole file is meant. */
  constructor({ file, line }: Place, reason: string) {
    super(line === undefined ? `${file}: ${reason}` : `${file}:${line}: ${reason}`)
  }
}

export interface Place {
  file: string
  line?: number
}

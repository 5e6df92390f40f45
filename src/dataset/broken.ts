/** Says where a dataset is broken and why, in words that a contributor can act on. */
export class BrokenDataset extends Error {
  override name = 'BrokenDataset'

  static at({ file, line }: Place, reason: string): BrokenDataset {
    return new BrokenDataset(line === undefined ? `${file}: ${reason}` : `${file}:${line}: ${reason}`)
  }
}

/** `line` is left out where the whole file is meant. */
export interface Place {
  file: string
  line?: number
}

/** A file that the build writes. */
export interface BuiltFile {
  /** Path below the folder of the assets. */
  name: string
  content: string | Buffer
}

/**
 * The banks in one country, numbered in order of id. In arrays called `…Starts` and `…Ends`, entry `i` is the offset at
 * which bank `i` starts or ends.
 */
export interface PackedBanks {
  /**
   * The default list of the country as the API returns it, and after it the banks that are not in that list. So the
   * list is a slice of this buffer, and so is each bank, as a JSON object.
   */
  rows: Uint8Array<ArrayBuffer>
  rowStarts: Uint32Array<ArrayBuffer>
  rowEnds: Uint32Array<ArrayBuffer>
  /** The length of the default list in `rows`. */
  listBytes: number
  /** The records as written in the data file, separated by line feeds. */
  records: Uint8Array<ArrayBuffer>
  recordEnds: Uint32Array<ArrayBuffer>
  /** Indexes into `bankStatuses` and `bankTypes`. */
  statuses: Uint8Array<ArrayBuffer>
  types: Uint8Array<ArrayBuffer>
  /** The sets of codes that banks have: `code`, `bic` and the schemes of current codes, separated by spaces. */
  codeSets: string[]
  /** Indexed by bank: an index into `codeSets`. */
  codeSetNumbers: Uint16Array<ArrayBuffer>
}

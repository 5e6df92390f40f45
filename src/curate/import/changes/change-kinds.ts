/** What an import does to a bank, or leaves to a person, as one line of its summary. */

/** In the order in which they are shown. */
export const changeKinds = ['added', 'renamed', 'merged', 'moved', 'gone', 'filled', 'changed', 'doubtful'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const meaningOf: Record<ChangeKind, string> = {
  added: 'Banks that are new to us',
  renamed: 'Banks that have another name',
  merged: 'Banks that became part of another',
  moved: 'Codes that another bank has now',
  gone: 'Codes that are no longer given out',
  filled: 'Gaps that were filled',
  changed: 'Facts that are others now',
  doubtful: 'Left to you: nothing was changed',
}

export interface Change {
  kind: ChangeKind
  bank: string
  /** Of the file, where one row says it. */
  line?: number
  text: string
}

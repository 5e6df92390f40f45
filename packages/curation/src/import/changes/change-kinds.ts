/** The kinds of changes that an import makes or leaves for a person to decide, and their headings in the summary. */

/** All kinds, in display order. */
export const changeKinds = ['added', 'renamed', 'merged', 'moved', 'gone', 'filled', 'changed', 'doubtful'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const headingOf: Record<ChangeKind, string> = {
  added: 'New banks',
  renamed: 'Renamed banks',
  merged: 'Merged banks',
  moved: 'Codes that moved to another bank',
  gone: 'Codes that are no longer assigned',
  filled: 'Added facts',
  changed: 'Changed facts',
  doubtful: 'For you to decide (not changed)',
}

export interface Change {
  kind: ChangeKind
  bank: string
  /** The line in the file, if the change comes from one row. */
  line?: number
  text: string
}

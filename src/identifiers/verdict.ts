/** What a check says of an identifier: a value with a reason, because an invalid identifier is an answer. */
export type Verdict =
  | { verdict: 'accepted'; canonical: string }
  | { verdict: 'refused'; reason: Reason; message: string }

export type Reason = 'format' | 'checksum' | 'unassigned'

export const accepted = (canonical: string): Verdict => ({ verdict: 'accepted', canonical })

export const refused = (reason: Reason, message: string): Verdict => ({ verdict: 'refused', reason, message })

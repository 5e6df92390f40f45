/** What a check says of an identifier: a value with a reason, because an invalid identifier is an answer. */
export type Verdict = Accepted | NotChecked | Refused

/** Every public rule was applied and holds. That the identifier exists is another question. */
export interface Accepted {
  verdict: 'accepted'
  canonical: string
}

/** Only the shape is known to be right: no public rule could tell more. */
export interface NotChecked {
  verdict: 'not_checked'
  canonical: string
  reason: Reason
  message: string
}

/** A rule failed. Only certain rules refuse, because a wrong "no" is worse than a wrong "yes". */
export interface Refused extends Fault {
  verdict: 'refused'
  /** The input without what people write between its characters. */
  canonical: string
  /** What was probably meant, where one small slip explains the fault. */
  suggestion: string | null
}

/** What is wrong, for machines and in one sentence for people, and where if that is known. */
export interface Fault {
  reason: Reason
  message: string
  at: Span | null
}

/** First and one past the last character of `canonical` that is wrong. */
export type Span = readonly [number, number]

/** Why something is not accepted. Clients may rely on these. */
export const reasons = [
  /** It has too few or too many characters. */
  'length',
  /** A character stands where it cannot. */
  'format',
  /** It names a country that does not exist. */
  'country',
  /** Its check digits do not fit the rest. */
  'checksum',
  /** The IBAN's check digits fit, those of the country inside it do not. */
  'national_checksum',
  /** It is in a range that is given to nobody. */
  'unassigned',
  /** Nobody publishes a rule for it. */
  'no_rule',
  /** There is a rule, which needs the institution as well. */
  'no_institution',
] as const

export type Reason = (typeof reasons)[number]

/** An identifier taken apart: the name of each part and its characters. */
export type Parts = Readonly<Record<string, string>>

export const accepted = (canonical: string): Accepted => ({ verdict: 'accepted', canonical })

export const notChecked = (canonical: string, reason: Reason, message: string): NotChecked => ({
  verdict: 'not_checked',
  canonical,
  reason,
  message,
})

export const refused = (
  canonical: string,
  { reason, message, at }: Fault,
  suggestion: string | null = null,
): Refused => ({ verdict: 'refused', canonical, reason, message, at, suggestion })

/** How most identifiers come to their verdict: refused for a fault, with what was meant, or else as the caller says. */
import { mend, type Slip } from './mend.ts'
import { type Fault, refused, type Verdict } from './verdict.ts'

/** `isKnown`: what of all that has no fault may be suggested. */
export function judge(
  text: string,
  faultOf: (text: string) => Fault | null,
  slips: readonly Slip[],
  otherwise: (text: string) => Verdict,
  isKnown: (text: string) => boolean = () => true,
): Verdict {
  const fault = faultOf(text)
  if (!fault) return otherwise(text)
  return refused(
    text,
    fault,
    mend(text, fault, slips, (candidate) => faultOf(candidate) === null && isKnown(candidate)),
  )
}

/** All kinds of payment references, and the functions that read and check one. */
import { checkWithSuggestion } from '../suggest.ts'
import type { Check } from '../verdict.ts'
import { beOgm } from './be-ogm.ts'
import { chQr } from './ch-qr.ts'
import { ee, fi } from './fi-ee.ts'
import { iso11649 } from './iso11649.ts'
import { noKid } from './no-kid.ts'
import type { ReferenceRule } from './reference-rule.ts'
import { hr, si } from './si-hr.ts'

export const referenceRules: readonly ReferenceRule[] = [iso11649, chQr, beOgm, fi, ee, noKid, si, hr]

export const check = (canonical: string, { checks, faultOf, typos }: ReferenceRule): Check =>
  checkWithSuggestion(canonical, { checks, faultOf, typos })

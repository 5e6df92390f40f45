/** All lint rules. Rules that find invalid data come first, and rules that find doubtful data come last. */
import type { Rule } from './rule.ts'
import { accountForms } from './rules/account-forms.ts'
import { accountRequirements } from './rules/account-requirements.ts'
import { aliases } from './rules/aliases.ts'
import { bicCountry } from './rules/bic-country.ts'
import { bicLetters } from './rules/bic-letters.ts'
import { bics } from './rules/bics.ts'
import { branchLists } from './rules/branch-lists.ts'
import { checkDigits } from './rules/check-digits.ts'
import { clearingSystems } from './rules/clearing-systems.ts'
import { codePattern } from './rules/code-pattern.ts'
import { codeRanges } from './rules/code-ranges.ts'
import { confidence } from './rules/confidence.ts'
import { corrections } from './rules/corrections.ts'
import { country } from './rules/country.ts'
import { ecbBics } from './rules/ecb-bics.ts'
import { form } from './rules/form.ts'
import { formerBrands } from './rules/former-brands.ts'
import { formerCodes } from './rules/former-codes.ts'
import { inForce } from './rules/in-force.ts'
import { intentWords } from './rules/intent-words.ts'
import { legalForm } from './rules/legal-form.ts'
import { lostLetters } from './rules/lost-letters.ts'
import { mainCode } from './rules/main-code.ts'
import { movedCodes } from './rules/moved-codes.ts'
import { names } from './rules/names.ts'
import { nestedCodes } from './rules/nested-codes.ts'
import { notes } from './rules/notes.ts'
import { openBanks } from './rules/open-banks.ts'
import { order } from './rules/order.ts'
import { paymentMethods } from './rules/payment-methods.ts'
import { rails } from './rules/rails.ts'
import { ranks } from './rules/ranks.ts'
import { reach } from './rules/reach.ts'
import { readable } from './rules/readable.ts'
import { sameName } from './rules/same-name.ts'
import { sameUssd } from './rules/same-ussd.ts'
import { sameWebsite } from './rules/same-website.ts'
import { schemeUse } from './rules/scheme-use.ts'
import { seat } from './rules/seat.ts'
import { settlementBics } from './rules/settlement-bics.ts'
import { sharedBics } from './rules/shared-bics.ts'
import { sharedCodes } from './rules/shared-codes.ts'
import { sharedLeis } from './rules/shared-leis.ts'
import { shortForms } from './rules/short-forms.ts'
import { shortLabels } from './rules/short-labels.ts'
import { sourceDates } from './rules/source-dates.ts'
import { sourceUse } from './rules/source-use.ts'
import { splitRecords } from './rules/split-records.ts'
import { status } from './rules/status.ts'
import { successor } from './rules/successor.ts'
import { website } from './rules/website.ts'

export const rules: readonly Rule[] = [
  readable,
  form,
  order,
  country,
  codePattern,
  codeRanges,
  accountForms,
  branchLists,
  clearingSystems,
  accountRequirements,
  paymentMethods,
  checkDigits,
  bics,
  bicCountry,
  bicLetters,
  settlementBics,
  ecbBics,
  nestedCodes,
  sharedCodes,
  mainCode,
  sharedBics,
  sharedLeis,
  sameName,
  splitRecords,
  sameWebsite,
  sameUssd,
  status,
  openBanks,
  inForce,
  successor,
  formerCodes,
  movedCodes,
  names,
  legalForm,
  shortForms,
  lostLetters,
  formerBrands,
  aliases,
  seat,
  website,
  sourceUse,
  sourceDates,
  schemeUse,
  shortLabels,
  corrections,
  confidence,
  reach,
  rails,
  ranks,
  intentWords,
  notes,
]

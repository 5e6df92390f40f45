/** Applies the check of a field to the examples of its method, so that no form shows an example that it would reject. */

import type { AccountField, PaymentMethod } from '../../../../src/directory/records/account-requirements-record.ts'
import { type CodeRange, createCodeRanges } from '../../../../src/directory/records/code-range.ts'
import * as aba from '../../../../src/identifiers/aba.ts'
import * as cbu from '../../../../src/identifiers/cbu.ts'
import * as clabe from '../../../../src/identifiers/clabe.ts'
import * as gbAccount from '../../../../src/identifiers/gb-account.ts'
import * as iban from '../../../../src/identifiers/iban.ts'
import { formatOfIban } from '../../../../src/identifiers/iban-country.ts'
import * as nuban from '../../../../src/identifiers/nuban.ts'
import { wrongRibKey } from '../../../../src/identifiers/rib-key.ts'
import * as seAccount from '../../../../src/identifiers/se-account.ts'

interface Examples {
  /** The example of the field that has the check. */
  own: string
  /** The examples of all fields of the method, by key. */
  all: Readonly<Record<string, string>>
  /** Upper-case code of the country. */
  country: string
  codeRanges: readonly CodeRange[]
}

type RuleName = NonNullable<AccountField['check']>

const rules: Record<RuleName, (examples: Examples) => boolean> = {
  cbu: ({ own }) => cbu.wrongCheckDigit(own) === null,
  clabe: ({ own }) => clabe.wrongCheckDigit(own) === null,
  gb_modulus: ({ own, all }) => isChecked(gbAccount.checkPair(all.sort_code ?? '', own)),
  iban: ({ own }) => iban.isValid(own),
  // The check digits are those inside the IBAN, so the example has to be a part of the IBAN example of the country.
  national_check: ({ own, country }) => formatOfIban(country)?.example.includes(own) ?? false,
  nuban: ({ own, all }) => isChecked(nuban.check(own, all.bank)),
  rib: ({ own }) => wrongRibKey(own) === null,
  se_account: ({ own, all, codeRanges }) => {
    const ranges = createCodeRanges(codeRanges)
    return isChecked(
      seAccount.checkPair(all.clearing_number ?? '', own, (clearing) => ranges.find('se_clearing', clearing)?.account),
    )
  },
  us_aba: ({ own }) => aba.check(own).passed,
}

const isChecked = ({ passed, accountChecked }: { passed: boolean; accountChecked: boolean | null }): boolean =>
  passed && accountChecked === true

/** Returns the key of the first field whose example fails its check, or undefined. */
export function failedExample(
  { fields }: PaymentMethod,
  country: string,
  codeRanges: readonly CodeRange[],
): string | undefined {
  const all = Object.fromEntries(fields.map(({ key, example }) => [key, example]))
  return fields.find(
    ({ check, example }) => check !== null && !rules[check]({ own: example, all, country, codeRanges }),
  )?.key
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as aba from './aba.ts'
import * as accountForm from './account-form.ts'
import * as accountNumber from './account-number.ts'
import * as bankCode from './bank-code.ts'
import * as bic from './bic.ts'
import * as caCheque from './ca-cheque.ts'
import * as caEft from './ca-eft.ts'
import * as cbu from './cbu.ts'
import * as clabe from './clabe.ts'
import * as gbAccount from './gb-account.ts'
import * as iban from './iban.ts'
import * as lei from './lei.ts'
import * as nuban from './nuban.ts'
import * as seAccount from './se-account.ts'
import * as seClearing from './se-clearing.ts'
import * as sortCode from './sort-code.ts'
import * as unregisteredIban from './unregistered-iban.ts'
import type { Check } from './verdict.ts'

const ghana = { name: 'Ghana', pattern: '^\\d{10,16}$' }
const branchCode = { label: 'Universal branch code', country: 'ZA', pattern: '^\\d{6}$' }

const digits = { bank_code: '\\d{3}', account: '\\d{14}', check_digit: '\\d' }
const clabeForm: accountForm.AccountForm = { label: 'CLABE', parts: digits, check: 'clabe' }
const cbuForm: accountForm.AccountForm = { label: 'CBU', parts: { ...digits, account: '\\d{18}' }, check: 'cbu' }
const rib: accountForm.AccountForm = {
  label: 'RIB',
  parts: { bank_code: '[A-Z0-9]{2}\\d{3}', account: '[A-Z0-9]{6,17}', national_check: '\\d{2}' },
  check: 'rib',
}

const typeOne: seAccount.FormatLookup = () => ({ type: 1, comment: 1, digits: [7, 7] })
const swedbank: seAccount.FormatLookup = () => ({ type: 2, comment: 3, digits: [7, 10] })

const identifiers = {
  aba,
  bic,
  caCheque,
  caEft,
  cbu: { ...cbu, parts: (canonical: string) => cbu.parts(canonical) as Record<string, string> },
  clabe,
  gbAccount,
  iban,
  lei,
  nuban,
  seAccount: { ...seAccount, check: (input: string) => seAccount.check(input, typeOne) },
  seClearing,
  sortCode,
  accountForm: {
    ...accountForm,
    check: (input: string) => accountForm.check(input, rib),
    parts: (canonical: string) => accountForm.parts(canonical, rib) as Record<string, string>,
  },
  unregisteredIban: {
    ...unregisteredIban,
    check: (input: string) => unregisteredIban.check(input, rib),
    parts: (canonical: string) => unregisteredIban.parts(canonical, rib) as Record<string, string>,
  },
  accountNumber: {
    ...accountNumber,
    check: (input: string) => accountNumber.check(input, ghana),
    parts: (canonical: string) => ({ account: accountNumber.parts(canonical, 'GH').account as string }),
  },
  bankCode: {
    ...bankCode,
    check: (input: string) => bankCode.check(input, branchCode),
    parts: (canonical: string) => ({ code: bankCode.parts(canonical, branchCode).code as string }),
  },
}
const formChecks = Object.fromEntries(
  [clabeForm, cbuForm, rib].map((form) => [form.label, (input: string) => accountForm.check(input, form)]),
)
const checks: Record<string, (input: string) => Check> = {
  ...Object.fromEntries(Object.entries(identifiers).map(([name, { check }]) => [name, (input) => check(input)])),
  ...formChecks,
  'nuban of an institution': (input) => nuban.check(input, '058'),
  'nuban of anything': (input) => nuban.check('0000014579', input),
  'account at Swedbank': (input) => seAccount.check(input, swedbank),
  'separate clearing number and account': (input) => seAccount.checkPair(input.slice(0, 4), input.slice(4), typeOne),
  'separate sort code and account': (input) => gbAccount.checkPair(input.slice(0, 6), input.slice(6)),
}

/** Random text, and near misses: characters of identifiers and their lookalikes, at the usual lengths. */
const inputs = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.stringMatching(/^[0-9OIlSBZG .-]{5,20}$/),
  fc.stringMatching(/^[A-Z0-9]{2}\d{2}[A-Z0-9]{11,30}$/),
  fc
    .tuple(fc.constantFrom('DE', 'FR', 'GB', 'IT', 'MT', 'NO', 'QQ', '1T'), fc.stringMatching(/^[0-9OIBS]{13,29}$/))
    .map(([country, rest]) => country + rest),
)

for (const [name, check] of Object.entries(checks)) {
  test(`${name}: no input crashes it; a failure has a message, a position in the text and a valid suggestion`, () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const result = check(input)
        assert.ok(result.canonical.length <= 64)
        if (result.passed) return
        const { at, suggestion, canonical, message, checks: applied } = result
        assert.match(message, /^\S.*\.$/s)
        assert.ok(applied.length > 0)
        if (at) assert.ok(at[0] >= 0 && at[0] < at[1] && at[1] <= canonical.length)
        if (suggestion !== null) assert.ok(check(suggestion).passed, suggestion)
      }),
    )
  })
}

for (const [name, { compact, format, parts, check }] of Object.entries(identifiers)) {
  test(`${name}: compact undoes format, and parts never crashes`, () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const compacted = compact(input)
        // Longer texts are cut, so an added hyphen can push a character out.
        if (compacted.length < 60) assert.equal(compact(format(compacted)), compacted)
        assert.equal(compact(compacted), compacted)
        for (const part of Object.values(parts(compacted))) assert.ok(compacted.includes(part))
      }),
    )
  })

  test(`${name}: a megabyte of text is cut to 64 characters`, () => {
    for (const unit of ['1', ' ', 'a', '-1', 'IBAN', '😀']) {
      assert.ok(check(unit.repeat(1_000_000)).canonical.length <= 64)
    }
  })
}

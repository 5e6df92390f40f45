/** The account requirements in the shipped data: their examples, patterns and JSON Schemas. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { AccountField, PaymentMethod } from '../../src/directory/records/account-requirements-record.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { formatOfIban, registrySource } from '../../src/identifiers/iban-country.ts'
import { shippedDirectory } from '../support/services/service.ts'

const directory = shippedDirectory()
const byCountry = new Map(directory.countries.map((country) => [country.code, directory.listPaymentMethods(country)]))
const methods = [...byCountry.values()].flat()

const examplesOf = ({ fields }: PaymentMethod): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, example }) => [key, example]))

const fieldsOf = (id: string): readonly AccountField[] =>
  methods.find((method) => method.id === id)?.fields ?? assert.fail(`there is no ${id}`)

const keysOf = (id: string): string[] => fieldsOf(id).map(({ key }) => key)

test('every country has a method, ids are unique and start with the country code', () => {
  assert.equal(byCountry.size, 145)
  for (const [code, list] of byCountry) {
    assert.ok(list.length > 0, `${code} has no method`)
    for (const { id } of list) assert.ok(id.startsWith(`${code.toLowerCase()}_`), id)
  }
  assert.equal(new Set(methods.map(({ id }) => id)).size, methods.length)
})

// One validator for all methods: each compiles the schema of schemas.
const ajv = new Ajv2020({ strict: true, allErrors: true })

for (const method of methods) {
  test(`${method.id}: the JSON Schema accepts the examples and rejects faults`, () => {
    const validate = ajv.compile(method.schema)
    const examples = examplesOf(method)
    assert.ok(validate(examples), JSON.stringify(validate.errors))
    assert.ok(!validate({ ...examples, other: 'x' }), 'an unknown field is accepted')
    for (const { key, required, type, pattern, max_length } of method.fields) {
      const { [key]: _, ...rest } = examples
      assert.equal(validate(rest), !required, `${key} is missing`)
      assert.ok(!validate({ ...examples, [key]: '' }), `${key} is empty`)
      assert.ok(!validate({ ...examples, [key]: '?' }), `${key} is a question mark`)
      if (type !== 'select') assert.notEqual(pattern, null, `${key} has no pattern`)
      if (max_length !== null) assert.ok(!validate({ ...examples, [key]: '0'.repeat(max_length + 1) }), key)
    }
  })

  test(`${method.id}: labels, hints and groups can be shown in a form`, () => {
    for (const { label, hint, group, example, input_mode, pattern } of method.fields) {
      assert.match(label, /^\p{Lu}/u)
      assert.match(hint, /^[\p{Lu}\d].*\.$/u)
      if (group) assert.ok(group.sizes.slice(0, -1).reduce((sum, size) => sum + size, 0) < example.length)
      if (input_mode === 'numeric' && !pattern?.includes('-')) assert.match(example, /^\d+$/)
    }
  })
}

test('the keypad of a field has every character that its pattern allows', () => {
  for (const { id, fields } of methods) {
    for (const { key, type, pattern, input_mode } of fields) {
      if (type === 'bank' || pattern === null) continue
      const hasLetters = /[A-Z]/.test(pattern)
      if (hasLetters) assert.equal(input_mode, 'text', `${id} ${key}`)
    }
  }
})

const countriesWithUsualMethod = ['BR', 'DO', 'GB', 'GT', 'HN', 'NI', 'SV']

test('countries with IBANs offer the IBAN first, except where another method is usual', () => {
  for (const { code, iban } of directory.countries.filter((country) => country.iban)) {
    assert.ok(iban)
    const [first] = byCountry.get(code) ?? []
    const usual = code === 'GB' ? 'gb_sort_code' : `${code.toLowerCase()}_account`
    const expected = countriesWithUsualMethod.includes(code) ? usual : `${code.toLowerCase()}_iban`
    assert.equal(first?.id, expected)
    assert.ok(byCountry.get(code)?.some(({ id }) => id === `${code.toLowerCase()}_iban`))
  }
})

test('the examples of domestic fields are parts of the IBAN example, so they pass the same check', () => {
  const domestic = methods.filter(({ source, id }) => source === registrySource && !id.endsWith('_iban'))
  assert.ok(domestic.length > 20)
  for (const { id, fields } of domestic) {
    const example = formatOfIban(id.slice(0, 2).toUpperCase())?.example ?? ''
    for (const field of fields) assert.ok(example.includes(field.example), `${id} ${field.key}: ${example}`)
  }
})

test('forms of well-known countries have the usual fields', () => {
  assert.deepEqual(keysOf('us_ach'), ['routing_number', 'account_number', 'account_type'])
  assert.deepEqual(keysOf('ca_eft'), ['institution_number', 'transit_number', 'account_number'])
  assert.deepEqual(keysOf('ng_nuban'), ['bank', 'account_number'])
  assert.deepEqual(keysOf('gb_sort_code'), ['sort_code', 'account_number'])
  assert.deepEqual(keysOf('in_ifsc'), ['ifsc', 'account_number'])
  assert.deepEqual(keysOf('br_account'), ['bank', 'branch_code', 'account_number', 'account_type'])
  assert.deepEqual(keysOf('eu_iban'), ['iban'])
  assert.deepEqual(keysOf('za_account'), ['bank', 'account_number'])
})

test('wallets have an operator from the directory and a phone number', () => {
  const wallets = methods.filter(({ kind }) => kind === 'mobile_money')
  const countries = wallets.map(({ id }) => id.slice(0, 2).toUpperCase())
  for (const code of ['GH', 'TZ', 'UG', 'KE', 'RW', 'ZM', 'CI', 'SN', 'CM', 'BD'])
    assert.ok(countries.includes(code), code)
  for (const [at, { id }] of wallets.entries()) {
    assert.deepEqual(keysOf(id), ['operator', 'phone_number'])
    const country = directory.findCountry(countries[at] ?? '') ?? assert.fail()
    assert.ok(runToEnd(directory.listBanks(country, { status: 'active', types: ['mobile_money'] })).count > 0, id)
  }
})

test('a phone number is accepted in local and in international notation', () => {
  const phone = new RegExp(fieldsOf('gh_mobile_money')[1]?.pattern ?? '')
  for (const number of ['0231234567', '231234567', '233231234567']) assert.match(number, phone)
  for (const number of ['23123456', '0331234567', '234231234567']) assert.doesNotMatch(number, phone)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { postJson, shippedDirectory, startService } from '../../../test/support/services/service.ts'
import { type Descriptor, descriptorSchema } from '../snapshot/service-descriptor.ts'

test('the root describes the service, and all its links work', async (t) => {
  const { url } = await startService(t)
  const response = await fetch(`${url}/`)
  const descriptor = (await response.json()) as Descriptor
  assertFits(descriptorSchema, descriptor)
  assert.equal(descriptor.version, '1.0')
  assert.equal(descriptor.revision, shippedDirectory().revision)
  const {
    banks,
    search,
    branches,
    resolve,
    accounts_check: check,
    account_requirements: requirements,
    changes,
    ...links
  } = descriptor.links
  const withQuery = [
    `${banks}?country=ng`,
    `${requirements}?country=ng`,
    `${search}?q=access`,
    `${branches}?bank=jp-mizuho-bank`,
    `${changes}?since=${descriptor.revision}`,
  ]
  for (const link of [...withQuery, ...Object.values(links)]) {
    assert.equal((await fetch(new URL(link, response.url))).status, 200, link)
  }
  assert.equal((await postJson(String(new URL(resolve, response.url)), '{"identifier":"058"}')).status, 200)
  const account = { country: 'de', method: 'de_iban', fields: { iban: 'DE89370400440532013000' } }
  assert.equal((await postJson(String(new URL(check, response.url)), JSON.stringify(account))).status, 200)
})

test('with a configured base URL, links are absolute', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example.com/api' })
  const { links } = (await (await fetch(url)).json()) as Descriptor
  assert.equal(links.banks, 'https://banks.example.com/api/v1/banks')
})

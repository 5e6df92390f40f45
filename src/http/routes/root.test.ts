import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { postJson, shippedDirectory, startService } from '../../../test/support/services/service.ts'
import { type Descriptor, descriptorSchema } from '../snapshot/service-descriptor.ts'

test('the root says what this is, and each of its links leads somewhere', async (t) => {
  const { url } = await startService(t)
  const answer = await fetch(`${url}/`)
  const descriptor = (await answer.json()) as Descriptor
  assertFits(descriptorSchema, descriptor)
  assert.equal(descriptor.version, '1.0')
  assert.equal(descriptor.revision, shippedDirectory().revision)
  const { banks, search, resolve, changes, ...links } = descriptor.links
  const asked = [`${banks}?country=ng`, `${search}?q=access`, `${changes}?since=${descriptor.revision}`]
  for (const link of [...asked, ...Object.values(links)]) {
    assert.equal((await fetch(new URL(link, answer.url))).status, 200, link)
  }
  assert.equal((await postJson(String(new URL(resolve, answer.url)), '{"identifier":"058"}')).status, 200)
})

test('with a published base address, links are absolute', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example.com/api' })
  const { links } = (await (await fetch(url)).json()) as Descriptor
  assert.equal(links.banks, 'https://banks.example.com/api/v1/banks')
})

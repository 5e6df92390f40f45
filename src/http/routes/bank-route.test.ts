import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { startService } from '../../../test/support/services/service.ts'
import { type BankDetail, bankDetailSchema } from '../../directory/records/bank-record.ts'

test('a bank has every code with label, date and source, and its sources in full', async (t) => {
  const { url } = await startService(t)
  const bank = (await (await fetch(`${url}/v1/banks/ng-access-bank`)).json()) as BankDetail
  assertFits(bankDetailSchema, bank)
  const code = bank.code_details.find(({ scheme }) => scheme === 'ng_cbn')
  assert.equal(code?.value, '044')
  assert.equal(code?.label, 'CBN bank code')
  assert.match(code?.as_of ?? '', /^\d{4}/)
  assert.ok(bank.sources.some(({ id }) => id === code?.source))
})

test('each BIC of a bank has the list that it comes from, or null if that is not recorded', async (t) => {
  const { url } = await startService(t)
  const bank = (await (await fetch(`${url}/v1/banks/de-aareal-bank`)).json()) as BankDetail
  assertFits(bankDetailSchema, bank)
  assert.deepEqual(
    bank.bic_details.map(({ bic }) => bic),
    [bank.bic, ...bank.other_bics],
  )
  for (const { source, as_of } of bank.bic_details) {
    assert.equal(source === null, as_of === null)
    assert.ok(source === null || bank.sources.some(({ id }) => id === source))
  }
})

test('a merged bank is returned with its former codes and its open successor', async (t) => {
  const { url } = await startService(t)
  const merged = (await (await fetch(`${url}/v1/banks?country=gh&status=merged`)).json()) as { banks: BankDetail[] }
  const details = await Promise.all(
    merged.banks.map(async ({ id }) => (await (await fetch(`${url}/v1/banks/${id}`)).json()) as BankDetail),
  )
  const withSuccessor = details.find(({ successor, code_details }) => successor && code_details.length > 0)
  assert.ok(withSuccessor)
  assert.ok(withSuccessor.code_details.every(({ status }) => status !== 'current'))
  assert.deepEqual(withSuccessor.codes, {})
  const successor = (await (await fetch(`${url}/v1/banks/${withSuccessor.successor}`)).json()) as BankDetail
  assert.equal(successor.status, 'active')
})

test('the longest id works, and so does a trailing slash', async (t) => {
  const { url } = await startService(t)
  const list = (await (await fetch(`${url}/v1/banks?country=eu&status=any`)).json()) as { banks: BankDetail[] }
  const [longest] = list.banks.toSorted((a, b) => b.id.length - a.id.length)
  assert.ok((longest?.id.length ?? 0) > 100)
  for (const slash of ['', '/']) {
    const response = await fetch(`${url}/v1/banks/${longest?.id}${slash}`)
    assert.equal(((await response.json()) as BankDetail).id, longest?.id)
  }
})

test('the first and the last bank of a country are found; unknown ids around them get 404', async (t) => {
  const { url } = await startService(t)
  const { banks } = (await (await fetch(`${url}/v1/banks?country=gh&status=any`)).json()) as { banks: BankDetail[] }
  for (const id of [banks[0]?.id, banks.at(-1)?.id]) assert.equal((await fetch(`${url}/v1/banks/${id}`)).status, 200)
  for (const id of ['gh-', 'gh-m', 'gh-zzz', 'xx-bank', 'constructor', '%F0%9F%8F%A6', 'x'.repeat(250)]) {
    const response = await fetch(`${url}/v1/banks/${id}`)
    assert.equal(response.status, 404)
    assert.equal(response.headers.get('error-code'), 'bank_unknown')
    assert.match(await response.text(), /Unknown bank/)
  }
})

test('a bank supports If-None-Match and compression', async (t) => {
  const { url } = await startService(t)
  const first = await fetch(`${url}/v1/banks/dk-danske-bank`, { headers: { 'Accept-Encoding': 'gzip' } })
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  const etag = first.headers.get('etag') ?? ''
  await first.arrayBuffer()
  const again = await fetch(`${url}/v1/banks/dk-danske-bank`, { headers: { 'If-None-Match': etag } })
  assert.equal(again.status, 304)
})

test('an unknown parameter gets 400', async (t) => {
  const { url } = await startService(t)
  const response = await fetch(`${url}/v1/banks/ng-gtbank?full=1`)
  assert.equal(response.status, 400)
  assert.equal(response.headers.get('error-code'), 'parameter_unknown')
})

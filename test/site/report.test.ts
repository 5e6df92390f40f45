/** The form that reports an error, without script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unescapeText } from '../../src/site/html.ts'
import { type Service, startService } from '../support/services/service.ts'

const browser = { Accept: 'text/html,application/xhtml+xml' }

const open = async ({ url }: Service, path: string, answers?: Record<string, string>) => {
  const body = answers && { method: 'POST', body: new URLSearchParams(answers) }
  const response = await fetch(`${url}${path}`, { headers: browser, redirect: 'manual', ...body })
  return { response, text: await response.text() }
}

const reportIn = (text: string): string =>
  unescapeText(/<pre class="report-text"[^>]*>([\s\S]*?)<\/pre>/.exec(text)?.[1] ?? '')

test('the card of a bank leads to a report with its codes, their kinds, sources and dates', async (t) => {
  const service = await startService(t)
  const card = await open(service, '/banks/ng-zenith-bank')
  assert.match(card.text, /href="\/report\?bank=ng-zenith-bank"/)
  const { response, text } = await open(service, '/report?bank=ng-zenith-bank')
  assert.equal(response.status, 200)
  const report = reportIn(text)
  assert.match(report, /^Wrong data: Zenith Bank \(ng-zenith-bank\)/)
  assert.match(report, /^NIP institution code 000015 – .+, \d+ \w+ \d{4}$/m)
  assert.match(report, /^CBN bank code 057 – /m)
  assert.match(report, /^BIC ZEIBNGLA – /m)
  assert.match(report, /^Status: Open$/m)
  assert.match(text, /operator of this service/)
  assert.match(text, /<meta name="robots" content="noindex">/)
})

test('a bank with hundreds of codes has a few of each kind in the report', async (t) => {
  const report = reportIn((await open(await startService(t), '/report?bank=de-commerzbank')).text)
  assert.equal(report.match(/^Bankleitzahl \d{8} – /gm)?.length, 5)
  assert.match(report, /^Bankleitzahl: \d{3} more$/m)
  assert.match(report, /^BIC COBADEFF/m)
})

test('what a person types is sent by POST, shown in the text, and stored nowhere', async (t) => {
  const service = await startService(t)
  const answers = { right: 'It is 000099.\r\n<b>', proof: 'https://a.example/list' }
  const { response, text } = await open(service, '/report?bank=ng-zenith-bank', answers)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(reportIn(text), /What is right:\nIt is 000099\.\n<b>\n\nProof:\nhttps:\/\/a\.example\/list\n/)
  assert.match(text, /<textarea[^>]*>It is 000099\.\n&lt;b&gt;<\/textarea>/)
  assert.match(text, /Is 000099 an account number\?/)
  const tooLong = await open(service, '/report', { right: 'x'.repeat(3000) })
  assert.equal(reportIn(tooLong.text).match(/x+/)?.[0].length, 2000)
})

test('with an address of the operator, a link passes the text on', async (t) => {
  for (const reportUrl of ['mailto:data@a.example', 'https://a.example/new']) {
    const service = await startService(t, { reportUrl })
    const { text } = await open(service, '/report?bank=ng-zenith-bank', { right: 'It has closed.', proof: '' })
    const link = unescapeText(/<a class="button primary" href="([^"]+)"/.exec(text)?.[1] ?? '')
    assert.ok(link.startsWith(reportUrl), link)
    const body = new URL(link).searchParams.get('body') ?? ''
    assert.equal(body.replaceAll('\r\n', '\n'), reportIn(text))
  }
})

test('a missing bank is reported for its country, and anything else without one', async (t) => {
  const service = await startService(t)
  const none = await open(service, '/?q=qqqqxxxx&country=ng')
  assert.match(none.text, /href="\/report\?country=ng"/)
  assert.match(reportIn((await open(service, '/report?country=ng')).text), /^Missing bank in Nigeria\n/)
  const { text } = await open(service, '/report')
  assert.match(reportIn(text), /^Error in Bank Lookup\n/)
  assert.doesNotMatch(text, /noindex/)
})

test('an unknown bank is a 404 with similar ids, and an account number is not repeated', async (t) => {
  const service = await startService(t)
  const { response, text } = await open(service, '/report?bank=ng-zenit-bank')
  assert.equal(response.status, 404)
  assert.equal(response.headers.get('error-code'), 'bank_unknown')
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.match(text, /<a href="\/report\?bank=ng-zenith-bank">Zenith Bank<\/a>/)
  const number = await open(service, '/report?bank=0123456789')
  assert.equal(number.response.status, 404)
  assert.doesNotMatch(number.text, /0123456789/)
  assert.equal((await open(service, '/report?bank=zz', { right: 'x' })).response.status, 404)
})

/** Errors as pages: sentences for people, with the message of the API as a detail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeText } from '../../src/site/html.ts'
import { openPage, phone } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (url: string): Promise<Response> => fetch(url, { headers: { Accept: accept } })

const headingOf = (page: string): string | undefined => /<h1>([^<]*)<\/h1>/.exec(page)?.[1]

for (const [path, heading] of [
  ['/nowhere', 'Page not found'],
  ['/docs/1.0/nowhere', 'Page not found'],
  ['/banks/ng-nothing', 'Bank not found'],
  ['/countries/xx', 'Country not covered'],
  ['/v1/banks/ng-nothing', 'Bank not found'],
  ['/v1/banks?country=xx', 'Country not covered'],
] as const) {
  test(`${path} is a page with a search field; the message of the API is a detail`, async (t) => {
    const { url } = await startService(t, { baseUrl: 'https://example.com/banks' })
    const response = await open(`${url}${path}`)
    const page = await response.text()
    assert.equal(response.status, 404)
    assert.equal(headingOf(page), heading)
    // By POST, because the text may be an account number.
    assert.match(page, /<form [^>]*action="\/banks\/search" method="post">.*<input [^>]*name="q"/s)
    const message = escapeText((await (await fetch(`${url}${path}`)).text()).trim())
    const [before, details] = page.split('<details>')
    assert.ok(details?.includes(message))
    assert.doesNotMatch(before ?? '', /GET |\/v1\//)
    assert.ok(details?.includes(`<code>${response.headers.get('x-request-id')}</code>`))
  })
}

test('an error that a person rarely sees has a general sentence and the message of the API', async (t) => {
  const { url } = await startService(t)
  const page = await (await open(`${url}/v1/banks?country=ng&page=2`)).text()
  assert.equal(headingOf(page), 'Invalid request')
  assert.match(page, /<code>parameter_unknown<\/code>: Unknown query parameter/)
})

test('over the limit, the page says how long to wait, and has no link that would fail as well', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  assert.equal((await open(`${url}/news`)).status, 200)
  const response = await open(`${url}/news`)
  const page = await response.text()
  assert.equal(response.status, 429)
  assert.equal(headingOf(page), 'Too many requests')
  assert.ok(page.includes(`Try again in ${response.headers.get('retry-after')} seconds.`))
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
  assert.doesNotMatch(main, /<a |<form /)
})

test('a script counts the seconds down, and then offers to load the page again', async (t) => {
  const visitor = await openPage(t, phone)
  if (!visitor) return
  const { page } = visitor
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  await page.clock.install()
  await page.goto(`${url}/news`)
  await page.goto(`${url}/coverage`)
  const sentence = page.locator('[data-countdown]')
  const secondsLeft = async (): Promise<number> =>
    Number(/in (\d+) second/.exec((await sentence.textContent()) ?? '')?.[1])
  const start = await secondsLeft()
  await page.clock.runFor(2_000)
  assert.ok((await secondsLeft()) < start)
  await page.clock.runFor(60_000)
  assert.equal(await sentence.getByRole('link').textContent(), 'Load the page again')
})

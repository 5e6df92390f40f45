/** Input that must not leak from the explorer: account numbers into URLs, quotes into a shell. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { desktop, openPage, seriousProblems } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

const sevenDigits = /(?:\d[\s+.-]*){7}/

test('seven or more digits typed into the search are resolved by POST and never in a URL', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.postData() ?? ''))
  const results = page.getByRole('region', { name: 'Banks found' })
  const typed: [what: string, digits: string, path: string, shown: string][] = [
    ['a NUBAN', '0123456789', '/', 'Nigerian account number (NUBAN)'],
    ['a UK account without its country', '66374958', '/', 'so this was sent by POST'],
    ['a UK account', '66374958', '/?country=gb', 'so this was sent by POST'],
    ['a routing number', '021000021', '/', 'JPMorgan Chase Bank'],
    ['digits with separators', '021-000 021', '/', 'JPMorgan Chase Bank'],
  ]
  for (const [what, digits, path, shown] of typed) {
    await page.goto(`${url}${path}`)
    await page.keyboard.press('/')
    const addresses: string[] = []
    for (const digit of digits) {
      await page.keyboard.type(digit)
      // Longer than the debounce of the explorer.
      await page.waitForTimeout(120)
      addresses.push(page.url().slice(url.length), await page.title())
    }
    await results.getByText(shown).first().waitFor()
    assert.ok(
      bodies.some((body) => body.includes(`"identifier":"${digits}"`)),
      what,
    )
    const sent = visitor.requests
      .map((address) => address.slice(url.length))
      .filter((one) => !one.startsWith('/assets/'))
    for (const address of [...addresses, ...sent]) assert.doesNotMatch(decodeURIComponent(address), sevenDigits, what)
    const stored = await page.evaluate('JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])')
    assert.doesNotMatch(String(stored), sevenDigits, what)
    const request = await page.getByRole('figure', { name: 'curl' }).locator('code').textContent()
    assert.match(request ?? '', /v1\/resolve/, what)
  }
  assert.deepEqual(await seriousProblems(page), [])
  // A URL from outside is cleaned too.
  await page.goto(`${url}/?country=gb&q=66374958`)
  assert.equal(page.url(), `${url}/?country=gb`)
  assert.deepEqual(visitor.messages, [])
})

test('without JavaScript a search for seven digits is not sent', async (t) => {
  const visitor = await openPage(t, { ...desktop, javaScriptEnabled: false })
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  const field = page.getByRole('searchbox', { name: 'Bank name, city or code' })
  await field.fill('0123456')
  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill('044')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`${url}/v1/search?q=044`)
  assert.ok(visitor.requests.every((address) => !address.includes('0123456')))
})

test('the URL of the curl command is one shell argument for any bank id', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?bank=${encodeURIComponent("x'!!'$(id)")}`)
  const line = await page.getByRole('figure', { name: 'curl' }).locator('code').textContent()
  const shell = String(line).replace(/^curl /, "printf '[%s]' ")
  assert.equal(execFileSync('sh', ['-c', shell]).toString(), `[${url}/v1/banks/x'!!'%24(id)]`)
})

test('an invalid website URL is shown as text and does not break the card', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const detail = await (await fetch(`${url}/v1/banks/ng-access-bank`)).json()
  const card = page.getByRole('region', { name: 'Bank', exact: true })
  for (const website of ['https://', 'http://[']) {
    await page.route('**/v1/banks/ng-access-bank', (route) =>
      route.fulfill({ json: { ...(detail as object), website } }),
    )
    await page.goto(`${url}/?bank=ng-access-bank`)
    await card.getByRole('heading', { name: 'Access Bank' }).waitFor()
    assert.ok(await card.getByText(website, { exact: true }).isVisible())
    await page.unroute('**/v1/banks/ng-access-bank')
  }
  assert.deepEqual(visitor.messages, [])
})

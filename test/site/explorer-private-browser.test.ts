/** Input that must not leak from the explorer: account numbers into URLs, quotes into a shell. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { desktop, openPage } from '../support/browser.ts'
import { focused, openExplorer, stored, taken } from '../support/explorer.ts'
import { startService } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const sixDigits = /(?:\d[\s+./-]*){6}/

const typed: [what: string, text: string, path: string, shown: RegExp][] = [
  ['a NUBAN', '0123456789', '/', /NUBAN/],
  ['a UK account without its country', '66374958', '/', /66374958|recognise/],
  ['a UK account', '08-99-99 66374958', '/countries/gb', /Co-operative Bank/],
  ['a routing number', '021000021', '/', /Chase/],
  ['digits with separators', '021-000 021', '/', /Chase/],
  ['a six-digit code', '000015', '/', /Zenith Bank/],
  ['a sort code', '20-00-00', '/', /UK sort code/],
  ['a name with a number', 'zenith 100-000-0001', '/', /Possible NUBAN account number.*Zenith Bank/s],
  ['an IBAN', 'DE89 3704 0044 0532 0130 00', '/', /Valid IBAN.*Commerzbank.*COBADEFF/s],
]

for (const [what, text, path, shown] of typed) {
  test(`${what} is checked at once by POST, and is never in a URL, the history, the storage or a Referer`, async (t) => {
    const explorer = await openExplorer(t)
    if (!explorer) return
    const { page, url, field, answer } = explorer
    const sent: string[] = []
    page.on('request', (request) => {
      sent.push(request.url().slice(url.length), request.headers().referer ?? '')
    })
    await explorer.open(path)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url().slice(url.length)))
    const checked = page.waitForRequest((request) => request.postDataJSON()?.identifier === text)
    await field.pressSequentially(text, { delay: 60 })
    await (await checked).response()
    await answer.filter({ hasText: shown }).waitFor()
    addresses.push(page.url().slice(url.length), await page.title())
    const leaks = [...addresses, ...sent].filter((one) => !one.startsWith('/assets/'))
    for (const one of leaks) {
      assert.doesNotMatch(decodeURIComponent(one), sixDigits)
      assert.doesNotMatch(decodeURIComponent(one), /DE89[ +]?3704/)
    }
    assert.doesNotMatch(await stored(page), sixDigits)
    assert.match((await page.locator('details.request summary').textContent()) ?? '', /POST \/v1\/resolve/)
    assert.deepEqual(explorer.messages, [])
  })
}

test('an invalid IBAN shows its reason and its bank, and is corrected with one click', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, field, answer, requests } = explorer
  await explorer.open('/')
  await field.fill('DE89 3704 0044 0523 0130 00')
  await answer.getByText('The check digits (89) do not match').waitFor()
  assert.equal(await answer.getByRole('link', { name: /Commerzbank/ }).count(), 1)
  await answer.getByRole('button', { name: /DE89 3704 0044 0532 0130 00/ }).click()
  await answer.getByText(/^Valid IBAN/).waitFor()
  assert.equal(await field.inputValue(), 'DE89 3704 0044 0532 0130 00')
  assert.equal(page.url(), `${url}/`)
  assert.ok(requests.every((address) => !address.includes('3704')))
})

test('Back from a card returns to the number that was checked, and a reload forgets it', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, field, answer, card } = explorer
  await explorer.open('/')
  await field.fill('021000021')
  await answer.getByRole('link', { name: 'Chase' }).first().click()
  await card.getByRole('heading', { name: 'Chase' }).waitFor()
  await page.goBack()
  await page.waitForURL(`${url}/`)
  await answer.getByRole('link', { name: 'Chase' }).first().waitFor()
  assert.equal(await field.inputValue(), '021000021')
  await explorer.open('/')
  assert.equal(await field.inputValue(), '')
})

test('a URL from outside with an account number is cleaned, and the number is checked by POST', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, answer, field, status } = explorer
  for (const text of ['66374958', 'sort code 20-29-59 account no 63748472', 'acct 663749']) {
    const resolved = page.waitForRequest((request) => request.url().startsWith(`${url}/v1/resolve?`))
    await explorer.open(`/?q=${encodeURIComponent(text)}`)
    assert.equal(page.url(), `${url}/`, text)
    const request = await resolved
    assert.equal(request.postDataJSON().identifier, text)
    assert.equal((await request.allHeaders()).referer ?? `${url}/`, `${url}/`)
    await status.filter({ hasText: 'Never logged.' }).waitFor()
    assert.ok(await answer.isVisible(), text)
    assert.equal(await page.getByText('Not searched').count(), 0)
    assert.equal(await field.inputValue(), text)
    assert.doesNotMatch(await stored(page), /\d{6}/)
    await page.reload()
    await page.getByRole('link', { name: /^Ghana/ }).waitFor()
    assert.equal(await field.inputValue(), '')
  }
})

test('the skip link keeps a number and its answer, and Back does too', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, field, answer } = explorer
  await explorer.open('/')
  await field.fill('021000021')
  await answer.getByText('Chase').first().waitFor()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await waitUntil('the focus is in the content', async () => (await focused(page, 'id')) === 'main')
  const keepsAnswer = async (): Promise<void> => {
    assert.equal(await field.inputValue(), '021000021')
    assert.ok(await answer.isVisible())
    assert.equal(page.url().replace(/#main$/, ''), `${url}/`)
  }
  await keepsAnswer()
  await page.goBack()
  await keepsAnswer()
})

test('the page that checks a number keeps its address, and leaves with its form when the user searches', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, field, answer, card, search } = explorer
  await explorer.open('/check')
  const heading = page.getByRole('heading', { name: 'Check a number' })
  const form = page.locator('.check-form')
  const isCheck = async (): Promise<void> => {
    await page.waitForURL(`${url}/check`)
    await form.waitFor()
    assert.ok(await heading.isVisible())
    assert.match(await page.title(), /^Check an IBAN/)
    assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), `${url}/check`)
  }
  await isCheck()
  await search('access')
  assert.equal(page.url(), `${url}/?q=access`)
  assert.equal(await heading.count(), 0)
  assert.equal(await form.isVisible(), false)
  // Also in a document that did not start as this page.
  await page.reload()
  await page.goBack()
  await isCheck()
  await page.getByLabel('IBAN, BIC, bank code or account number').last().fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await answer.getByText('Valid IBAN').waitFor()
  await taken(page)
  await isCheck()
  await answer.getByRole('link', { name: 'Commerzbank' }).click()
  await card.getByRole('heading', { name: 'Commerzbank' }).waitFor()
  await card.getByRole('button', { name: 'Close' }).click()
  await isCheck()
  await field.fill('021000021')
  await answer.getByText('Chase').first().waitFor()
  assert.equal(await form.isVisible(), false)
  assert.deepEqual(explorer.messages, [])
})

test('an account number is in no URL and in no line of the log, however it is typed, pasted, reloaded or sent', async (t) => {
  const lines: string[] = []
  const log = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } }
  const explorer = await openExplorer(t, { service: { log } })
  if (!explorer) return
  const { page, url, field, answer, card } = explorer
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url().slice(url.length), request.headers().referer ?? ''))
  page.on('framenavigated', (frame) => addresses.push(frame.url().slice(url.length)))
  await explorer.open('/')
  await field.pressSequentially('zenith 1000000001', { delay: 30 })
  await answer.getByText('Possible NUBAN account number').waitFor()
  assert.equal(page.url(), `${url}/?q=zenith`)
  assert.equal(await field.inputValue(), 'zenith 1000000001')
  await answer.getByRole('link', { name: 'Zenith Bank' }).first().click()
  await card.getByLabel('Check an account at Zenith Bank').fill('1000000002')
  await card.getByRole('button', { name: 'Check', exact: true }).click()
  await card.getByText('Invalid NUBAN account number').waitFor()
  await page.goBack()
  await answer.getByText('Possible NUBAN account number').waitFor()
  assert.equal(await field.inputValue(), 'zenith 1000000001')
  await page.reload()
  await taken(page)
  assert.equal(await field.inputValue(), 'zenith')
  await field.fill('DE89 3704 0044 0532 0130 00')
  await answer.getByText('Valid IBAN').waitFor()
  await explorer.open('/?q=zenith+1000000001')
  await answer.getByText('Possible NUBAN account number').waitFor()
  assert.equal(page.url(), `${url}/?q=zenith`)
  await field.fill('1000000001')
  await answer.getByLabel('Which bank did they say?').fill('zenith')
  await waitUntil(
    'only Zenith is left',
    async () => (await answer.getByRole('row').filter({ visible: true }).count()) < 3,
  )
  await answer
    .getByRole('row', { name: /Zenith Bank/ })
    .first()
    .waitFor()
  // The link from outside is the only address with a number, and its log line has none.
  const own = addresses.filter((one) => one !== '/?q=zenith+1000000001' && !one.startsWith('/assets/'))
  for (const one of own) assert.doesNotMatch(decodeURIComponent(one), sixDigits)
  assert.doesNotMatch(await stored(page), sixDigits)
  for (const number of ['1000000001', '1000000002', '0532 0130', '05320130'])
    assert.ok(!lines.join('').includes(number), number)
  assert.ok(lines.length > 0)
  assert.deepEqual(explorer.messages, [])
})

test('without JavaScript a number is sent by POST, and other text stays in a URL', async (t) => {
  const visitor = await openPage(t, { ...desktop, javaScriptEnabled: false })
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  const field = page.getByRole('searchbox')
  await field.fill('zenith 1000000001')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Possible NUBAN account number').waitFor()
  await field.fill('044')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/q=044/)
  assert.ok(visitor.requests.every((address) => !address.includes('1000000001')))
})

test('the URL of the curl command is one shell argument for any query', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, field } = explorer
  await explorer.open('/')
  await field.fill("x'!!'$(id)")
  const code = page.locator('details.request [data-language=curl] pre')
  await code.filter({ hasText: 'id' }).waitFor({ state: 'attached' })
  const shell = String(await code.textContent()).replace(/^curl /, "printf '[%s]' ")
  const [printed] = /^\[.*\]$/.exec(execFileSync('sh', ['-c', shell]).toString()) ?? []
  assert.equal(printed?.slice(1, printed.indexOf('&')), `${url}/v1/search?q=x%27%21%21%27%24%28id%29`)
})

test('a website that is no URL is shown as text and does not break the card', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card, rows, search } = explorer
  const detail = await (await fetch(`${url}/v1/banks/ng-access-bank`)).json()
  for (const website of ['javascript:alert(1)', 'http://[']) {
    await page.route('**/v1/banks/ng-access-bank', (route) =>
      route.fulfill({ json: { ...(detail as object), website } }),
    )
    await explorer.open('/?country=ng&q=access')
    await search('access')
    await rows.filter({ hasText: '044' }).first().getByRole('link').click()
    await card.getByRole('heading', { name: 'Access Bank' }).waitFor()
    assert.equal(await card.locator('a[href^="javascript"]').count(), 0)
    assert.match((await card.textContent()) ?? '', /Website/)
    await page.unroute('**/v1/banks/ng-access-bank')
  }
  assert.deepEqual(explorer.messages, [])
})

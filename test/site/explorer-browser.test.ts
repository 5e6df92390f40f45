import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, isAxeRunFor, layoutShift, openPage, overflow, phone, seriousProblems } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

test('a new user picks a country, searches with a typo, opens the card, copies the code and sees the request', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  await page.getByRole('link', { name: /^Nigeria/ }).click()
  await page.waitForURL(`${url}/?country=ng`)
  await page.getByRole('searchbox', { name: 'Bank name, city or code' }).fill('acess bnk')
  const found = page
    .getByRole('region', { name: 'Banks found' })
    .getByRole('link', { name: /^Access Bank/ })
    .first()
  await found.click()
  const card = page.getByRole('region', { name: 'Bank', exact: true })
  await card.getByRole('heading', { name: 'Access Bank' }).waitFor()
  await card.getByRole('button', { name: /^Copy.*044/ }).click()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '044')
  assert.match(
    await page
      .getByRole('status')
      .allTextContents()
      .then((all) => all.join(' ')),
    /[Cc]opied/,
  )
  for (const text of ['CBN bank code', 'ABNGNGLA', 'Access Bank Plc']) {
    assert.ok(await card.getByText(text).first().isVisible(), text)
  }
  const request = await page.getByRole('figure', { name: 'curl' }).locator('code').textContent()
  assert.equal(request, `curl '${url}/v1/banks/ng-access-bank'`)
  // The URL can be shared.
  const shared = page.url()
  assert.equal(shared, `${url}/?country=ng&q=acess+bnk&bank=ng-access-bank`)
  await page.goto('about:blank')
  await page.goto(shared)
  await card.getByRole('heading', { name: 'Access Bank' }).waitFor()
  await page.goBack()
  assert.deepEqual(visitor.messages, [])
})

test('the request shown works unchanged, as curl and as fetch', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const codeOf = (name: string): Promise<string | null> =>
    page.getByRole('figure', { name }).locator('code').textContent()
  await page.goto(`${url}/?country=gh`)
  await page.getByText(/^Show \d+ banks$/).waitFor()
  const script = (await codeOf('fetch')) as string
  const result = await page.evaluate(`(async () => { ${script}\nreturn result })()`)
  assert.equal((result as { country: string }).country, 'GH')
  assert.match((await codeOf('curl')) as string, /-d '\{"country":"gh"\}'/)
})

test('an invalid IBAN shows its reason, is corrected with one click, and stays out of the URL', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  await page.getByRole('link', { name: 'Check a number' }).click()
  await page.getByRole('textbox').fill('DE89 3704 0044 0523 0130 00')
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: 'Check result' })
  await result.getByText('The check digits (89) do not match').waitFor()
  assert.deepEqual(await seriousProblems(page), [])
  await result.getByRole('button', { name: /DE89 3704 0044 0532 0130 00/ }).click()
  await result.locator('.reading.valid').waitFor()
  assert.equal(await result.getByRole('link', { name: /Commerzbank/ }).count(), 1)
  assert.equal(page.url(), `${url}/?resolve`)
  assert.doesNotMatch(await page.title(), /3704/)
  const stored = await page.evaluate('JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])')
  assert.doesNotMatch(String(stored), /3704/)
  assert.ok(visitor.requests.every((address) => !address.includes('3704')))
  assert.deepEqual(visitor.messages, [])
})

test('search, card and back work by keyboard alone', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const { keyboard } = page
  await page.goto(url)
  await keyboard.press('/')
  await keyboard.type('barclys')
  await page.getByText(/banks? for “barclys”/).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const heading = page.getByRole('region', { name: 'Bank', exact: true }).getByRole('heading').first()
  await heading.waitFor()
  assert.match((await heading.textContent()) ?? '', /Barclays/)
  await keyboard.press('Escape')
  await page.waitForURL((address) => !address.searchParams.has('bank'))
})

test('focus stays in the list when new results load', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?q=barclays`)
  await page.getByText(/banks? for “barclays”/).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('hsbc')
  // Press the key before the response arrives.
  await page.keyboard.press('ArrowDown')
  await page.getByText(/banks? for “hsbc”/).waitFor()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('region', { name: 'Bank', exact: true }).getByRole('heading').first()
  await heading.waitFor()
  assert.match((await heading.textContent()) ?? '', /HSBC/)
})

test('a user who types with a card open keeps the focus in the input', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?q=chase`)
  const found = page.getByRole('region', { name: 'Banks found' }).getByRole('link').first()
  await found.click()
  const heading = page.getByRole('region', { name: 'Bank', exact: true }).getByRole('heading').first()
  await heading.waitFor()
  const title = await page.title()
  assert.ok(title.startsWith((await heading.textContent()) as string), title)
  // Opening and closing the country chooser keeps the title of the bank.
  await page.getByRole('button', { name: /^Country/ }).click()
  await page.keyboard.press('Escape')
  assert.equal(await page.title(), title)
  const field = page.getByRole('searchbox', { name: 'Bank name, city or code' })
  await field.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' bank', { delay: 150 })
  await page.getByText(/banks? for “chase bank”/).waitFor()
  assert.equal(await field.inputValue(), 'chase bank')
})

test('an IBAN typed into the search is sent and stored only up to its seventh character', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  await page.keyboard.press('/')
  const addresses: string[] = []
  const type = async (characters: string): Promise<void> => {
    for (const character of characters) {
      await page.keyboard.type(character)
      await page.waitForTimeout(120)
      addresses.push(page.url(), await page.title())
    }
  }
  await type('DE89 370')
  await page.waitForURL(/q=DE89\+370$/)
  await type('4 0044 0532 0130 00')
  await page
    .getByRole('region', { name: 'Banks found' })
    .getByRole('link', { name: /Commerzbank/ })
    .waitFor()
  for (const address of [...addresses, ...visitor.requests]) {
    assert.doesNotMatch(decodeURIComponent(address), /DE89[ +]?3704/)
  }
  assert.equal(page.url(), `${url}/`)
  for (const text of ['sort code 20-29-59 account no 63748472', 'acct 663749']) {
    await page.goto(`${url}/?q=${encodeURIComponent(text)}`)
    assert.equal(page.url(), `${url}/`, text)
  }
})

test('a country is shown with its display name', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  await page.getByRole('link', { name: /^United Kingdom/ }).click()
  await page.getByRole('heading', { name: 'United Kingdom' }).waitFor()
  assert.match(await page.title(), /United Kingdom/)
  assert.doesNotMatch((await page.locator('main').textContent()) as string, /London \(/)
})

test('an unsupported country is reported, and others can be picked', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?country=zz`)
  await page.getByText('The country “ZZ” is not supported. Pick another.').waitFor()
  assert.ok(await page.getByRole('link', { name: /^Ghana/ }).isVisible())
})

test('an API error is shown as sent, and an empty result is reported', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?bank=ng-no-such-bank`)
  await page.getByText('Unknown bank "ng-no-such-bank"').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await page.goto(`${url}/?q=qqqqqxxxxx`)
  await page
    .getByText(/No bank/)
    .first()
    .waitFor()
  assert.deepEqual(await seriousProblems(page), [])
})

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the explorer is accessible and has no layout shift: ${size}, ${colorScheme}`, async (t) => {
      const visitor = await openPage(t, { ...options, colorScheme })
      if (!visitor) return
      const { url } = await startService(t)
      const { page } = visitor
      const isAxeRun = isAxeRunFor(size, colorScheme)
      for (const path of [
        '/',
        '/?country=us',
        '/?q=first+national',
        '/?bank=ng-gtbank',
        '/?country=ng&q=gtb&bank=ng-gtbank',
        '/?resolve',
      ]) {
        await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
        if (isAxeRun) assert.deepEqual(await seriousProblems(page), [], path)
        assert.equal(await layoutShift(page), 0, `${path} moved`)
        assert.equal(await overflow(visitor), 0, `${path} scrolls sideways`)
      }
      assert.ok(visitor.requests.every((address) => address.startsWith(`${url}/`)))
      assert.deepEqual(visitor.messages, [])
    })
  }
}

test('the landing page transfers less than 100 KB, and its scripts and style sheet are under 60 KB', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  let bytes = 0
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  assert.ok(bytes > 5_000 && bytes < 100_000, `${bytes} bytes`)
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const paths = new Set(
    [...html.matchAll(/<(?:link|script)\b[^>]* (?:href|src)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path),
  )
  assert.ok(paths.size > 10, `${paths.size} files`)
  const files = await Promise.all([...paths].map(async (path) => (await fetch(`${url}${path}`)).arrayBuffer()))
  const size = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
  assert.ok(size < 60_000, `${size} bytes of script and style`)
})

test('without JavaScript the page offers every list as a download', async (t) => {
  const visitor = await openPage(t, { ...desktop, javaScriptEnabled: false })
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  assert.ok(await page.getByRole('link', { name: 'JSON for Ghana' }).isVisible())
  // Links that need JavaScript are hidden.
  assert.equal(await page.getByRole('link', { name: /^Ghana/ }).count(), 0)
  assert.equal(await page.getByText('Or pick a country.').isVisible(), false)
  const csv = await page.getByRole('link', { name: 'CSV for Ghana' }).getAttribute('href')
  assert.equal((await fetch(`${url}${csv}`)).status, 200)
})

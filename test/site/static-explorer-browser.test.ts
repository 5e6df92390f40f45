/** The explorer on static files, in a browser, behind a plain file server: no request may fail or leave the folder. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import {
  accessibilityProblems,
  colorSchemesFor,
  desktop,
  layoutShifts,
  openPage,
  overflow,
  phone,
} from '../support/browser.ts'
import { smallExport } from '../support/data/small-export.ts'
import { taken } from '../support/explorer.ts'
import { startStaticServer } from '../support/services/plain-file-server.ts'

async function openSite(t: TestContext, { base = '', browser = desktop as Parameters<typeof openPage>[1] } = {}) {
  const visitor = await openPage(t, browser)
  if (!visitor) return undefined
  const folder = await smallExport(base && `https://host.example${base}`)
  const { url, missing } = await startStaticServer(t, folder, base)
  const { page, messages, requests } = visitor
  const rows = page.locator('#list [role=row][aria-rowindex]')
  return {
    ...visitor,
    url,
    missing,
    rows,
    field: page.getByRole('combobox', { name: 'Name, city, code or BIC' }),
    status: page.locator('#status'),
    card: page.locator('.bank-card'),
    open: async (path: string): Promise<void> => {
      await page.goto(`${url}${path}`)
      await taken(page)
    },
    /** Every request found a file of the site, and the browser reported nothing. */
    assertClean: (): void => {
      assert.deepEqual(missing, [])
      assert.deepEqual(messages, [])
      assert.deepEqual(
        requests.filter((address) => !address.startsWith(`${url}/`)),
        [],
      )
    },
  }
}

for (const base of ['', '/some/banks']) {
  test(`a country, its filters, a search, a card, back and reload${base && ', under a path'}`, async (t) => {
    const site = await openSite(t, { base })
    if (!site) return
    const { page, url, field, status, rows, card } = site
    await site.open('/')
    await page.getByRole('link', { name: /^Brazil/ }).click()
    await page.waitForURL(`${url}/countries/br/`)
    await page.getByRole('heading', { name: /banks in Brazil$/ }).waitFor()

    await page.getByRole('link', { name: /^Pix \d+$/ }).click()
    await page.waitForURL(`${url}/countries/br/?rail=br_pix`)
    await status.filter({ hasText: /^\d+ of [\d,]+ banks in Brazil$/ }).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'A to Z' }).click()
    await page.waitForURL(`${url}/countries/br/?rail=br_pix&sort=name`)
    await page.getByRole('group', { name: 'Jump to a letter' }).getByRole('button', { name: 'Z' }).waitFor()

    await field.fill('itau unibanco')
    await status.filter({ hasText: /^\d+ banks? for “itau unibanco” in Brazil$/ }).waitFor()
    assert.equal(page.url(), `${url}/countries/br/?q=itau+unibanco`)
    assert.match((await rows.first().locator('mark').first().textContent()) ?? '', /^Itaú$/)
    await rows.first().getByRole('link').click()
    await card.getByRole('heading').first().waitFor()
    const address = page.url()
    assert.match(address, /\/banks\/\?id=br-itau/)
    const code = await card.locator('.main-code code').textContent()
    await card.locator('.main-code button').click()
    await page
      .locator('#announcement')
      .filter({ hasText: new RegExp(`^Copied .* ${code}`) })
      .waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), code)

    await page.goBack()
    await status.filter({ hasText: 'for “itau unibanco”' }).waitFor()
    assert.equal(await field.inputValue(), 'itau unibanco')
    await page.goForward()
    await card.waitFor()
    await page.reload()
    await card
      .getByText(code as string)
      .first()
      .waitFor()
    assert.equal(page.url(), address)
    assert.match(await page.title(), /Itaú.*Brazil/)
    // A new tab has no list.
    await page.evaluate('history.replaceState(null, "")')
    await page.reload()
    await card.getByRole('heading', { level: 1 }).waitFor()
    await card.getByRole('link', { name: 'Brazil' }).click()
    await page.getByRole('heading', { name: /banks in Brazil$/ }).waitFor()
    site.assertClean()
  })
}

test('without a country, a search offers the countries and continues there', async (t) => {
  const site = await openSite(t)
  if (!site) return
  const { page, url, field, status, rows } = site
  await site.open('/')
  await field.fill('zenith')
  await status.filter({ hasText: 'Only the service searches all.' }).waitFor()
  await page.getByRole('link', { name: /^Nigeria/ }).click()
  await page.waitForURL(`${url}/countries/ng/?q=zenith`)
  await rows.filter({ hasText: 'Zenith Bank' }).first().waitFor()
  await page.reload()
  await rows.filter({ hasText: 'Zenith Bank' }).first().waitFor()
  await field.fill('qqqq')
  await page.getByText('Try fewer letters').waitFor()
  site.assertClean()
})

test('text that may be an account number is searched in the browser only', async (t) => {
  const site = await openSite(t)
  if (!site) return
  const { page, url, field, status, requests } = site
  await site.open('/countries/ng/')
  await field.fill('00001')
  await page.waitForURL(`${url}/countries/ng/?q=00001`)
  await field.fill('0123456789')
  await status.filter({ hasText: 'No bank found for “0123456789” in Nigeria' }).waitFor()
  assert.equal(page.url(), `${url}/countries/ng/`)
  await site.open('/countries/ng/?q=0123456789')
  await status.filter({ hasText: 'No bank found for “0123456789” in Nigeria' }).waitFor()
  assert.equal(page.url(), `${url}/countries/ng/`)
  // The address that the test itself opened.
  assert.equal(requests.filter((address) => address.includes('0123456789')).length, 1)
  site.assertClean()
})

test('a search in the address moves nothing, even if the script is late', async (t) => {
  const site = await openSite(t)
  if (!site) return
  const { page, url } = site
  await page.route(/static-explorer\.js$/, async (route) => {
    // Without the script, the browser would paint the country's list in this time.
    await setTimeout(500)
    await route.continue()
  })
  await page.goto(`${url}/countries/br/?q=banco`, { waitUntil: 'networkidle' })
  assert.deepEqual(await layoutShifts(page), [])
})

test('an unknown bank is reported in a sentence', async (t) => {
  const site = await openSite(t)
  if (!site) return
  const { page, missing } = site
  await site.open('/banks/?id=ng-nonesuch')
  await page.getByText('There is no bank at this address.').waitFor()
  assert.deepEqual(missing, ['/v1/banks/ng-nonesuch.json'])
})

const pages = [
  '/',
  '/countries/ng/',
  '/countries/br/?q=banco',
  '/countries/ng/?sort=name',
  '/banks/?id=ng-gtbank',
  '/files.html',
]

for (const [size, browser] of Object.entries({ phone, desktop: { viewport: { width: 1440, height: 900 } } })) {
  for (const colorScheme of colorSchemesFor(size)) {
    test(`static pages are accessible and nothing moves: ${size}, ${colorScheme}`, async (t) => {
      const site = await openSite(t, { browser: { ...browser, colorScheme } })
      if (!site) return
      const { page, url, field } = site
      for (const path of pages) {
        await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
        assert.deepEqual(await layoutShifts(page), [], `${path} moved`)
        assert.equal(await overflow(site), 0, `${path} scrolls sideways`)
        assert.deepEqual(await accessibilityProblems(page), [], path)
      }
      await site.open('/')
      await field.fill('zenith')
      await page.getByText('Only the service searches all').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [], 'a search without a country')
      site.assertClean()
    })
  }
}

for (const path of ['/', '/banks/?id=ng-gtbank', '/countries/ng/']) {
  test(`a first visit to ${path} takes at most 8 requests and 120 kB`, async (t) => {
    const site = await openSite(t)
    if (!site) return
    const { page, url, requests } = site
    let bytes = 0
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    // The script loads the list when the browser is idle, which may be late.
    const list = path.startsWith('/countries/') ? page.waitForResponse(/\/explorer\/ng\.json$/) : undefined
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    await (await list)?.finished()
    assert.ok(requests.length <= 8, requests.join('\n'))
    assert.ok(bytes > 20_000 && bytes <= 120_000, `${bytes} bytes`)
    site.assertClean()
  })
}

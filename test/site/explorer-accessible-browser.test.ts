/** The explorer in every state, in light and dark: accessible, without layout shift, within its budget. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import {
  accessibilityProblems,
  colorSchemesFor,
  desktop,
  holdRequests,
  layoutShifts,
  openPage,
  overflow,
  phone,
} from '../support/browser.ts'
import { type ExplorerPage, openExplorer, taken } from '../support/explorer.ts'
import { isLong } from '../support/repetitions.ts'
import { startService } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** States that the user reaches by acting. Each starts at `/`. `npm test` alternates between the sizes. */
const states: Record<string, (explorer: ExplorerPage) => Promise<void>> = {
  results: async ({ search }) => search('first national'),
  'the answer to a code': async ({ search, answer }) => {
    await search('058')
    await answer.waitFor()
  },
  'an invalid IBAN': async ({ field, answer }) => {
    await field.fill('DE89 3704 0044 0523 0130 00')
    await answer.waitFor()
  },
  'no results': async ({ page, field }) => {
    await field.fill('qqqqxxxx')
    await page.getByText('Try fewer letters').waitFor()
  },
  'a card next to the list': async ({ search, rows, card }) => {
    await search('chase')
    await rows.first().getByRole('link').click()
    await card.getByRole('heading').first().waitFor()
  },
  'the country chooser': async ({ page }) => {
    await page.locator('#country-button').click()
    await page.getByRole('dialog', { name: 'Country' }).waitFor()
  },
  'a country without a match': async ({ page }) => {
    await page.locator('#country-button').click()
    await page.getByRole('searchbox', { name: 'Filter countries' }).fill('atlantis')
    await page.getByText('No country called').waitFor()
  },
  'the open API request': async ({ page, search }) => {
    await search('gtbank')
    await page.locator('details.request summary').click()
  },
  'recent banks': async (explorer) => {
    await explorer.search('gtbank')
    await explorer.rows.first().getByRole('link').click()
    await explorer.card.getByRole('heading').first().waitFor()
    await explorer.open('/')
    await explorer.page.getByText('Recent').waitFor()
  },
}

const pages = ['/', '/?q=first+national', '/?q=058', '/countries/us', '/countries/ng?sort=name', '/banks/ng-gtbank']

for (const [size, browser] of Object.entries({ phone, desktop })) {
  for (const colorScheme of colorSchemesFor(size)) {
    test(`the explorer is accessible and nothing moves: ${size}, ${colorScheme}`, async (t) => {
      const explorer = await openExplorer(t, { browser: { ...browser, colorScheme } })
      if (!explorer) return
      const { page, url } = explorer
      for (const path of pages) {
        await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
        await taken(page)
        assert.deepEqual(await layoutShifts(page), [], `${path} moved`)
        assert.equal(await overflow(explorer), 0, `${path} scrolls sideways`)
        assert.deepEqual(await accessibilityProblems(page), [], path)
      }
      for (const [name, reach] of Object.entries(states).filter(
        (_, at) => isLong || at % 2 === (size === 'phone' ? 0 : 1),
      )) {
        await explorer.open('/')
        await reach(explorer)
        assert.equal(await overflow(explorer), 0, `${name} scrolls sideways`)
        assert.deepEqual(await accessibilityProblems(page), [], name)
      }
      assert.ok(explorer.requests.every((address) => address.startsWith(`${url}/`)))
      assert.deepEqual(explorer.messages, [])
    })
  }
}

for (const [size, browser] of Object.entries({ phone, desktop })) {
  test(`nothing moves when the script arrives after the first paint: ${size}`, async (t) => {
    const visitor = await openPage(t, browser)
    if (!visitor) return
    const { url } = await startService(t)
    const { page } = visitor
    for (const path of size === 'phone' ? [...pages, '/?q=qqqqxxxx', '/check'] : ['/', '/?q=058', '/countries/us']) {
      const release = await holdRequests(page, '**/explorer.js')
      await page.goto(`${url}${path}`, { waitUntil: 'commit' })
      await waitUntil('the first paint', () =>
        page.evaluate<boolean>("performance.getEntriesByName('first-contentful-paint').length > 0"),
      )
      release()
      await taken(page)
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await layoutShifts(page), [], `${path} moved`)
      await page.unroute('**/explorer.js')
    }
  })
}

test('typing moves nothing but the list', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, status, field } = explorer
  await explorer.open('/')
  await field.pressSequentially('access', { delay: 20 })
  await status.filter({ hasText: 'for “access”' }).waitFor()
  const places = (): Promise<number[]> =>
    page.evaluate(
      "['search', 'status', 'facets', 'results'].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top))",
    )
  const before = await places()
  for (const text of [' b', 'ank', ' uk']) {
    await field.pressSequentially(text)
    await status.filter({ hasText: `for “${await field.inputValue()}”` }).waitFor()
    assert.deepEqual(await places(), before)
  }
})

test('forced colours mark the active row, the chosen filter and the field', async (t) => {
  const explorer = await openExplorer(t, { browser: { ...desktop, forcedColors: 'active' } })
  if (!explorer) return
  const { page, search } = explorer
  await explorer.open('/')
  await search('union')
  const outlines = await page.evaluate(`[
    getComputedStyle(document.querySelector('#list [aria-selected=true]')).outlineStyle,
    getComputedStyle(document.querySelector('.facet[aria-current]')).outlineStyle,
    getComputedStyle(document.getElementById('search'), '::after').outlineStyle,
  ]`)
  assert.deepEqual(outlines, ['solid', 'solid', 'solid'])
})

for (const path of ['/', '/banks/ng-gtbank', '/countries/ng']) {
  test(`a first visit to ${path} takes at most 8 requests and 120 kB`, async (t) => {
    const visitor = await openPage(t)
    if (!visitor) return
    const { url } = await startService(t)
    const { page, requests } = visitor
    let bytes = 0
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    // The script loads the whole list of a country when the browser is idle, which may be late.
    const list = path.startsWith('/countries/') ? page.waitForResponse(/\/v1\/banks\?/) : undefined
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    await (await list)?.finished()
    assert.ok(requests.length <= 8, requests.join('\n'))
    assert.ok(bytes > 20_000 && bytes <= 120_000, `${bytes} bytes`)
  })
}

test('the script of the explorer takes less than 29 kB', async (t) => {
  const { url } = await startService(t)
  const start = await (await fetch(url, { headers: { Accept: 'text/html' } })).text()
  const script = /(?<=src=")[^"]+\/explorer\.js/.exec(start)
  const text = await (await fetch(`${url}${script}`)).text()
  assert.ok(brotliCompressSync(text).length < 29_000, `${brotliCompressSync(text).length} bytes`)
})

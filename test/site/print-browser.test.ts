/** Pages on paper. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../support/browser.ts'
import { openExplorer } from '../support/explorer.ts'
import { startService } from '../support/services/service.ts'

test('the list of a country with 900 banks prints all of them on at most ten pages', async (t) => {
  const { url } = await startService(t)
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  await page.goto(`${url}/countries/ng`)
  // The script fills the filters when it has loaded the whole list.
  await page.waitForSelector('.country-facets .facet')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
  assert.ok(pages >= 5 && pages <= 10, `${pages} pages`)

  const total = Number(await page.getAttribute('#country-banks [role="grid"]', 'aria-rowcount'))
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.bank-row').count(), total)
  for (const control of ['.site-nav', '.search-bar', '.facets', '.country-tools', '.bank-row .icon'])
    assert.equal(await page.locator(control).first().isVisible(), false, control)
})

test('a bank prints all of its codes, with their sources, and the address of the page', async (t) => {
  const baseUrl = 'https://banks.example'
  const { url } = await startService(t, { baseUrl })
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const path = '/banks/us-jpmorgan-chase-bank'
  await page.goto(`${url}${path}`)
  await page.emulateMedia({ media: 'print' })
  const bank = (await (await fetch(`${url}/v1${path}`)).json()) as { code_details: { value: string }[] }
  const text = await page.innerText('.bank-card')
  const missing = bank.code_details.filter(({ value }) => !text.includes(value))
  assert.deepEqual(missing, [])
  const clipped = await page
    .locator('.code-columns')
    .evaluateAll((lists) => lists.filter((list) => getComputedStyle(list).overflowY !== 'visible').length)
  assert.equal(clipped, 0)
  assert.match(text, /Source of these codes\s+54 codes: FedACH participant directory/)
  assert.ok((await page.innerText('.site-footer')).includes(`${baseUrl}${path}`))
})

test('a printed list has all rows', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows } = explorer
  await explorer.open('/countries/ng')
  await page.locator('.country-facets .facet').first().waitFor()
  const total = Number(await page.locator('#country-banks [role=grid]').getAttribute('aria-rowcount'))
  assert.ok((await rows.count()) < total)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  assert.equal(await rows.count(), total)
  const overlaps = await page.evaluate(`(() => {
    const rows = [...document.querySelectorAll('#country-banks [role=row]')].map((row) => row.getBoundingClientRect())
    return rows.filter((row, at) => at > 0 && row.left === rows[at - 1].left && row.top < rows[at - 1].bottom - 1).length
  })()`)
  assert.equal(overlaps, 0)
  for (const control of [page.locator('#search'), page.locator('details.request'), page.locator('.country-tools')]) {
    assert.equal(await control.isVisible(), false)
  }
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.emulateMedia({ media: 'screen' })
  assert.ok((await rows.count()) < total)
})

test('a list that is printed before all of it is loaded says how much it has', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows } = explorer
  await explorer.open('/countries/us')
  await page.emulateMedia({ media: 'print' })
  await page.route('**/v1/banks?*', () => undefined)
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  assert.equal(await rows.count(), 100)
  const note = page.getByText(/^The first 100 of [\d,]+ banks\.$/)
  assert.ok(await note.isVisible())
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  assert.equal(await note.count(), 0)
})

/** What people come for, done as they do it, on a phone and in a wide window. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { overflow, phone } from '../support/browser.ts'
import { type ExplorerPage, openExplorer } from '../support/explorer.ts'

const windows = [
  ['phone', phone],
  ['desktop', { viewport: { width: 1440, height: 900 } }],
] as const

const tasks: [name: string, run: (explorer: ExplorerPage) => Promise<void>][] = [
  ['one tap copies the NIP code of a bank', copyNipCode],
  ['a bank and an account number are checked together', checkNameWithNumber],
  ['the card of a bank checks an account number', checkOnCard],
  ['the possible banks of an account number are narrowed down to the one that was said', narrowPossibleBanks],
  ['an IBAN is answered at once, and Enter opens its bank with the bank code marked', pasteIban],
  ['Enter opens the first page that the search of the documentation finds', searchDocumentation],
  ['the banks in Ghana are downloaded for Excel', downloadForExcel],
  ['the page of Ghana leads to its latest changes', readChanges],
]

for (const [size, browser] of windows)
  test(`${size}: first tasks`, async (t) => {
    for (const [name, run] of tasks)
      await t.test(name, async (t) => {
        const explorer = await openExplorer(t, { browser })
        if (!explorer) return
        await run(explorer)
        assert.equal(await overflow(explorer), 0)
        assert.deepEqual(explorer.messages, [])
      })
  })

const bottomOf = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox()
  return box ? box.y + box.height : Number.NaN
}

async function copyNipCode({ page, rows, open, search, announced }: ExplorerPage): Promise<void> {
  await open('/')
  await search('zenith nip')
  await rows.first().getByRole('button').click()
  await announced('Copied NIP institution code 000015')
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '000015')
}

/** The number has the right check digit for Zenith Bank in Nigeria. */
const account = '1000000001'

async function checkNameWithNumber({ page, field, answer, open }: ExplorerPage): Promise<void> {
  await open('/')
  await field.fill(`zenith ${account}`)
  await answer.getByRole('link', { name: 'Zenith Bank' }).waitFor()
  assert.match(await answer.innerText(), /NUBAN account number.*The check digit matches this bank/s)
  assert.doesNotMatch(page.url(), new RegExp(account))
}

async function checkOnCard({ page, open }: ExplorerPage): Promise<void> {
  await open('/banks/ng-zenith-bank')
  await page.getByLabel('Check an account at Zenith Bank').fill(account)
  await page.keyboard.press('Enter')
  const verdict = page.getByRole('heading', { name: 'Valid NUBAN account number' })
  await verdict.waitFor()
  assert.ok((await bottomOf(verdict)) <= (page.viewportSize()?.height ?? 0), 'the result is in sight')
  assert.doesNotMatch(page.url(), new RegExp(account))
}

async function narrowPossibleBanks({ field, answer, open }: ExplorerPage): Promise<void> {
  await open('/')
  await field.fill(account)
  const said = answer.getByLabel('Which bank did they say?')
  await said.fill('zen')
  await answer.getByRole('row').nth(1).waitFor({ state: 'hidden' })
  assert.deepEqual(await answer.getByRole('row').getByRole('link').allInnerTexts(), [
    'Zenith Bank\nNigeria · Commercial bank',
  ])
  assert.equal(await answer.getByText('more banks').isVisible(), false)
  await said.fill('commerzbank')
  await answer.getByText('No possible bank has this name.').waitFor()
}

async function pasteIban({ page, field, answer, card, open }: ExplorerPage): Promise<void> {
  await open('/')
  await field.focus()
  await page.keyboard.insertText('DE89 3704 0044 0532 0130 00')
  await answer.getByText('Valid IBAN').waitFor()
  const hole = ((await answer.boundingBox())?.y ?? 0) - (await bottomOf(field))
  assert.ok(hole < 60, `${hole} px between the field and the answer`)
  await page.keyboard.press('Enter')
  await card.getByRole('heading', { name: 'Commerzbank', exact: true }).waitFor()
  assert.match(await card.locator('.asked').innerText(), /37040044/)
}

async function searchDocumentation({ page, url }: ExplorerPage): Promise<void> {
  await page.goto(`${url}/docs/1.0/errors`)
  await page.getByRole('button', { name: 'Search the docs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search the docs' })
  await dialog.getByRole('combobox').fill('run it')
  await dialog.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/1.0/#run-it`)
  await page.locator('#run-it').waitFor()
}

const openAbout = ({ page }: ExplorerPage): Promise<void> => page.getByText('About codes in Ghana').click()

async function downloadForExcel(explorer: ExplorerPage): Promise<void> {
  const { page, open } = explorer
  await open('/countries/gh')
  await openAbout(explorer)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Excel' }).click()
  assert.match((await download).suggestedFilename(), /^banks-gh.*\.xlsx$/)
}

async function readChanges(explorer: ExplorerPage): Promise<void> {
  const { page, open } = explorer
  await open('/countries/gh')
  await openAbout(explorer)
  await page.getByRole('main').getByRole('link', { name: 'Changes', exact: true }).click()
  await page.getByRole('heading', { name: 'Changes: Ghana' }).waitFor()
  assert.match(await page.getByRole('heading', { level: 2 }).first().innerText(), /^[A-Z][a-z]+ 20\d\d$/)
}

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openPage } from '../support/browser.ts'
import { readPage } from '../support/examples.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { startService } from '../support/services/service.ts'

test('the quickstart ends with a form that submits the code of the chosen bank', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { groups } = readPage('index', await (await fetch(`${url}/docs/1.0/index.md`)).text())
  const [example, ...others] = groups.flat().filter(({ language }) => language === 'html')
  assert.deepEqual(others, [])
  const file = join(temporaryFolder(t), 'menu.html')
  writeFileSync(file, example?.text ?? '')
  const { page } = visitor
  await page.goto(pathToFileURL(file).href)
  await page.getByRole('combobox', { name: 'Bank' }).fill('gtb')
  await page.getByRole('option', { name: /GTBank/, selected: true }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(`${pathToFileURL(file).href}?bank=000013`)
  assert.deepEqual(visitor.messages, [])
})

/**
 * Takes the pictures of the README from a running service, into `docs/images/`. It needs Chromium. Start the service with
 * `npm start`, then run `npm run screenshots`, with another URL if the service is not at http://localhost:8080.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { projectRoot } from '../../paths.ts'

const url = (process.argv[2] ?? 'http://localhost:8080').replace(/\/$/, '')
const folder = join(projectRoot, 'docs/images')

/** The typeface of the site, as `build-site` built it. */
const font = readFileSync(join(projectRoot, 'src/site/dist/fonts/inter-latin.woff2'))

/** A page of a customer, with the bank picker of the service. */
const shop = `<!doctype html><html lang="en"><meta charset="utf-8">
<style>
@font-face { font-family: Inter; src: url("data:font/woff2;base64,${font.toString('base64')}") }
body { margin: 20px; background: #fff; font: 16px/1.5 Inter }
label { display: block; margin-bottom: 6px }
</style>
<label for="bank">Your bank</label>
<bank-picker id="bank" country="ng" scheme="ng_nip"></bank-picker>
<script type="module" src="${url}/bank-picker.js"></script></html>`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(folder, { recursive: true })
  await takeExplorer(await openPage(1200, 720))
  await takePicker(await openPage(360, 420))
} finally {
  await browser.close()
}

/** Without animations and with a fixed theme, so that two runs give the same picture. */
function openPage(width: number, height: number): Promise<Page> {
  return browser.newPage({ viewport: { width, height }, colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Search results, with the card of the first bank. */
async function takeExplorer(page: Page): Promise<void> {
  await page.goto(`${url}/`)
  // A page uses the fonts of the site only if it has them before the first paint. Now they are in the browser's cache.
  await page.reload()
  await page.getByRole('combobox').fill('gtb')
  await page.getByRole('row', { name: 'GTBank' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'GTBank' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, 'explorer.png'), caret: 'hide' })
}

/** The picker with its list open. */
async function takePicker(page: Page): Promise<void> {
  await page.route(`${url}/shop`, (route) => route.fulfill({ contentType: 'text/html', body: shop }))
  await page.goto(`${url}/shop`)
  await page.getByRole('combobox').fill('first')
  await page.getByRole('option', { name: 'First Bank' }).first().waitFor()
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(folder, 'picker.png'), caret: 'hide' })
}

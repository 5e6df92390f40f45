/** Serves a page of another origin than the service, with a strict content security policy, as the page of a user would be. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { startPickerService } from './shop.ts'

export interface ForeignPage {
  /** The URL of the page. */
  url: string
  serviceUrl: string
}

export interface PageContent {
  body: string
  /** A script of the page itself, at `/page.js`. */
  script?: string
  lang?: string
  /** Whether the page loads the elements from the service. */
  hasElements?: boolean
  style?: string
}

export async function servePage(
  t: TestContext,
  { body, script, lang = 'en', style, hasElements = true }: PageContent,
): Promise<ForeignPage> {
  const serviceUrl = await startPickerService(t)
  const csp = [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    `connect-src ${serviceUrl}`,
    "style-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The elements need no policy. Vue and Svelte create one.
    `trusted-types ${hasElements ? "'none'" : 'vue svelte-trusted-html'}`,
  ].join('; ')
  const html = `<!doctype html><html lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}><title>Payout details</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css">
${hasElements ? `<script type="module" src="${serviceUrl}/bank-account-form.js"></script>` : ''}
${script === undefined ? '' : '<script type="module" src="/page.js"></script>'}
<main><h1>Payout details</h1>${body}</main></html>`
  const css = `:root { color-scheme: light dark; background: Canvas; font-family: sans-serif } main { max-width: 40em; margin: auto; padding: 16px } ${style ?? ''}`
  const server = createServer(({ url = '/' }, response) => {
    const [type, text] =
      url === '/page.js' ? ['text/javascript', script] : url === '/page.css' ? ['text/css', css] : ['text/html', html]
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    response.setHeader('Content-Security-Policy', csp)
    // So that the browser restores fields itself instead of the whole page.
    response.setHeader('Cache-Control', 'no-store')
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void server.close())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, serviceUrl }
}

/** The packaged scripts in Node without a DOM, as a server that renders pages imports them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { buildScripts } from '../../packages/picker/tools/build-picker.ts'
import { findPrograms } from '../support/programs.ts'

const program = (urls: string[]): string => `
const [picker, form] = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)))
console.log(JSON.stringify({
  classes: [typeof picker.BankPicker, typeof form.BankAccountForm],
  texts: [typeof picker.BankPicker.strings.fr, typeof form.BankAccountForm.strings],
  globals: ['HTMLElement', 'customElements', 'document'].filter((name) => name in globalThis),
}))`

for (const name of ['Node 24', 'Node 22']) {
  test(`${name}: both scripts can be imported, define nothing and print nothing`, async (t) => {
    const runtime = name === 'Node 24' ? process.execPath : findPrograms(t, 'node22')?.node22
    if (runtime === undefined) return
    const urls = (await buildScripts()).map((path) => pathToFileURL(path).href)
    const options = ['--input-type=module', '--eval', program(urls)]
    const { stdout, stderr } = await promisify(execFile)(runtime, options)
    assert.equal(stderr, '')
    assert.deepEqual(JSON.parse(stdout), {
      classes: ['function', 'function'],
      texts: ['object', 'object'],
      globals: [],
    })
  })
}

/** `bank-lookup/checks` as the package has it: in Chromium, in a worker and in Node, with the results of the service. */
import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { buildChecks } from '../../src/bin/tools/build-package/build-checks.ts'
import abaVectors from '../../src/identifiers/vectors/aba.json' with { type: 'json' }
import ibanVectors from '../../src/identifiers/vectors/iban.json' with { type: 'json' }
import nubanVectors from '../../src/identifiers/vectors/nuban.json' with { type: 'json' }
import {
  checkAba,
  checkBic,
  checkCbu,
  checkClabe,
  checkIban,
  checkLei,
  checkNuban,
  checkSortCode,
} from '../../src/library/checks.ts'
import { openPage } from '../support/browser.ts'
import { startStaticServer } from '../support/services/plain-file-server.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const folder = temporaryFolder(wholeProcess)
await buildChecks(folder)
const entry = 'src/library/checks.js'

const checks = { checkAba, checkBic, checkCbu, checkClabe, checkIban, checkLei, checkNuban, checkSortCode }
type Name = keyof typeof checks

/** The table of the UK modulus check is in the repository and not in the package. */
const ibans = ibanVectors.ibans.map(({ iban }) => iban).filter((iban) => !iban.startsWith('GB'))

const texts: Record<Name, string[]> = {
  checkAba: abaVectors.numbers.map(({ number }) => number),
  checkBic: ['GTBINGLA', 'BIC: DEUTDEFF500', 'DEUTXXFF', 'DEUTD3FF'],
  checkCbu: ['0110001300000000000000', '0000099400000000000000', '0110001300000000000001'],
  checkClabe: ['002010000000000001', '02010000000000001'],
  checkIban: ibans.flatMap((iban) => [
    iban,
    iban.slice(1),
    `${iban.slice(0, -2)}${iban.slice(-2) === '00' ? '01' : '00'}`,
  ]),
  checkLei: ['5493001KJTIIGC8Y1R12', '5493001KJTIIGC8Y1R13'],
  checkNuban: nubanVectors.accounts.map(({ account }) => account),
  checkSortCode: ['20-29-59', '2O-29-59', '60'],
}

/** Runs in each of the places, so it uses nothing of this file. */
const program = (url: string): string => `(async () => {
  const checks = await import(${JSON.stringify(url)})
  const texts = ${JSON.stringify(texts)}
  return JSON.stringify(Object.entries(texts).map(([name, values]) => values.map((text) => checks[name](text))))
})()`

const expected = JSON.parse(
  JSON.stringify(Object.entries(texts).map(([name, values]) => values.map((text) => checks[name as Name](text)))),
)

test('the modules import only each other, and use nothing of Node', () => {
  const modules = globSync('**/*.js', { cwd: folder })
  assert.ok(modules.length > 10)
  for (const name of modules) {
    const code = readFileSync(join(folder, name), 'utf8')
    for (const [, path = ''] of code.matchAll(/\bfrom "([^"]+)"|\bimport\(/g)) assert.match(path, /^\.\.?\//, name)
    assert.doesNotMatch(code, /\b(?:process|require|Buffer)\b|import\.meta|node:/, name)
  }
})

test('the checks return in Node what the service finds', async () => {
  // biome-ignore lint/security/noGlobalEval: the same text runs in a page and in a worker.
  const results = JSON.parse(await eval(program(pathToFileURL(join(folder, entry)).href)))
  assert.deepEqual(results, expected)
  const built: { checkIban: typeof checkIban } = await import(pathToFileURL(join(folder, entry)).href)
  const british = built.checkIban('GB29NWBK60161331926819')
  assert.deepEqual([british.passed, british.checks], [true, ['length', 'structure', 'mod97']])
})

test('they return the same in a page and in a worker of Chromium', async (t) => {
  const { url, missing } = await startStaticServer(t, folder)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:,">')
  writeFileSync(join(folder, 'worker.js'), `${program(`./${entry}`)}.then(postMessage)`)
  const visitor = await openPage(t)
  if (!visitor) return
  const { page, messages } = visitor
  await page.goto(`${url}/`)
  assert.deepEqual(JSON.parse(await page.evaluate(program(`./${entry}`))), expected)
  const inWorker = `new Promise((resolve, reject) => {
    const worker = new Worker('./worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = reject
  })`
  assert.deepEqual(JSON.parse(await page.evaluate(inWorker)), expected)
  assert.deepEqual([messages, missing], [[], []])
})

/** The compressed size of a bundle with these checks. */
async function compressedBytes(...names: Name[]): Promise<number> {
  const main = join(folder, `${names.join('-') || 'all'}.mjs`)
  const from = JSON.stringify(`./${entry}`)
  writeFileSync(main, names.length > 0 ? `export { ${names} } from ${from}` : `export * from ${from}`)
  const bundle = await rolldown({ input: main, platform: 'browser', treeshake: { moduleSideEffects: false } })
  const { output } = await bundle.generate({ minify: true, codeSplitting: false })
  await bundle.close()
  return gzipSync(output[0].code).length
}

test('all checks have at most 15 kB compressed, and a bundle has only those that the program uses', async () => {
  const [all, iban, bic, aba] = await Promise.all([
    compressedBytes(),
    compressedBytes('checkIban'),
    compressedBytes('checkBic'),
    compressedBytes('checkAba'),
  ])
  const sizes = JSON.stringify({ all, iban, bic, aba })
  assert.ok(all <= 15_000 && all > 5_000, sizes)
  assert.ok(iban < all && bic < all / 2 && aba < all / 3, sizes)
})

/** The build of the site: fonts, flags and images. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readAssets } from '../../src/site/assets.ts'
import { startService } from '../support/services/service.ts'

const root = new URL('../../', import.meta.url)
const { files } = readAssets()
const names = new Set(files.map(({ name }) => name))
const bytesOf = (name: string): Buffer => {
  const file = files.find((candidate) => candidate.name === name)
  assert.ok(file, `${name} is not built: run src/bin/tools/build-site/build-site.ts`)
  return file.bytes
}

test('every country in the data has a flag, with the licence of the flags next to them', () => {
  const countries = JSON.parse(readFileSync(new URL('data/countries.json', root), 'utf8')) as { code: string }[]
  const missing = countries.filter(({ code }) => code.length === 2 && !names.has(`flags/${code.toLowerCase()}.svg`))
  assert.deepEqual(missing, [])
  assert.match(String(bytesOf('flags/LICENSE-circle-flags.txt')), /MIT License/)
})

test('the fonts are small, and their licences are next to them', () => {
  const limits = { 'fonts/inter-latin.woff2': 30_000, 'fonts/jetbrains-mono-latin.woff2': 12_000 }
  for (const [name, most] of Object.entries(limits)) {
    const { length } = bytesOf(name)
    assert.ok(length > 4000 && length <= most, `${name}: ${length} bytes`)
  }
  for (const name of ['inter', 'jetbrains-mono'])
    assert.match(String(bytesOf(`fonts/LICENSE-${name}.txt`)), /SIL OPEN FONT LICENSE Version 1\.1/i)
})

test('the style sheet loads each font, and no character is in two fonts of one family', () => {
  const css = String(bytesOf('style.css'))
  const faces = [...css.matchAll(/@font-face \{[^}]+\}/g)].map(([rule]) => rule).filter((rule) => rule.includes('url('))
  const built = [...names].filter((name) => name.endsWith('.woff2')).sort()
  assert.deepEqual(faces.map((rule) => /url\("([^"]+)"\)/.exec(rule)?.[1]).sort(), built)
  const seen = new Set<string>()
  for (const rule of faces) {
    const family = /font-family: "([^"]+)"/.exec(rule)?.[1]
    for (const code of codesIn(/unicode-range: ([^;]+);/.exec(rule)?.[1] ?? '')) {
      assert.ok(!seen.has(`${family} ${code}`), `${family} has U+${code.toString(16)} twice`)
      seen.add(`${family} ${code}`)
    }
  }
})

test('every Latin, Greek and Cyrillic letter in the data is in a font', () => {
  const css = String(bytesOf('style.css'))
  const covered = new Set(
    [...css.matchAll(/unicode-range: ([^;]+);/g)].flatMap(([, ranges]) => codesIn(ranges as string)),
  )
  const folder = new URL('data/banks/', root)
  // Collect the few characters first: a pattern with scripts takes seconds for all the data.
  const characters = new Set(
    readdirSync(folder).flatMap((name) => readFileSync(new URL(name, folder), 'utf8').match(/[^\0-\x7f]/gu) ?? []),
  )
  const letters = [...characters].filter((one) => /(?=\p{L})[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(one))
  const missing = letters.filter((letter) => !covered.has(letter.codePointAt(0) as number))
  assert.deepEqual(
    missing.map((letter) => `U+${letter.codePointAt(0)?.toString(16)} ${letter}`),
    [],
  )
})

test('the images have the sizes that pages and systems expect, and are small', () => {
  const sizes = {
    'touch-icon.png': [180, 180],
    'icon-192.png': [192, 192],
    'icon-512.png': [512, 512],
    'social.png': [1200, 630],
  }
  for (const [name, size] of Object.entries(sizes)) {
    const png = bytesOf(name)
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], size, name)
    assert.ok(png.length < 40_000, `${name}: ${png.length} bytes`)
  }
  const ico = bytesOf('favicon.ico')
  assert.deepEqual([...ico.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 48, 48])
  assert.equal(ico.toString('latin1', ico.readUInt32LE(18) + 1, ico.readUInt32LE(18) + 4), 'PNG')
})

test('the manifest and the head of a page name icons that exist, under the base path too', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example.com/api' })
  const base = 'https://banks.example.com/api'
  const load = (path: string): Promise<Response> => fetch(new URL(path, `${base}/`).href.replace(base, url))
  const manifest = await load('/api/manifest.webmanifest')
  assert.equal(manifest.headers.get('content-type'), 'application/manifest+json')
  const { icons, start_url: start } = (await manifest.json()) as { icons: { src: string }[]; start_url: string }
  assert.equal(start, '/api/')
  assert.equal(icons.length, 2)
  const head = await (await load('/api/coverage')).text()
  const linked = [...head.matchAll(/<link rel="(?:icon|apple-touch-icon|preload)"[^>]* href="([^"]+)"/g)].map(
    ([, path]) => path as string,
  )
  assert.equal(linked.length, 3)
  for (const path of [...icons.map(({ src }) => src), ...linked]) {
    const response = await load(path)
    assert.equal(response.status, 200, path)
    assert.match(response.headers.get('content-type') ?? '', /^(?:image|font)\//, path)
    await response.arrayBuffer()
  }
})

/** The code points of a `unicode-range`. */
function codesIn(ranges: string): number[] {
  return ranges.split(',').flatMap((part) => {
    const [first, last = first] = part.replace('U+', '').split('-') as [string, string?]
    const start = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
  })
}

/**
 * Draws the images that must be pixels from `src/site/images/icon.svg`: favicon, touch icon, icons of the manifest, and the
 * picture for links in messages and social networks. Run it after a change of the icon; it needs Chromium.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { projectRoot } from '../../paths.ts'
import { indexedPng } from './indexed-png.ts'

const folder = join(projectRoot, 'src/site/images')
const require = createRequire(import.meta.url)
const icon = readFileSync(join(folder, 'icon.svg'), 'utf8')

/** The mark without its rounded square: systems cut icons to a shape of their own. */
const fullSquare = icon.replace('rx="8" ', '')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
writeFileSync(join(folder, 'favicon.ico'), icoOf(await drawIcon(page, icon, 48), 48))
writeFileSync(join(folder, 'touch-icon.png'), await drawIcon(page, fullSquare, 180))
writeFileSync(join(folder, 'icon-192.png'), await drawIcon(page, fullSquare, 192))
writeFileSync(join(folder, 'icon-512.png'), await drawIcon(page, fullSquare, 512))
writeFileSync(join(folder, 'social.png'), await drawSocial(page))
await browser.close()

async function drawIcon(target: Page, svg: string, size: number): Promise<Buffer> {
  await target.setViewportSize({ width: size, height: size })
  await target.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`)
  return target.screenshot({ omitBackground: true })
}

/** Wraps a PNG in an ICO file: a header of 6 bytes, one entry of 16 bytes, then the PNG. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** The picture of 1200 x 630 px. It has no figures, because they would be out of date after the next data release. */
async function drawSocial(target: Page): Promise<Buffer> {
  await target.setViewportSize({ width: 1200, height: 630 })
  await target.setContent(`<style>
${fontFace('Inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')}
${fontFace('Mono', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')}
body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 76px 84px; background: #fff; color: #15171c;
  font: 34px/1.35 Inter; display: flex; flex-direction: column; justify-content: space-between; border-bottom: 14px solid #3a50cf }
header { display: flex; align-items: center; gap: 20px; font-weight: 600; font-size: 38px; letter-spacing: -0.02em }
svg { width: 64px }
h1 { margin: 0 0 20px; font-size: 84px; line-height: 1.05; font-weight: 650; letter-spacing: -0.035em }
p { margin: 0; color: #585e6c }
ul { margin: 0; padding: 0; display: flex; gap: 18px; list-style: none; font: 26px/52px Mono; color: #3a50cf }
li { padding: 0 22px; border-radius: 12px; background: #edf0fd }
</style><header>${icon}Bank Lookup</header><main><h1>Find a bank’s code</h1><p>Every code with its source and date. Open API, self-hosted.</p></main>
<ul><li>IBAN</li><li>BIC</li><li>sort code</li><li>routing number</li><li>NUBAN</li></ul>`)
  await target.evaluate('document.fonts.ready')
  const png = await target.screenshot()
  return indexedPng(await pixelsOf(target, png), 1200, 630)
}

/** Lets the browser decode a picture. */
async function pixelsOf(target: Page, png: Buffer): Promise<Uint8Array> {
  const decoded = await target.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return Array.from(canvas.getImageData(0, 0, image.width, image.height).data)
  })()`)
  return Uint8Array.from(decoded as number[])
}

function fontFace(family: string, file: string): string {
  const [scope, name, ...path] = file.split('/') as [string, string, ...string[]]
  const font = join(dirname(require.resolve(`${scope}/${name}/package.json`)), ...path)
  const data = readFileSync(font).toString('base64')
  return `@font-face { font-family: ${family}; font-weight: 100 900; src: url(data:font/woff2;base64,${data}) }`
}

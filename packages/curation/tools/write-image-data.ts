/**
 * Writes the data of the container image: the folder `data/` without the facts of sources that are restricted or unclear.
 * Usage: `node packages/curation/tools/write-image-data.ts <new folder> [restricted,unclear]`, where the last argument
 * names the terms to include. Their sources are then listed in `TERMS.md` and printed.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { termsFile, termsText } from '../../../src/dataset/publishing/credits.ts'
import { withheldByDefault } from '../../../src/dataset/publishing/publishing-terms.ts'
import { dataForPublishing } from '../src/licence-filter/data-for-publishing.ts'

const [out = '', list = ''] = process.argv.slice(2)
const included = list.split(',').filter((terms) => terms !== '')
const include = new Set(withheldByDefault.filter((terms) => included.includes(terms)))
if (out === '' || include.size !== included.length) {
  process.stderr.write(`Usage: write-image-data.ts <new folder> [${withheldByDefault.join(',')}]\n`)
  process.exit(2)
}

const temporaryFolder = mkdtempSync(join(tmpdir(), 'bank-lookup-image-data-'))
try {
  const { folder, without, terms } = dataForPublishing({ folder: 'data', include, temporaryFolder })
  cpSync(folder, out, { recursive: true, errorOnExist: true, force: false })
  process.stdout.write(
    `${out}: ${without.length > 0 ? `the data without facts that are ${without.join(' or ')}` : 'all of the data'}.\n`,
  )
  if (terms.length > 0) {
    const text = termsText(terms)
    writeFileSync(join(out, termsFile), text)
    process.stdout.write(text)
  }
} finally {
  rmSync(temporaryFolder, { recursive: true })
}

/** What static hosts need: the headers of responses and one rewrite. */
import { csvType } from '../directory/views/csv.ts'
import { xlsxType } from '../directory/views/xlsx.ts'
import { cacheControl, jsonType } from '../http/responses/prepared-response.ts'
import { databasePath } from './database/database-file.ts'
import type { ExportFile } from './export-data.ts'
import { countriesPath } from './response-files.ts'

/** By pattern, in the format of Netlify and Cloudflare Pages. They join headers of the same name, so each is in one rule. */
const headers: Record<string, Record<string, string>> = {
  '/*': {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
  },
  '/*.json': { 'Content-Type': jsonType },
  '/*.csv': { 'Content-Type': csvType },
  '/*.xlsx': { 'Content-Type': xlsxType },
  '/*.ndjson': { 'Content-Type': 'application/x-ndjson; charset=utf-8' },
  '/*.md': { 'Content-Type': 'text/markdown; charset=utf-8' },
  [`/${databasePath}`]: { 'Content-Type': 'application/vnd.sqlite3' },
  '/SHA256SUMS': { 'Content-Type': 'text/plain; charset=utf-8' },
}

/** Hosts look only for `index.html` in a folder. */
const rewrites = `/v1/supported-countries/ /${countriesPath} 200\n`

export function* hostFiles(): Generator<ExportFile, void> {
  yield { path: '_headers', bytes: Buffer.from(headersText()) }
  yield { path: '_redirects', bytes: Buffer.from(rewrites) }
}

const headersText = (): string =>
  Object.entries(headers)
    .map(([pattern, fields]) =>
      [pattern, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n')

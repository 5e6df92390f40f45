/**
 * The explorer as static files: a page for each country, one page for all banks, the list that each country's page
 * searches, and the scripts, style sheet, fonts and images.
 */
import { buildIndexTables } from '../directory/indexes.ts'
import type { Lookups } from '../directory/lookups.ts'
import type { SupportedCountry } from '../directory/records/country-record.ts'
import { runToEnd } from '../directory/run-to-end.ts'
import { banksIn } from '../directory/views/selected-fields.ts'
import { type Asset, readAssets, rootFiles } from '../site/assets.ts'
import { html } from '../site/html.ts'
import { createExplorerPages } from '../site/pages/explorer-pages.ts'
import { type Frame, filesPath, renderPage } from '../site/pages/page-layout.ts'
import { renderManifest } from '../site/site.ts'
import { type ExplorerList, explorerListPath, type StaticBank, staticListFields } from '../site/static-list.ts'
import { countryFacetNames } from '../site/views/country-list.ts'
import { banksPerPage, countryPath } from '../site/views/page-paths.ts'
import { titled } from '../site/views/titles.ts'
import type { ExportData, ExportFile } from './export-data.ts'
import { describeFiles } from './index-page.ts'

/** `baseUrl`: the address of the site without a trailing slash, or an empty string if it is the root of any host. */
export function* siteFiles(data: ExportData, baseUrl: string): Generator<ExportFile, void> {
  const { directory } = data
  const { folder, files } = readAssets()
  const assets = files.filter(isUsed)
  const frame: Frame = {
    base: baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, ''),
    publicUrl: baseUrl,
    assets: { folder, names: new Set(assets.map(({ name }) => name)) },
    revision: directory.revision,
    isStatic: true,
  }
  const pages = createExplorerPages(directory, frame)
  yield text('index.html', pages.start())
  yield text('banks/index.html', pages.emptyBank())
  yield text(filesPath.slice(1), filesPage(frame, data))
  // Only the indexes have the order of prominence.
  const lookups = directory.withIndexes(runToEnd(buildIndexTables(directory.packed)))
  for (const country of directory.countries) yield* countryFiles(lookups, country, pages)
  for (const { name, bytes } of assets) {
    yield { path: `${folder.slice(1)}/${name}`, bytes }
    for (const [path] of Object.entries(rootFiles).filter(([, asset]) => asset === name))
      yield { path: path.slice(1), bytes }
  }
  yield text('manifest.webmanifest', renderManifest(frame))
}

function* countryFiles(
  lookups: Lookups,
  country: SupportedCountry,
  pages: ReturnType<typeof createExplorerPages>,
): Generator<ExportFile, void> {
  const query = { status: 'active', sort: 'prominence', facets: countryFacetNames } as const
  const { json, total, facets } = runToEnd(lookups.listBanks(country, query))
  const banks = [...banksIn(json)].flat()
  const first = { banks: banks.slice(0, banksPerPage), total, facets }
  const order = { sort: 'prominence', page: 1, type: '', rail: '', region: '', scheme: '' } as const
  const page = pages.country(country, first, order)
  yield text(`${countryPath({ base: '', isStatic: true }, country.code).slice(1)}index.html`, page)
  const list: ExplorerList = {
    banks: banks.map((bank) => ({
      ...(Object.fromEntries(staticListFields.map((field) => [field, bank[field]])) as Omit<StaticBank, 'rails'>),
      rails: lookups.railsOf(bank.id).flatMap(({ rail, reachable }) => (reachable ? [rail] : [])),
    })),
  }
  yield text(explorerListPath(country.code), JSON.stringify(list))
}

const filesPage = (frame: Frame, data: ExportData): string =>
  renderPage(frame, {
    section: 'files',
    title: titled('Files'),
    description: 'All banks as JSON, CSV, XLSX, NDJSON and SQLite.',
    main: html`<div class="prose">${describeFiles(data)}</div>`,
    path: filesPath,
  })

const text = (path: string, content: string): ExportFile => ({ path, bytes: Buffer.from(content) })

/** The other scripts are those of the service. */
const isUsed = ({ name }: Asset): boolean =>
  name === 'static-explorer.js' || !/\.js$|^server\/|^LICENSE-minisearch/.test(name)

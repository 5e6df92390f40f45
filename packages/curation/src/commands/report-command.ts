/** The command that shows how complete the data is, country by country. */

import { type CommandInput, Failure, rejectExtraArguments } from '../../../../src/bin/cli/command.ts'
import { asJson, asTable } from '../../../../src/bin/cli/output-format.ts'
import { readDataset } from '../../../../src/dataset/dataset.ts'
import { runToEnd } from '../../../../src/directory/run-to-end.ts'
import type { CountryCounts } from '../../../../src/directory/storage/build-counts.ts'
import { packDirectory } from '../../../../src/directory/storage/packed-directory.ts'
import { coverageOf, shareText } from '../../../../src/directory/views/country-coverage.ts'
import { openDataFolder } from '../data-folder.ts'
import { compareBuilds, lossTable, reportedBuilds } from '../licence-filter/loss-table.ts'
import type { Outcome } from './outcome.ts'

export async function reportCoverage(folder: string, { values, positionals, screen }: CommandInput): Promise<Outcome> {
  rejectExtraArguments(positionals)
  if (values.losses) return { text: reportLosses(folder, values.json === true), code: 0 }
  const today = new Date()
  const packed = packDirectory(readDataset(folder))
  const countries = runToEnd(coverageOf(packed, today))
  if (values.json) {
    const date = today.toISOString().slice(0, 10)
    return { text: asJson({ revision: packed.revision, date, countries }), code: 0 }
  }
  const rows = countries.map(({ country, open_banks, code, bic, lei, website, confidence, newest_source, types }) => ({
    country,
    open: open_banks,
    code: shareText(code.share),
    bic: shareText(bic.share),
    lei: shareText(lei.share),
    website: shareText(website.share),
    high: shareText(confidence.high.share),
    medium: shareText(confidence.medium.share),
    low: shareText(confidence.low.share),
    newest: newest_source?.date ?? null,
    months: newest_source?.age_months ?? null,
    types: types.map(({ type, banks }) => `${type} ${banks}`).join(', '),
  }))
  const official = countries.flatMap(({ country, official: counts }) =>
    counts.map(({ of, count, date, here }) => ({ country, official: count, here: here.banks, date, of })),
  )
  const table = asTable(rows, 'The data has no countries.', screen)
  return { text: official.length === 0 ? table : `${table}\n${asTable(official, '', screen)}`, code: 0 }
}

function reportLosses(folder: string, isJson: boolean): string {
  const data = openDataFolder(folder)
  if (data.build) {
    const { without, from } = data.build
    throw new Failure(
      `${folder} was itself built without ${without.join(' and ')}; --losses needs the full data, ${from}.`,
    )
  }
  const rows = compareBuilds(data)
  if (!isJson) return lossTable(rows)
  const countries = rows.map(({ country, full, builds }) => ({
    country,
    full: plainCounts(full),
    builds: builds.map(plainCounts),
  }))
  return asJson({ revision: data.revision, builds: reportedBuilds.map((without) => ({ without })), countries })
}

const plainCounts = ({ codes, ...counts }: CountryCounts) => ({ ...counts, codes: Object.fromEntries(codes) })

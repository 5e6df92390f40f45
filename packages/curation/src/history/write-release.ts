/** Stores the changes in a release: a file for clients in `changes/`, and a section in the data changelog. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesFile, readChangeFiles } from '../../../../src/dataset/data-files.ts'
import { readReleases } from '../../../../src/dataset/releases.ts'
import { createValidator } from '../../../../src/dataset/schema-check.ts'
import type { Release, ReleaseHead } from '../../../../src/directory/records/list-change.ts'
import { replaceFiles } from '../data-folder.ts'
import { countLines } from './change-summary.ts'
import type { Comparison } from './compare-folders.ts'
import { report } from './report.ts'

/** Thrown if a release does not continue the stored chain of releases. The message says what to do. */
export class ReleaseChainError extends Error {
  override name = 'BrokenChain'
}

const changelog = 'CHANGELOG.md'

/** Limits that keep a report on forty countries readable. `data diff` shows all changes. */
const shortReport = { all: false, banksMax: 5 }

const intro = `# Data changes

Written by \`bank-lookup data diff --write\`, newest first. \`changes/\` has the same changes for programs.
`

/** Returns the names of the changed files, or none if the release was already stored. `today` is the date in UTC. */
export function writeRelease(folder: string, comparison: Comparison, today: string): string[] {
  const { from, to } = comparison
  const stored = readReleases(readChangeFiles(folder), createValidator, Number.POSITIVE_INFINITY)
  const date = stored.find((release) => release.from === from && release.to === to)?.date
  if (date === undefined) refuseBrokenChain(stored, comparison)
  const head = headOf(comparison, date ?? today)
  return replaceFiles(
    folder,
    new Map([
      [changesFile(to), changesText(head, comparison)],
      [changelog, withSection(join(folder, changelog), head, comparison)],
    ]),
  )
}

export const headOf = ({ from, to, regions }: Comparison, date: string): ReleaseHead => ({
  from,
  to,
  date,
  ...(regions.length > 0 && { regions }),
})

/** The text of a file in `changes/`. */
export const changesText = (head: ReleaseHead, { lists }: Comparison): string =>
  [head, ...lists].map((line) => `${JSON.stringify(line)}\n`).join('')

function refuseBrokenChain(stored: Release[], { from, to }: Comparison): void {
  if (from === to)
    throw new ReleaseChainError(`Both folders are at revision ${to}; nothing changed, so nothing is stored.`)
  if (stored.some((release) => release.from === to || release.to === to)) {
    throw new ReleaseChainError(
      `The stored releases already include revision ${to}, and a chain that returns to it would be a loop; ` +
        'remove the files of the later releases from changes/, or add a source for the new facts.',
    )
  }
  const last = stored.at(-1)?.to
  if (last !== undefined && last !== from) {
    throw new ReleaseChainError(
      `The last stored release ends at revision ${last}, but the older folder is at ${from}; compare with the data at ${last}.`,
    )
  }
}

function withSection(file: string, { to, date }: ReleaseHead, comparison: Comparison): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : intro
  const heading = `## ${to}`
  if (text.split('\n').some((line) => line.startsWith(heading))) return text
  const section = `${heading} (${date})\n\n${report(comparison, { ...shortReport, depth: 3 })}`
  const first = text.indexOf('\n## ')
  const [above, below] = first < 0 ? [text, ''] : [text.slice(0, first + 1), text.slice(first + 1)]
  return `${above.trimEnd()}\n\n${section}${below === '' ? '' : `\n${below}`}`
}

/** Drafts an entry for `news/`. Returns its file name and its text. */
export function newsDraft(comparison: Comparison, now: Date): { name: string; text: string } {
  const { from, to, lists } = comparison
  const moment = `${now.toISOString().slice(0, 19)}Z`
  const counts = lists.length === 0 ? ['The lists are unchanged.'] : countLines(comparison).slice(0, 3)
  return {
    // Replace the dot in the revision, because the text after it would look like a file extension.
    name: `${moment.slice(0, 10)}-data-${to.replace('.', '-')}.md`,
    text: `---
title: ${counts[0]?.replace(/\.$/, '')}
date: ${moment}
revision: ${to}
summary: ${counts.join(' ')}
---
The data is now at revision \`${to}\` (previously \`${from}\`). A program that keeps a copy of a list can fetch
[the changes](/docs/1.0/changes) and apply them.

${report(comparison, { ...shortReport, depth: 2 })}`,
  }
}

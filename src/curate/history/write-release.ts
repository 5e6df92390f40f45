/** Keeps what changed with the data: a file for clients in `changes/`, and a section in the changelog of the data. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesFile, readReleases } from '../../dataset/releases.ts'
import type { Release, ReleaseHead } from '../../directory/records/list-change.ts'
import { replaceFiles } from '../data-folder.ts'
import { countLines } from './change-summary.ts'
import type { Comparison } from './compare-folders.ts'
import { report } from './report.ts'

/** It cannot be stored as it is; the message says what to do. */
export class ReleaseChainError extends Error {
  override name = 'BrokenChain'
}

const changelog = 'CHANGELOG.md'

/** Forty countries have to stay readable; whoever wants all of it compares the folders. */
const inShort = { all: false, banksMax: 5 }

const intro = `# Changes of the data

Made by \`bank-lookup data diff --write\`, newest first. \`changes/\` has the same for programs.
`

/** Answers the names of the files that are others now: none if it was stored before. `today`: a day in UTC. */
export function writeRelease(folder: string, comparison: Comparison, today: string): string[] {
  const { from, to, regions, lists } = comparison
  const stored = readReleases(folder, Number.POSITIVE_INFINITY)
  const date = stored.find((release) => release.from === from && release.to === to)?.date
  if (date === undefined) refuseBreak(stored, comparison)
  const head: ReleaseHead = { from, to, date: date ?? today, ...(regions.length > 0 && { regions }) }
  const lines = [head, ...lists].map((line) => `${JSON.stringify(line)}\n`)
  return replaceFiles(
    folder,
    new Map([
      [changesFile(to), lines.join('')],
      [changelog, withSection(join(folder, changelog), head, comparison)],
    ]),
  )
}

function refuseBreak(stored: Release[], { from, to }: Comparison): void {
  if (from === to)
    throw new ReleaseChainError(`Both folders have the revision ${to}; nothing changed, so nothing is stored.`)
  if (stored.some((release) => release.from === to || release.to === to)) {
    throw new ReleaseChainError(
      `The data was at ${to} before, and a chain that comes back to a revision has no end; ` +
        'take the changes files of the releases since then away, or let a source say what is new.',
    )
  }
  const last = stored.at(-1)?.to
  if (last !== undefined && last !== from) {
    throw new ReleaseChainError(
      `The changes stored last lead to ${last}, but the older folder has ${from}; compare with the data of ${last}.`,
    )
  }
}

function withSection(file: string, { to, date }: ReleaseHead, comparison: Comparison): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : intro
  const heading = `## ${to}`
  if (text.split('\n').some((line) => line.startsWith(heading))) return text
  const section = `${heading} (${date})\n\n${report(comparison, { ...inShort, depth: 3 })}`
  const first = text.indexOf('\n## ')
  const [above, below] = first < 0 ? [text, ''] : [text.slice(0, first + 1), text.slice(first + 1)]
  return `${above.trimEnd()}\n\n${section}${below === '' ? '' : `\n${below}`}`
}

/** A draft: its name, and its text in the form of `news/`. */
export function newsDraft(comparison: Comparison, now: Date): { name: string; text: string } {
  const { from, to, lists } = comparison
  const moment = `${now.toISOString().slice(0, 19)}Z`
  const figures = countLines(comparison).slice(0, 3).join(' ')
  return {
    // No dot: it would be taken for the end of the name.
    name: `${moment.slice(0, 10)}-data-${to.replace('.', '-')}.md`,
    text: `---
title: Data release ${to}
date: ${moment}
summary: ${lists.length === 0 ? 'The lists stay as they are.' : figures}
---
The data has the revision \`${to}\` after \`${from}\`. A program that keeps a copy of a list asks
[what changed](/docs/1.0/changes) and applies it.

${report(comparison, { ...inShort, depth: 2 })}`,
  }
}

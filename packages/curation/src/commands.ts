/** The commands of the package, by name. `bank-lookup data <name>` runs them. Their work is loaded when they are run. */
import type { Command, CommandInput } from '../../../src/bin/cli/command.ts'
import { readSettings } from '../../../src/bin/cli/settings-and-store.ts'
import type { Outcome } from './commands/outcome.ts'

type Work = (folder: string, input: CommandInput & { overlayDir?: string | undefined }) => Promise<Outcome>

/** Loads the work of a command, does it on the configured data folder, and prints the outcome. */
const onDataFolder =
  (load: () => Promise<Work>): Command['run'] =>
  async (input) => {
    const [{ dataDir, overlayDir }, work] = await Promise.all([readSettings(input.env), load()])
    const { text, code } = await work(dataDir, { ...input, overlayDir })
    await input.write(text)
    return code
  }

export const commands: Readonly<Record<string, Command>> = {
  build: {
    usage: '--without restricted [--without unclear] --out <folder> [--previous <folder>] [--json]',
    summary:
      'Write a copy of the data without facts that come only from sources with the given redistribution terms, and report what was omitted. --previous adds the changes since the folder of the previous release.',
    options: {
      without: { type: 'string', multiple: true },
      out: { type: 'string' },
      previous: { type: 'string' },
      json: { type: 'boolean' },
    },
    examples: [
      'data build --without restricted --without unclear --out data-free',
      'data build --without restricted --out data-open-2 --previous data-open',
    ],
    run: onDataFolder(async () => (await import('./commands/build-command.ts')).buildData),
  },
  conflicts: {
    usage: '[--country xx] [--json]',
    summary: 'Show codes, BICs and LEIs with conflicting claims: each claim, its sources, and which one is served.',
    options: { country: { type: 'string' }, json: { type: 'boolean' } },
    examples: ['data conflicts --country ng', 'data conflicts --json'],
    run: onDataFolder(async () => (await import('./commands/conflicts-command.ts')).listConflicts),
  },
  diff: {
    usage: '<older folder> [<newer folder>] [--all] [--json] [--write [--news <folder>]]',
    summary:
      'Show the changes from an older data folder to a newer one, by default DATA_DIR. --write stores them in DATA_DIR for users who keep a local copy.',
    options: {
      all: { type: 'boolean' },
      json: { type: 'boolean' },
      write: { type: 'boolean' },
      news: { type: 'string' },
    },
    examples: ['data diff ../older/data', 'data diff ../older/data --all --json'],
    run: onDataFolder(async () => (await import('./commands/diff-command.ts')).showChanges),
  },
  import: {
    usage:
      '<source> <file> --as-of <date> [--edition <version>] [--names <folder> --names-as-of <date>] [--overlay <folder>] [--accept-losses] [--write] [--all] [--json]',
    summary:
      'Read an official file and show the changes it would make. --write applies them to the data, or to your overlay (OVERLAY_DIR or --overlay) if the list may not be redistributed.',
    options: {
      'as-of': { type: 'string' },
      edition: { type: 'string' },
      names: { type: 'string' },
      'names-as-of': { type: 'string' },
      overlay: { type: 'string' },
      'accept-losses': { type: 'boolean' },
      write: { type: 'boolean' },
      all: { type: 'boolean' },
      json: { type: 'boolean' },
    },
    examples: [
      'data import us-fedach FedACHdir.txt --as-of 2026-11-01',
      'data import us-fedach FedACHdir.txt --as-of 2026-11-01 --write',
    ],
    run: onDataFolder(async () => (await import('./commands/import-command.ts')).importInto),
  },
  lint: {
    usage: '[<country> ...] [--rule <name>] [--fix] [--json]',
    summary:
      'Check the data against the rules, and print each problem with its location and fix. --fix sorts and formats the files. With countries, only their bank files are checked and fixed.',
    options: { rule: { type: 'string' }, fix: { type: 'boolean' }, json: { type: 'boolean' } },
    examples: ['data lint gh', 'data lint --rule same-name --json'],
    run: onDataFolder(async () => (await import('./commands/lint-command.ts')).lintData),
  },
  release: {
    usage: '--key <private key> --out <channel> [--with restricted,unclear] [--accept-losses] [--touch] [--json]',
    summary:
      'Publish the data to a channel: write a signed release into the folder, which any web server can serve. If the data has not changed, sign the channel again, as --touch always does: followers report a channel that was not signed for a month.',
    options: {
      key: { type: 'string' },
      out: { type: 'string' },
      with: { type: 'string' },
      'accept-losses': { type: 'boolean' },
      touch: { type: 'boolean' },
      json: { type: 'boolean' },
    },
    examples: ['data release --key private.pem --out channel', 'data release --key private.pem --out channel --touch'],
    run: onDataFolder(async () => (await import('./commands/release-command.ts')).release),
  },
  report: {
    usage: '[--json] [--losses]',
    summary:
      'Show for each country how complete, reliable and recent the data is, and the official number of banks, if known. With --losses, show what data build leaves out, as a Markdown table.',
    options: { json: { type: 'boolean' }, losses: { type: 'boolean' } },
    examples: ['data report', 'data report --losses'],
    run: onDataFolder(async () => (await import('./commands/report-command.ts')).reportCoverage),
  },
  update: {
    usage: '[<source> ...] [--write] [--from <url>]',
    summary:
      'Download the official lists that have a fixed address, and show the changes that they would make, as Markdown. --write applies them. --from names a server that has the lists under the names of their sources.',
    options: { write: { type: 'boolean' }, from: { type: 'string' } },
    examples: ['data update', 'data update cz-cnb ch-six --write'],
    run: onDataFolder(async () => (await import('./commands/update-command.ts')).updateData),
  },
}

/** Removes the facts that an export or a release must not have. */
export const loadDataForPublishing = async () =>
  (await import('./licence-filter/data-for-publishing.ts')).dataForPublishing

/** The commands of the package, by name. Each is loaded when it is run. `bank-lookup data <name>` runs them. */
import type { LoadCommand } from '../../../src/bin/cli/command.ts'

export const commands: Readonly<Record<string, LoadCommand>> = {
  build: async () => (await import('./commands/build-command.ts')).build,
  conflicts: async () => (await import('./commands/conflicts-command.ts')).conflicts,
  diff: async () => (await import('./commands/diff-command.ts')).diff,
  import: async () => (await import('./commands/import-command.ts')).importSource,
  lint: async () => (await import('./commands/lint-command.ts')).lint,
  report: async () => (await import('./commands/report-command.ts')).report,
}

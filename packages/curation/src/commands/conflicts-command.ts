/** The command that shows contradictory claims to codes, BICs and LEIs. */
import { type Command, type ParsedArgs, rejectExtraArguments, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/format.ts'
import { type Outcome, onDataFolder } from './on-data-folder.ts'

export const conflicts: Command = {
  usage: '[--country xx] [--json]',
  summary: 'Show codes, BICs and LEIs with conflicting claims: each claim, its sources, and which one is served.',
  options: { country: { type: 'string' }, json: { type: 'boolean' } },
  examples: ['data conflicts --country ng', 'data conflicts --json'],
  run: (input) => onDataFolder(input, (folder) => listConflicts(folder, input)),
}

async function listConflicts(folder: string, { values, positionals }: ParsedArgs): Promise<Outcome> {
  rejectExtraArguments(positionals)
  const [{ openDataFolder }, { conflictKinds, findConflicts }, { explanationOf, formatConflict, formatVerdict }] =
    await Promise.all([
      import('../data-folder.ts'),
      import('../conflicts/conflicts.ts'),
      import('../conflicts/conflict-text.ts'),
    ])
  const data = openDataFolder(folder)
  const country = values.country === undefined ? undefined : String(values.country).toUpperCase()
  if (country !== undefined && !data.countries.some(({ code, kind }) => code === country && kind === 'country')) {
    throw new UsageError(`--country is "${values.country}"; use the code of a country in countries.json, such as ng.`)
  }
  const found = findConflicts(data).filter((conflict) => country === undefined || conflict.country === country)
  const code = found.some(({ is_broken }) => is_broken) ? 1 : 0
  if (values.json) {
    const described = found.map((conflict) => ({
      ...conflict,
      verdict: formatVerdict(conflict),
      explanation: explanationOf(conflict) ?? null,
    }))
    return { text: asJson({ revision: data.revision, count: found.length, conflicts: described }), code }
  }
  const counts = conflictKinds.map((kind) => `${kind} ${found.filter((one) => one.kind === kind).length}`)
  return { text: `${[...found.map(formatConflict), `Conflicts: ${counts.join(', ')}.`].join('\n')}\n`, code }
}

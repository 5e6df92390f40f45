/** The command that shows contradictory claims to codes, BICs and LEIs. */
import { type ParsedArgs, rejectExtraArguments, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/output-format.ts'
import { explanationOf, formatConflict, formatVerdict } from '../conflicts/conflict-text.ts'
import { conflictKinds, findConflicts } from '../conflicts/conflicts.ts'
import { openDataFolder } from '../data-folder.ts'
import type { Outcome } from './outcome.ts'

export async function listConflicts(folder: string, { values, positionals }: ParsedArgs): Promise<Outcome> {
  rejectExtraArguments(positionals)
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

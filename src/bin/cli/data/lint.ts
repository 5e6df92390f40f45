/** The command that checks a data folder against the rules, and sorts and formats it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import { type DataCommand, rejectExtraArguments, UsageError } from '../command.ts'
import { asJson } from '../format.ts'

export const lint: DataCommand = {
  usage: '[--rule <name>] [--fix] [--json]',
  summary:
    'Check the data against the rules, and print each problem with its location and fix. --fix sorts and formats the files.',
  options: { rule: { type: 'string' }, fix: { type: 'boolean' }, json: { type: 'boolean' } },
  examples: ['data lint', 'data lint --rule same-name --json'],
  runOn: async (folder, { values, positionals }) => {
    rejectExtraArguments(positionals, 'DATA_DIR selects the folder.')
    const startMs = performance.now()
    // Import the rules here, so that the other commands do not load them.
    const { findingText, lintFolder, rules } = await import('../../../curate/lint/lint-folder.ts')
    const chosen = values.rule === undefined ? rules : rules.filter(({ name }) => name === values.rule)
    if (chosen.length === 0) {
      const names = rules.map(({ name }) => name).join(', ')
      throw new UsageError(`Unknown rule "${values.rule}". Rules: ${names}.`)
    }
    const today = new Date().toISOString().slice(0, 10)
    // The package has a reduced build of the data: a rule or an exception can concern facts that the build leaves out.
    const isShipped = folder === join(projectRoot, 'data') && !existsSync(join(folder, 'build.json'))
    const { findings, banks, fixedFiles } = lintFolder(folder, {
      rules: chosen,
      today,
      isShipped,
      fix: values.fix === true,
    })
    const ms = Math.round(performance.now() - startMs)
    const code = findings.length > 0 ? 1 : 0
    if (values.json) {
      const shown = findings.map(({ fix, ...finding }) => ({ ...finding, mend: fix }))
      return { text: asJson({ banks, rules: chosen.length, ms, mended: fixedFiles, findings: shown }), code }
    }
    const fixed = fixedFiles.length > 0 ? `Sorted and formatted: ${fixedFiles.join(', ')}.\n` : ''
    const problems = findings.map((finding) => `${findingText(finding)}\n`).join('')
    return { text: fixed + problems + summary({ banks, rules: chosen.length, ms, count: findings.length }), code }
  },
}

function summary({ banks, rules, ms, count }: Record<'banks' | 'rules' | 'ms' | 'count', number>): string {
  const checked = `${banks} banks, ${rules === 1 ? 'one rule' : `${rules} rules`}, ${ms} ms`
  return count === 0
    ? `No problems (${checked}).\n`
    : `${count} ${count === 1 ? 'problem' : 'problems'} (${checked}).\n`
}

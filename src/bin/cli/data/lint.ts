/** Holding a data folder to the rules, and putting it in order. */
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import { type DataCommand, UsageError } from '../command.ts'
import { asJson } from '../format.ts'

export const lint: DataCommand = {
  usage: '[--rule <name>] [--fix] [--json]',
  summary: 'Hold the data to its rules: what is wrong, where, and how to mend it. --fix sorts and formats.',
  options: { rule: { type: 'string' }, fix: { type: 'boolean' }, json: { type: 'boolean' } },
  runOn: async (folder, { values, words }) => {
    if (words.length > 0)
      throw new UsageError(`"${words[0]}" is one word too many; DATA_DIR says which folder is meant.`)
    const startMs = performance.now()
    // The other commands would have to load the rules, too.
    const { findingText, lintFolder, rules } = await import('../../../curate/lint/lint-folder.ts')
    const chosen = values.rule === undefined ? rules : rules.filter(({ name }) => name === values.rule)
    if (chosen.length === 0) {
      const names = rules.map(({ name }) => name).join(', ')
      throw new UsageError(`There is no rule "${values.rule}". The rules are: ${names}.`)
    }
    const today = new Date().toISOString().slice(0, 10)
    const isShipped = folder === join(projectRoot, 'data')
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
    const found = findings.map((finding) => `${findingText(finding)}\n`).join('')
    return { text: fixed + found + summary({ banks, rules: chosen.length, ms, count: findings.length }), code }
  },
}

function summary({ banks, rules, ms, count }: Record<'banks' | 'rules' | 'ms' | 'count', number>): string {
  const held = `${banks} banks, ${rules === 1 ? 'one rule' : `${rules} rules`}, ${ms} ms`
  return count === 0
    ? `Nothing to mend (${held}).\n`
    : `${count === 1 ? 'One thing' : `${count} things`} to mend (${held}).\n`
}

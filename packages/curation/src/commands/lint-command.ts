/** The command that checks a data folder, or the banks of some countries, against the rules, and sorts and formats it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedArgs, quote, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/output-format.ts'
import { projectRoot } from '../../../../src/bin/paths.ts'
import { findingText, lintFolder, rules } from '../lint/lint-folder.ts'
import type { Outcome } from './outcome.ts'

type Input = ParsedArgs & { overlayDir?: string | undefined }

export async function lintData(folder: string, { values, positionals, overlayDir }: Input): Promise<Outcome> {
  if (overlayDir !== undefined) {
    throw new UsageError(
      'data lint checks only the data folder, but OVERLAY_DIR is set. ' +
        'Check the data with the overlay with bank-lookup data check, or unset OVERLAY_DIR.',
    )
  }
  const bankFiles = positionals.map((country) => bankFileOf(folder, country))
  const startMs = performance.now()
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
    ...(bankFiles.length > 0 ? { bankFiles } : {}),
  })
  const ms = Math.round(performance.now() - startMs)
  const code = findings.length > 0 ? 1 : 0
  if (values.json) {
    return { text: asJson({ banks, rules: chosen.length, ms, fixed: fixedFiles, findings }), code }
  }
  const fixed = fixedFiles.length > 0 ? `Sorted and formatted: ${fixedFiles.join(', ')}.\n` : ''
  const problems = findings.map((finding) => `${findingText(finding)}\n`).join('')
  const rest =
    bankFiles.length > 0 ? `Checked only ${bankFiles.join(', ')}; data lint without a country checks all files.\n` : ''
  return {
    text: fixed + problems + summary({ banks, rules: chosen.length, ms, count: findings.length }) + rest,
    code,
  }
}

function bankFileOf(folder: string, country: string): string {
  const file = `banks/${country.toLowerCase()}.jsonl`
  if (/^[a-z]{2}$/i.test(country) && existsSync(join(folder, file))) return file
  throw new UsageError(
    `Unknown country ${quote(country)}; use the two-letter code of a file in banks/, such as gh. DATA_DIR selects the folder.`,
  )
}

function summary({ banks, rules, ms, count }: Record<'banks' | 'rules' | 'ms' | 'count', number>): string {
  const checked = `${banks} ${banks === 1 ? 'bank' : 'banks'}, ${rules === 1 ? 'one rule' : `${rules} rules`}, ${ms} ms`
  return count === 0
    ? `No problems (${checked}).\n`
    : `${count} ${count === 1 ? 'problem' : 'problems'} (${checked}).\n`
}

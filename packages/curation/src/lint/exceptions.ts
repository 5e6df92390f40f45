/**
 * Known exceptions to the lint rules, each with a reason: one file per rule, in `exceptions/`. An exception that
 * matches no finding is itself reported as a finding, so that outdated exceptions are removed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FromSchema } from 'json-schema-to-ts'
import { createSchemaCheck } from '../../../../src/dataset/schema-check.ts'
import type { Finding } from './rule.ts'

const exceptionsSchema = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['reason', 'subjects'],
    properties: {
      reason: { type: 'string', minLength: 1 },
      subjects: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
    },
  },
} as const

export type Exceptions = FromSchema<typeof exceptionsSchema>

export const exceptionsFolder = fileURLToPath(new URL('exceptions/', import.meta.url))

const fileOf = (rule: string): string => `packages/curation/src/lint/exceptions/${rule}.json`

export function exceptionsOf(rule: string): Exceptions {
  const path = `${exceptionsFolder}${rule}.json`
  if (!existsSync(path)) return []
  return createSchemaCheck<Exceptions>(exceptionsSchema)(JSON.parse(readFileSync(path, 'utf8')), { file: fileOf(rule) })
}

export function applyExceptions(
  rule: string,
  found: Iterable<Finding>,
  exceptions: Exceptions,
): { findings: Finding[]; unneeded: Finding[] } {
  const allowed = new Set(exceptions.flatMap(({ subjects }) => subjects))
  const used = new Set<string>()
  const findings: Finding[] = []
  for (const finding of found) {
    if (allowed.has(finding.subject)) used.add(finding.subject)
    else findings.push(finding)
  }
  const unneeded = [...allowed].filter((subject) => !used.has(subject))
  return { findings, unneeded: unneeded.map((subject) => unneededFinding(rule, subject)) }
}

const unneededFinding = (rule: string, subject: string): Finding => ({
  file: fileOf(rule),
  problem: `the exception for ${JSON.stringify(subject)} is no longer needed`,
  fix: 'remove it',
  subject,
})

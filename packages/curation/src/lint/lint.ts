/** Applies the rules to the records of a data folder and collects the findings. */
import { compare } from '../serialize.ts'
import { applyExceptions, type Exceptions } from './exceptions.ts'
import type { Finding, LintedData, Rule } from './rule.ts'

export interface RuledFinding extends Finding {
  rule: string
}

export interface LintResult {
  /** Sorted by file and line. */
  findings: RuledFinding[]
  /** Exceptions that match no finding. */
  unneeded: RuledFinding[]
}

export function lint(data: LintedData, rules: readonly Rule[], exceptionsOf: (rule: string) => Exceptions): LintResult {
  const findings: RuledFinding[] = []
  const unneeded: RuledFinding[] = []
  for (const { name: rule, ...finder } of rules) {
    const found =
      'find' in finder ? finder.find(data) : data.banks.flatMap((located) => [...finder.findInBank(located, data)])
    const result = applyExceptions(rule, found, exceptionsOf(rule))
    findings.push(...result.findings.map((finding) => ({ ...finding, rule })))
    unneeded.push(...result.unneeded.map((finding) => ({ ...finding, rule })))
  }
  return { findings: findings.sort(byLocation), unneeded }
}

const byLocation = (a: Finding, b: Finding): number => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)

/**
 * Formats a finding as one line:
 * `banks/ng.jsonl:18 ng-access-bank: LEI "..." has wrong check digits; correct it, or remove it [check-digits]`
 */
export function findingText({ file, line, bank, problem, fix, rule }: RuledFinding): string {
  const location = line === undefined ? file : `${file}:${line}`
  return `${location} ${bank === undefined ? '' : `${bank}: `}${problem}; ${fix} [${rule}]`
}

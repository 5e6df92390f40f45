/** Holds the records of a data folder to the rules, and answers what is wrong with them. */
import { compare } from '../serialize.ts'
import { type Exceptions, judge } from './exceptions.ts'
import type { Finding, LintedData, Rule } from './rule.ts'

export interface RuledFinding extends Finding {
  rule: string
}

export interface LintResult {
  /** By file and line. */
  findings: RuledFinding[]
  /** Exceptions without a finding. Only the shipped data has to need them all. */
  unneeded: RuledFinding[]
}

export function lint(data: LintedData, rules: readonly Rule[], exceptionsOf: (rule: string) => Exceptions): LintResult {
  const findings: RuledFinding[] = []
  const unneeded: RuledFinding[] = []
  for (const { name: rule, find } of rules) {
    const judged = judge(rule, find(data), exceptionsOf(rule))
    findings.push(...judged.findings.map((finding) => ({ ...finding, rule })))
    unneeded.push(...judged.unneeded.map((finding) => ({ ...finding, rule })))
  }
  return { findings: findings.sort(byPlace), unneeded }
}

const byPlace = (a: Finding, b: Finding): number => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)

/** `banks/ng.jsonl:18 ng-access-bank: its lei ... fails its check digits; correct it [check-digits]` */
export function findingText({ file, line, bank, problem, mend, rule }: RuledFinding): string {
  const place = line === undefined ? file : `${file}:${line}`
  return `${place} ${bank === undefined ? '' : `${bank}: `}${problem}; ${mend} [${rule}]`
}

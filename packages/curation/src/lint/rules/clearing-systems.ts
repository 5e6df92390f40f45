/** A wrong clearing code or member id sends a payment message to the wrong bank. */
import { clearingSystemError } from '../../../../../src/dataset/tables/clearing-systems.ts'
import { compare } from '../../serialize.ts'
import type { Finding, LintedData, LocatedClearingSystem, Rule } from '../rule.ts'

export const clearingSystems: Rule = {
  name: 'clearing-systems',
  summary:
    'Clearing systems are sorted by code, one per country; their country, scheme and sources exist, and their examples match.',
  find,
}

function* find({ clearingSystems: systems, countries, ...known }: LintedData): Iterable<Finding> {
  const codes = new Set(countries.map(({ code }) => code))
  const taken = new Set<string>()
  for (const [at, located] of systems.entries()) {
    const { code, country } = located.system
    const before = systems[at - 1]?.system.code
    const fault = clearingSystemError(located.system, known)
    if (fault) yield systemFinding(located, fault, 'correct it')
    if (!codes.has(country)) yield systemFinding(located, `${country} is not a supported country`, 'remove it')
    if (taken.has(country)) yield systemFinding(located, `${country} has two clearing systems`, 'keep one')
    taken.add(country)
    if (before !== undefined && compare(before, code) > 0)
      yield systemFinding(located, `it does not sort after ${before}`, 'move it')
  }
}

const systemFinding = (
  { system: { code }, file, line }: LocatedClearingSystem,
  problem: string,
  fix: string,
): Finding => ({ file, line, problem: `${code}: ${problem}`, fix, subject: code })

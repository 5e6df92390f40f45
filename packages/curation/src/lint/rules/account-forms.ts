/** A wrong account form finds the wrong bank for every account number of a country, or rejects all of them. */
import { formError } from '../../../../../src/dataset/tables/account-forms.ts'
import { compare } from '../../serialize.ts'
import type { Finding, LintedData, LocatedForm, Rule } from '../rule.ts'

export const accountForms: Rule = {
  name: 'account-forms',
  summary: 'Account forms are sorted by id, their country, scheme and source exist, and their examples are valid.',
  find,
}

function* find({ accountForms: forms, countries, ...known }: LintedData): Iterable<Finding> {
  const codes = new Set(countries.map(({ code }) => code))
  for (const [at, located] of forms.entries()) {
    const { form } = located
    const before = forms[at - 1]?.form.id
    const fault = formError(form, known)
    if (fault) yield formFinding(located, fault, 'correct it')
    if (!codes.has(form.country)) yield formFinding(located, `${form.country} is not a supported country`, 'remove it')
    if (before !== undefined && compare(before, form.id) > 0)
      yield formFinding(located, `it does not sort after ${before}`, 'move it')
  }
}

const formFinding = ({ form: { id }, file, line }: LocatedForm, problem: string, fix: string): Finding => ({
  file,
  line,
  problem: `${id}: ${problem}`,
  fix,
  subject: id,
})

/**
 * Reports abbreviated and truncated names, which come from lists with narrow columns. Customers should read the full
 * name: "Employees Credit Union", not "Emp C U". Each pattern matches an abbreviation only where it is always wrong.
 */
import { quoted, type Rule } from '../rule.ts'

export const shortForms: Rule = {
  name: 'short-forms',
  summary: 'The name of an open bank is neither truncated nor abbreviated.',
  *findInBank({ name, status }) {
    if (status !== 'active') return
    const form = forms.map((pattern) => pattern.exec(name)?.[0]).find((match) => match !== undefined)
    if (form === undefined) return
    const problem = `name ${quoted(name)} contains the abbreviation ${quoted(form.trim())}`
    yield [problem, 'write the full name']
  },
}

const forms: RegExp[] = [
  /\bF? ?C U$/,
  /\b(?:Emp|Empl|Emps|Empls)\b\.?(?= (?:Federal )?Credit Union)/,
  /\bFederal Credit$/,
  /\bCredit U(?:n|ni|nio)?$/,
  /\b(?:Rural )?Bk$/,
  /\bCa(?:ja|ixa) R\./,
  /^C\. ?R\. (?!H)/,
  /\bFCU Federal Credit Union$/,
  /\b(?:Savi|Savin|Saving|Unio|Feder|Natio|Commun)$/,
]

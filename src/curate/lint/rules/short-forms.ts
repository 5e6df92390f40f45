/**
 * Lists with short columns shorten words and cut names. What customers read is the whole: "Employees Credit Union", not
 * "Emp C U". Here are forms that are never right at the end of a name or before its last words.
 */
import { bankFinding, type Finding, isOpen, type LintedData, quoted, type Rule } from '../rule.ts'

export const shortForms: Rule = {
  name: 'short-forms',
  summary: 'The name of an open bank is not cut or shortened.',
  find,
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

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks.filter(isOpen)) {
    const form = forms.map((each) => each.exec(located.bank.name)?.[0]).find((found) => found !== undefined)
    if (form === undefined) continue
    const problem = `its name ${quoted(located.bank.name)} has the short form ${quoted(form.trim())}`
    yield bankFinding(located, problem, 'write the whole name')
  }
}

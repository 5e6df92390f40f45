/** A wrong account form finds the wrong bank for every account number of a country, or rejects all of them. */
import { formError } from '../../../../../src/dataset/tables/account-forms.ts'
import { findInTable, type Rule } from '../rule.ts'

export const accountForms: Rule = {
  name: 'account-forms',
  summary: 'Account forms are sorted by id, their country, scheme and source exist, and their examples are valid.',
  find: (data) => findInTable(data.tables.accountForms, data, formError),
}

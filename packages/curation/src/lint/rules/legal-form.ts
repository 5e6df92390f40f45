/**
 * Reports names that end with a legal form. A name should be what customers call the bank. If some names had a legal
 * form, a list would show "Access Bank Plc" next to "Zenith Bank".
 */
import { quoted, type Rule } from '../rule.ts'

export const legalForm: Rule = {
  name: 'legal-form',
  summary: 'A name does not end with a legal form.',
  *findInBank({ name }) {
    const form = ending.exec(name)?.[1]
    if (form === undefined) return
    const problem = `name ${quoted(name)} ends with the legal form ${form}`
    yield [problem, 'move the full name to legal_name, and remove the legal form from name']
  },
}

// Leave out "Company" and "Corporation": customers say them as part of the name, as in "Northern Trust Company".
const forms =
  'A/S|AB|ABp|AG|AS|ASA|B.V.|BV|GmbH|Inc|Inc.|KG|KGaA|LLC|Limited|Ltd|Ltd.|N.A.|N.V.|NV|National Association|Oyj|PLC|Plc|' +
  'S.A.|S.C.p.A.|S.p.A.|SA|SA/NV|SAS|SE|SpA|Sp. z o.o.|UAB|a.s.|d.d.|e.G.|eG|plc'
const ending = new RegExp(`[ ,](${forms.replaceAll('.', '\\.')})$`)

/** The menus of the account form: countries and payment methods. */

import { countryText, element } from '../bank-picker.ts'
import { part } from './account-row.ts'
import { readCountries, request } from './account-source.ts'
import { accountStringsFor } from './account-strings.ts'

export type Menu = ReturnType<typeof createMenu>

export function createMenu(id: string) {
  const label = element('label', { for: id, part: 'label' })
  const select = element('select', { id, part: 'select' })
  const row = part('field', label, select)
  row.hidden = true
  return { row, label, select }
}

/** Shows the countries that the page lists, or all of them. A form with a fixed country has no menu. */
export async function loadCountryMenu(
  form: Element,
  { row, select }: Menu,
  language: string,
  signal: AbortSignal,
  failed: Parameters<typeof request>[4],
): Promise<void> {
  const listed = form.getAttribute('countries')
  row.hidden = listed === null && form.hasAttribute('country')
  if (row.hidden) return
  let codes: string[] = listed?.toUpperCase().match(/[A-Z]{2}/g) ?? []
  const isAll = codes.length === 0
  if (isAll) codes = (await request(form, 'v1/supported-countries/', readCountries, signal, failed)) ?? []
  const options = codes.map((code) => new Option(countryText(code, language), code.toLowerCase()))
  if (isAll) options.sort((a, b) => a.text.localeCompare(b.text, language))
  select.replaceChildren(new Option(accountStringsFor(language).choose, ''), ...options)
}

/** The title and the canonical address of the page, which change with the view. */
import type { BankDetail } from '../../../directory/records/bank-record.ts'
import { bankTitle, checkTitle, countryTitle, resultsHeading, startTitle, titled } from '../../views/titles.ts'
import type { ViewContext } from '../../views/view-context.ts'
import { serviceUrl } from './api/send.ts'
import { addressOf, type View } from './view.ts'

/** `bank`: the bank of the open card, once it is loaded. Text that may be an account number is never in the title. */
export function pageTitle(context: ViewContext, { list, bank: id }: View, bank?: BankDetail): string {
  if (bank) return bankTitle(context, bank)
  if (id !== '' || !list) return document.title
  if (list.query !== '') return titled(resultsHeading(context, list))
  if (list.isCheck) return checkTitle
  const country = context.countries.get(list.country)
  return country ? countryTitle(context, country.code, country.bankCount) : startTitle
}

export function setCanonical({ publicUrl, base }: ViewContext, view: View): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  const address = addressOf({ ...view, ...(view.list && { list: { ...view.list, type: '', status: '' } }) }, serviceUrl)
  if (link) link.href = `${publicUrl}${address.slice(base.length)}`
}

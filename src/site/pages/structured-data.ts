/** Descriptions of pages for crawlers, in the vocabulary of schema.org (JSON-LD). */
import type { BankDetail } from '../../directory/records/bank-record.ts'

type JsonLd = Record<string, unknown>

const vocabulary = 'https://schema.org'
/** A bank with hundreds of branch codes would otherwise fill the page with them twice. */
const identifiersMax = 20

export function describeBank(publicUrl: string, bank: BankDetail): JsonLd {
  const { id, name, legal_name, short_name, aliases, country, city, region, website, lei, bic, code_details } = bank
  const codes = code_details
    .filter(({ status }) => status === 'current')
    .map(({ label, value }) => ({ '@type': 'PropertyValue', propertyID: label, value }))
  const bics = bic === null ? [] : [{ '@type': 'PropertyValue', propertyID: 'BIC', value: bic }]
  const otherNames = [...(short_name === null ? [] : [short_name]), ...aliases]
  return {
    '@context': vocabulary,
    '@type': 'BankOrCreditUnion',
    '@id': `${publicUrl}/banks/${id}`,
    name,
    ...(legal_name !== null && { legalName: legal_name }),
    ...(otherNames.length > 0 && { alternateName: otherNames }),
    ...(website !== null && { url: website }),
    ...(lei !== null && { leiCode: lei }),
    address: {
      '@type': 'PostalAddress',
      addressCountry: country,
      ...(city !== null && { addressLocality: city }),
      ...(region !== null && { addressRegion: region }),
    },
    ...(codes.length + bics.length > 0 && { identifier: [...bics, ...codes].slice(0, identifiersMax) }),
  }
}

/** `path`: relative to the public URL. */
export const describeBreadcrumbs = (publicUrl: string, pages: readonly { name: string; path: string }[]): JsonLd => ({
  '@context': vocabulary,
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${publicUrl}${path}`,
  })),
})

/** Lets search engines offer a field that searches this site. */
export const describeSite = (publicUrl: string): JsonLd => ({
  '@context': vocabulary,
  '@type': 'WebSite',
  name: 'Bank Lookup',
  url: `${publicUrl}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/?q={query}` },
    'query-input': 'required name=query',
  },
})

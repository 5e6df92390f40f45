/** Creates the context of the views on the server from the directory. */

import type { Directory } from '../../directory/lookups.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { type Rail, railCountries } from '../../directory/records/rail-record.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import { type ContextData, createViewContext, type RailSummary } from '../views/view-context.ts'
import type { Frame } from './page-layout.ts'

/** The part that does not depend on the public URL. */
export type SharedContext = Pick<ContextData, 'countries' | 'schemes' | 'rails'>

export function createSharedContext({ countries, packed }: Pick<Directory, 'countries' | 'packed'>): SharedContext {
  const names = new Map(
    packed.countries.map(({ code, local_name = '', other_names = [] }) => [
      code,
      [...local_name.split('/'), ...other_names].map((name) => name.trim()).filter((name) => name !== ''),
    ]),
  )
  const states = new Map(packed.countries.map(({ code, regions }) => [code, regions]))
  return {
    countries: countries.map((country) => ({
      code: country.code,
      name: country.display_name,
      also: otherNames(country, names.get(country.code) ?? []),
      bankCount: country.bank_count,
      schemes: country.bank_codes.filter(({ use }) => use === 'payment').map(({ scheme }) => scheme),
      states: states.get(country.code),
    })),
    schemes: groupSchemes([...packed.schemes.values()]),
    rails: Object.fromEntries(packed.rails.map((rail) => [rail.id, summaryOf(rail, packed)])),
  }
}

function groupSchemes(schemes: readonly Scheme[]): SharedContext['schemes'] {
  const groups = Map.groupBy(schemes, ({ label, short_label: short, use }) => JSON.stringify([label, short, use]))
  return [...groups.values()].map((group) => {
    const [{ label, short_label: short = label, use = 'payment' }] = group as [Scheme]
    return { label, short, use, ids: group.map(({ id }) => id) }
  })
}

const summaryOf = (rail: Rail, { countries, regions }: Directory['packed']): RailSummary => ({
  label: rail.label,
  ...(rail.source !== undefined && { countries: [...railCountries(rail, [...countries, ...regions])] }),
})

function otherNames({ code, alpha3, also, name, display_name }: SupportedCountry, names: readonly string[]): string[] {
  const all = new Set([...also, ...(alpha3 === null ? [] : [alpha3]), name, ...names])
  for (const shown of [code, display_name]) all.delete(shown)
  return [...all]
}

/** What a page of the explorer is rendered with. */
export type PageContext = ReturnType<typeof createPageContext>

export function createPageContext(frame: Frame, shared: SharedContext, today: Date) {
  const { base, publicUrl, assets, isStatic } = frame
  /** The context of the views as JSON, for the script. */
  const data: ContextData = {
    base,
    publicUrl,
    assets: assets.names.size === 0 ? undefined : `${base}${assets.folder}`,
    isStatic,
    ...shared,
  }
  return { frame, data, context: createViewContext(data, today) }
}

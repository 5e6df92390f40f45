/**
 * What the views need to know besides the data that they show. The server creates it from the directory; the browser reads
 * it from the page, where it is `ContextData` as JSON.
 */
import type { Scheme } from '../../directory/records/scheme.ts'
import { type Html, html } from '../html.ts'

export interface CountrySummary {
  /** Two capital letters. */
  code: string
  name: string
  /** Other codes, such as UK and GBR, and the name that interface 1.0 defines, if it differs. */
  also: string[]
  bankCount: number
  /** The code schemes that payments use there, preferred first. */
  schemes: string[]
  /** The names of its states by the code that banks have as their region. Undefined if banks have none, or names. */
  states?: Record<string, string> | undefined
}

export interface SchemeSummary {
  label: string
  /** What people write before the code, such as "NIP". */
  short: string
  use: Scheme['use']
}

export interface RailSummary {
  label: string
  /** Codes of the countries whose banks can be filtered by the rail; left out if there is no list of participants. */
  countries?: string[]
}

/** The context as JSON. */
export interface ContextData {
  /** Path of the published base URL, without a trailing slash; usually empty. */
  base: string
  /** The configured base URL without a trailing slash. Empty if none is configured. */
  publicUrl: string
  /** Path of the assets folder, without a trailing slash. Undefined if the site is not built. */
  assets?: string | undefined
  /** Whether the site is a folder of files without a service. Pages then leave out what needs the service. */
  isStatic?: boolean | undefined
  /** In display order. */
  countries: CountrySummary[]
  /** Schemes with the same summary are one entry: most IBAN codes are, and every page carries this. */
  schemes: (SchemeSummary & { ids: string[] })[]
  rails: Record<string, RailSummary>
}

export interface ViewContext extends Omit<ContextData, 'countries' | 'schemes' | 'rails'> {
  /** Keyed by country code. */
  countries: ReadonlyMap<string, CountrySummary>
  schemes: ReadonlyMap<string, SchemeSummary>
  rails: ReadonlyMap<string, RailSummary>
  /** The day on which the age of a list is computed. */
  today: Date
}

export const createViewContext = ({ countries, schemes, rails, ...shared }: ContextData, today: Date): ViewContext => ({
  ...shared,
  countries: new Map(countries.map((country) => [country.code, country])),
  schemes: new Map(schemes.flatMap(({ ids, ...summary }) => ids.map((id) => [id, summary] as const))),
  rails: new Map(Object.entries(rails)),
  today,
})

/** Returns the English name, or the code itself if the country is not supported. */
export const countryName = ({ countries }: ViewContext, code: string): string => countries.get(code)?.name ?? code

const withArticle = new Set(['AE', 'BS', 'CD', 'CF', 'DO', 'EU', 'GB', 'GM', 'MV', 'NL', 'PH', 'US'])

/** "Nigeria", "the United States". */
export const nameInSentence = (code: string, name: string): string => `${withArticle.has(code) ? 'the ' : ''}${name}`

/** "in Nigeria", "in the United States". */
export const inCountry = (context: ViewContext, code: string): string =>
  `in ${nameInSentence(code, countryName(context, code))}`

/**
 * Without a text alternative: the name of the country is always next to it. Shows nothing if the site is not built, or
 * for a region such as SEPA, which has no flag.
 */
export const flag = ({ assets }: Pick<ViewContext, 'assets'>, code: string, size = 20): Html | undefined =>
  assets === undefined || code.length > 2
    ? undefined
    : html`<img class="flag" src="${assets}/flags/${code.toLowerCase()}.svg" width="${size}" height="${size}" alt="" loading="lazy">`

/**
 * `GET /`: a description of the service for programs. Browsers get the start page or, with `q`, a page with search
 * results. `POST /search`: the search form of a browser without script.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bankStatuses, bankTypes } from '../../directory/records/bank-record.ts'
import { isValidIdentifier, regionsOf, searchLimits } from '../../directory/requests/parameters.ts'
import { queryCharactersMax } from '../../directory/requests/values.ts'
import { resultSizes } from '../../directory/resolve/resolve-schema.ts'
import { facetNames } from '../../directory/search/search-schema.ts'
import type { FoundBanks } from '../../site/pages/search-page.ts'
import { type Resolved, readingFields } from '../../site/views/answers/readings.ts'
import { isAnswer } from '../../site/views/answers/readings-view.ts'
import {
  bankPath,
  countryPath,
  emptySearch,
  resultsPerPage,
  type SearchState,
  searchPath,
} from '../../site/views/page-paths.ts'
import { looksPrivate, mayBeIdentifier, toSearchQuery } from '../../site/views/text/identifier-guess.ts'
import type { QuotaReader } from '../admission/request-quota.ts'
import { runStarted } from '../lookups/lookup.ts'
import { hasParameterNamed, numberParameter, textParameter } from '../parsers/page-query.ts'
import { prefersPage } from '../responses/content-negotiation.ts'
import { redirectTo, replyWithPage, replyWithPrivatePage } from '../responses/page-response.ts'
import { replyWith, type SendableResponse } from '../responses/send-response.ts'
import { descriptorSchema } from '../snapshot/service-descriptor.ts'
import type { SitePages } from '../snapshot/site-pages.ts'

/** A page with search results costs what the search costs. Only a search needs a query string. */
const quota: QuotaReader = ({ url = '', headers }) =>
  prefersPage(headers.accept) && !url.includes('?') ? 'pages' : 'api'

export function rootRoute(app: FastifyInstance): void {
  app.get('/', {
    schema: {
      operationId: 'getServiceInfo',
      tags: ['Service'],
      summary: 'Describe the service',
      description: 'Name, version and data revision, with links. Browsers get the start page instead.',
      response: { 200: descriptorSchema },
    },
    config: { inInterface: true, quota },
    handler: async (request, reply) => {
      const { descriptor, loadSite } = request.snapshot
      if (!prefersPage(request.headers.accept)) return replyWith(request, reply, descriptor)
      const site = await loadSite()
      const moved = movedPath(request)
      if (moved !== undefined) return redirectTo(reply, site, moved)
      if (textParameter(request, 'q') !== '') return replyWithResults(request, reply, site)
      return replyWith(request, reply, (await site.find('/', request)) as SendableResponse)
    },
  })
}

/** The text arrives in the body. Only a text without an account number may be in the URL of its results. */
export function searchFormRoute(app: FastifyInstance): void {
  app.post<{ Body?: ReadonlyMap<string, string> }>('/search', {
    config: { isPage: true, isForm: true },
    handler: async (request, reply) => {
      const { snapshot, body } = request
      const typed = body?.get('q')?.trim() ?? ''
      const country = snapshot.directory.findCountry(body?.get('country')?.trim() ?? '')?.code ?? ''
      const state = { ...emptySearch, query: cut(toSearchQuery(typed)), country }
      const site = await snapshot.loadSite()
      if (!looksPrivate(typed)) return reply.redirect(`${site.base}${searchPath(root, state)}`, 303)
      const none = { banks: [], total: 0, isTotalCapped: false }
      const found = state.query === '' ? none : await findBanks(request, state)
      const resolved = (await resolveText(request, { ...state, query: typed })) ?? nothingRead
      return replyWithPrivatePage(request, reply, site, () =>
        site.explorer.search(state, { ...found, resolved }, typed),
      )
    },
  })
}

const nothingRead: Resolved = { readings: [], message: null }

const cut = (text: string): string => [...text].slice(0, queryCharactersMax).join('')

const root = { base: '' }

/** Banks, countries and the check of a number used to be views of the start page, and links to them still exist. */
function movedPath(request: FastifyRequest): string | undefined {
  const bank = textParameter(request, 'bank')
  if (bank !== '') return bankPath(root, bank)
  if (textParameter(request, 'q') !== '') return undefined
  if (hasParameterNamed(request, 'resolve')) return '/check'
  const country = request.snapshot.directory.findCountry(textParameter(request, 'country'))
  return country && countryPath(root, country.code)
}

async function replyWithResults(request: FastifyRequest, reply: FastifyReply, site: SitePages): Promise<FastifyReply> {
  const state = searchState(request)
  if (looksPrivate(state.query)) {
    return replyWithPrivatePage(request, reply, site, () => site.explorer.search(state, undefined))
  }
  const found = await findBanks(request, state)
  return replyWithPage(request, reply, site, () => site.explorer.search(state, found))
}

/** Ignores a value that is not in the list. */
function searchState(request: FastifyRequest): SearchState {
  const one = (name: string, values: readonly string[]): string =>
    values.find((value) => value === textParameter(request, name)) ?? ''
  const { directory } = request.snapshot
  const country = directory.findCountry(textParameter(request, 'country'))?.code ?? ''
  return {
    query: cut(textParameter(request, 'q')),
    country,
    type: one('type', bankTypes),
    status: one('status', bankStatuses),
    rail: one(
      'rail',
      directory.rails.inCountry(country).map(({ id }) => id),
    ),
    region: one('region', country === '' ? [] : regionsOf(country, directory.packed)),
    scheme: textParameter(request, 'scheme'),
    offset: numberParameter(request, 'offset', 0, searchLimits.offset.maximum),
  }
}

async function findBanks(request: FastifyRequest, state: SearchState): Promise<FoundBanks> {
  const { snapshot, server, admission, raw } = request
  const { query: text, country, type, status, rail, region, offset } = state
  const search = {
    text,
    country: country === '' ? undefined : snapshot.directory.findCountry(country),
    types: type === '' ? undefined : bankTypes.filter((one) => one === type),
    status: bankStatuses.find((one) => one === status) ?? 'any',
    rail: snapshot.directory.rails.inCountry(country).find(({ id }) => id === rail),
    region: region || undefined,
    offset,
    limit: resultsPerPage,
    facets: facetNames,
  } as const
  const lookups = await snapshot.loadLookups()
  const steps = function* (): Generator<void, string | undefined> {
    return raw.socket.destroyed ? undefined : yield* lookups.search(search)
  }
  const json = await server.scheduler.runUninterrupted(admission.address, steps())
  if (json === undefined) return { banks: [] }
  const { banks, total, total_capped: isTotalCapped, facets, scheme } = JSON.parse(json)
  return { banks, total, isTotalCapped, facets, scheme: scheme ?? '', resolved: await resolveText(request, state) }
}

/** Resolves a text that may be an identifier. The answer is above the first page of the results. */
async function resolveText(request: FastifyRequest, state: SearchState): Promise<Resolved | undefined> {
  const { snapshot, server, admission } = request
  const { query, country, offset } = state
  if (offset > 0 || !mayBeIdentifier(query) || !isValidIdentifier(query)) return undefined
  const { startResolve, findCountry } = await snapshot.loadLookups()
  const given = country === '' ? undefined : findCountry(country)
  const json = await runStarted(server.scheduler, admission.address, () =>
    startResolve(query, given, { fields: readingFields, ...resultSizes.single }),
  )
  const resolved = JSON.parse(json) as Resolved
  return isAnswer(resolved, query) ? resolved : undefined
}

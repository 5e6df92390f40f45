/** The pages of banks and countries, and the form that checks an identifier. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Directory } from '../../directory/lookups.ts'
import { type BankDetail, bankTypes } from '../../directory/records/bank-record.ts'
import { isLargeRegion, memberCodes, type SupportedCountry } from '../../directory/records/country-record.ts'
import { isValidIdentifier, regionsOf } from '../../directory/requests/parameters.ts'
import { resultSizes } from '../../directory/resolve/resolve-schema.ts'
import { banksIn } from '../../directory/views/selected-fields.ts'
import { accountAt } from '../../site/views/answers/account-at-bank.ts'
import { type Resolved, readingFields } from '../../site/views/answers/readings.ts'
import { bic } from '../../site/views/codes/shown-code.ts'
import { type CountryPage, countryFacetNames, type ListedBanks } from '../../site/views/country-list.ts'
import { bankPath, banksPerPage, changesPath, countryPath } from '../../site/views/page-paths.ts'
import { unknownBank } from '../errors/bank-advice.ts'
import { problem, quoted } from '../errors/problems.ts'
import { listerFor } from '../lookups/bank-list-lookup.ts'
import { lookupOf, runStarted } from '../lookups/lookup.ts'
import { numberParameter, textParameter } from '../parsers/page-query.ts'
import { redirectTo, replyWithPage, replyWithPrivatePage } from '../responses/page-response.ts'
import { replyWith } from '../responses/send-response.ts'

const root = { base: '' }

export function explorerPageRoutes(app: FastifyInstance): void {
  bankPageRoute(app)
  countryPageRoute(app)
  countryChangesRoute(app)
  checkFormRoute(app)
}

function bankPageRoute(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/banks/:id', {
    config: { isPage: true },
    handler: async (request, reply) => {
      const { id } = request.params
      const { directory, loadSite } = request.snapshot
      const site = await loadSite()
      const json = directory.findBank(id)
      if (json === undefined) {
        const canonical = id.toLowerCase()
        if (canonical !== id && directory.hasBank(canonical)) return redirectTo(reply, site, bankPath(root, canonical))
        throw await unknownBank(id, lookupOf(request))
      }
      return replyWithPage(request, reply, site, () => {
        const bank = JSON.parse(json) as BankDetail
        const successor = bank.successor === null ? undefined : directory.findBank(bank.successor)
        return site.explorer.bank(bank, successor === undefined ? undefined : JSON.parse(successor), {
          scheme: textParameter(request, 'scheme'),
          code: '',
        })
      })
    },
  })
}

function countryPageRoute(app: FastifyInstance): void {
  app.get<{ Params: { country: string } }>('/countries/:country', {
    config: { isPage: true },
    handler: async (request, reply) => {
      const { country: input } = request.params
      const { directory, loadSite } = request.snapshot
      const country = directory.requireCountry(input)
      // SEPA and EEA have lists, but no page: the page of each member has its banks.
      if (isLargeRegion(country)) throw problem('path_unknown', { value: quoted(request.url) })
      const site = await loadSite()
      const sort = textParameter(request, 'sort') === 'name' ? 'name' : 'prominence'
      const page = numberParameter(request, 'page', 1, Math.ceil(country.bank_count / banksPerPage))
      const choice = (name: string, values: readonly string[]): string =>
        values.find((value) => value === textParameter(request, name)) ?? ''
      const list = {
        sort,
        page,
        type: choice('type', bankTypes),
        rail: choice('rail', railsOf(country, directory)),
        region: choice('region', regionsOf(country.code, directory.packed)),
        scheme: choice('scheme', [...country.bank_codes.map(({ scheme }) => scheme), bic]),
      } as const
      if (input !== country.code.toLowerCase()) return redirectTo(reply, site, countryPath(root, country.code, list))
      const listed = await listedBanks(request, country, list)
      return replyWithPage(request, reply, site, () => site.explorer.country(country, listed, list))
    },
  })
}

function countryChangesRoute(app: FastifyInstance): void {
  app.get<{ Params: { country: string } }>('/countries/:country/changes', {
    config: { isPage: true },
    handler: async (request, reply) => {
      const { country: input } = request.params
      const country = request.snapshot.directory.requireCountry(input)
      const path = changesPath(root, country.code)
      const site = await request.snapshot.loadSite()
      if (!isLargeRegion(country) && input !== country.code.toLowerCase()) return redirectTo(reply, site, path)
      const page = await site.find(path, request)
      if (!page) throw problem('path_unknown', { value: quoted(request.url) })
      return replyWith(request, reply, page)
    },
  })
}

/** The ids of the payment rails of a country, or of the members of a region. */
const railsOf = (country: SupportedCountry, { rails }: Directory): string[] =>
  memberCodes(country).flatMap((one) => rails.inCountry(one).map(({ id }) => id))

/** Returns the banks on one page of a country's list. Sorting thousands of banks takes several steps. */
async function listedBanks(
  { snapshot, admission, server }: FastifyRequest,
  country: SupportedCountry,
  { sort, page, type, rail, region }: CountryPage,
): Promise<ListedBanks> {
  const query = {
    status: 'active',
    types: type === '' ? undefined : bankTypes.filter((one) => one === type),
    rail: snapshot.directory.packed.rails.find(({ id }) => id === rail),
    region: region || undefined,
    sort,
    limit: banksPerPage,
    offset: (page - 1) * banksPerPage,
    facets: countryFacetNames,
  } as const
  const { listBanks } = await listerFor(query, snapshot)
  const { json, total, facets } = await server.scheduler.runSteps(admission.address, listBanks(country, query))
  return { banks: [...banksIn(json)].flat(), total, facets }
}

/** The identifier arrives in the body, so that it is neither in the URL nor in a log. */
function checkFormRoute(app: FastifyInstance): void {
  app.post<{ Body?: ReadonlyMap<string, string> }>('/check', {
    config: { isPage: true, isForm: true },
    handler: async (request, reply) => {
      const { snapshot, body } = request
      const typed = body?.get('identifier')?.trim() ?? ''
      const bank = body?.get('bank') ?? ''
      const identifier =
        bank !== '' && typed !== '' && snapshot.directory.hasBank(bank) ? accountAt(bank, typed) : typed
      const country = snapshot.directory.findCountry(body?.get('country')?.trim() ?? '')
      const site = await snapshot.loadSite()
      if (!isValidIdentifier(identifier)) {
        return replyWithPrivatePage(request, reply, site, () => site.explorer.check())
      }
      const { startResolve } = await snapshot.loadLookups()
      const { scheduler } = request.server
      const json = await runStarted(scheduler, request.admission.address, () =>
        startResolve(identifier, country, { fields: readingFields, ...resultSizes.single }),
      )
      const resolved = JSON.parse(json) as Resolved
      const checked = { identifier, country: country?.code ?? '', resolved }
      return replyWithPrivatePage(request, reply, site, () => site.explorer.check(checked))
    },
  })
}

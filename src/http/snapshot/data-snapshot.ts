/**
 * An edition: all that is made from one state of the data. It is replaced as a whole, and a request is answered from
 * one edition only, so that every answer is wholly old or wholly new.
 */

import type { Directory } from '../../directory/directory.ts'
import type { IndexCache } from '../../directory/indexes.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { createHistory, type History } from '../../directory/views/changes-since.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { commonHeaders } from '../responses/common-headers.ts'
import { type PreparedResponse, prepareResponse } from '../responses/prepared-response.ts'
import { createResponseCache, type ResponseCache } from '../responses/response-cache.ts'
import { buildLists, type Lists } from './bank-lists.ts'
import { createLazyFinder, type LazyFinder } from './lazy-finder.ts'
import { createPrebuiltResponses, type PrebuiltResponses } from './prebuilt-responses.ts'
import { createRequireCountry } from './require-country.ts'
import { describeService } from './service-descriptor.ts'
import { createLazySite, type LazySite } from './site-pages.ts'

export interface DataSnapshot {
  directory: Directory
  /** Headers of every answer. */
  common: Record<string, string>
  lists: Lists
  /** The same lists by what is usually sent. */
  ready: PrebuiltResponses
  descriptor: PreparedResponse
  fresh: ResponseCache
  finding: LazyFinder
  history: History
  site: LazySite
  countryOf(input: string): SupportedCountry
}

export interface SnapshotOptions {
  directory: Directory
  scheduler: Scheduler
  baseUrl: string
  openApi: () => string
  shelf?: IndexCache | undefined
  onNotKept(error: unknown): void
  /** What is waited for now and then, where another edition is being served meanwhile. */
  pause?: () => Promise<void>
}

export async function buildSnapshot(parts: SnapshotOptions): Promise<DataSnapshot> {
  const { directory, scheduler, baseUrl, openApi, shelf, onNotKept, pause } = parts
  const common = commonHeaders(directory.revision)
  const lists = await buildLists(directory, common, pause)
  const descriptor = Buffer.from(JSON.stringify(describeService(directory.revision, baseUrl)))
  return {
    directory,
    common,
    lists,
    ready: createPrebuiltResponses(directory, lists),
    descriptor: await prepareResponse(descriptor, { ...common, Vary: 'Accept, Accept-Encoding' }),
    fresh: createResponseCache(common, scheduler),
    finding: createLazyFinder({ directory, scheduler, shelf, onNotKept }),
    history: createHistory(directory.packed),
    site: createLazySite({ directory, scheduler, baseUrl, openApi, common }),
    countryOf: createRequireCountry(directory),
  }
}

/**
 * A data snapshot: everything that is derived from one revision of the data. It is swapped as a whole, and each request
 * uses only one snapshot, so a response never mixes old and new data.
 */

import type { Directory } from '../../directory/directory.ts'
import type { IndexCache } from '../../directory/indexes.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { createHistory, type History } from '../../directory/views/changes-since.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { commonHeaders } from '../responses/common-headers.ts'
import { type PreparedResponse, prepareResponse } from '../responses/prepared-response.ts'
import { createResponseCache, type ResponseCache } from '../responses/response-cache.ts'
import { createLazyFinder, type LazyFinder } from './lazy-finder.ts'
import { type BankLists, buildLists } from './prebuilt-lists.ts'
import { buildRequirements, type PreparedRequirements } from './prebuilt-requirements.ts'
import { createPrebuiltResponses, type PrebuiltResponses } from './prebuilt-responses.ts'
import { createRequireCountry } from './require-country.ts'
import { describeService } from './service-descriptor.ts'
import { createLazySite, type LazySite } from './site-pages.ts'

export interface DataSnapshot {
  directory: Directory
  /** Headers sent with every response. */
  common: Record<string, string>
  lists: BankLists
  /** The responses in `lists`, keyed by the URL or request body that selects them. */
  prebuilt: PrebuiltResponses
  requirements: PreparedRequirements
  descriptor: PreparedResponse
  responseCache: ResponseCache
  loadFinder: LazyFinder
  history: History
  loadSite: LazySite
  requireCountry(input: string): SupportedCountry
}

export interface SnapshotOptions {
  directory: Directory
  scheduler: Scheduler
  baseUrl: string
  openApi: () => string
  indexCache?: IndexCache | undefined
  onCacheWriteError(error: unknown): void
  /** Awaited between steps, so that requests are served from the current snapshot in the meantime. */
  pause?: () => Promise<void>
}

export async function buildSnapshot(options: SnapshotOptions): Promise<DataSnapshot> {
  const { directory, scheduler, baseUrl, openApi, indexCache, onCacheWriteError, pause } = options
  const common = commonHeaders(directory.revision)
  // Both at once: while zlib threads compress the lists, this thread builds the requirements.
  const [lists, requirements] = await Promise.all([
    buildLists(directory, common, pause),
    buildRequirements(directory, common, pause),
  ])
  const descriptor = Buffer.from(JSON.stringify(describeService(directory.revision, baseUrl)))
  return {
    directory,
    common,
    lists,
    requirements,
    prebuilt: createPrebuiltResponses(directory, lists),
    descriptor: await prepareResponse(descriptor, { ...common, Vary: 'Accept, Accept-Encoding' }),
    responseCache: createResponseCache(common, scheduler),
    loadFinder: createLazyFinder({ directory, scheduler, indexCache, onCacheWriteError }),
    history: createHistory(directory.packed),
    loadSite: createLazySite({ directory, scheduler, baseUrl, openApi, common }),
    requireCountry: createRequireCountry(directory),
  }
}

/**
 * A data snapshot: everything that is derived from one revision of the data. It is swapped as a whole, and each request
 * uses only one snapshot, so a response never mixes old and new data.
 */

import type { DerivedCache } from '../../directory/derived-cache.ts'
import type { IndexTables } from '../../directory/indexes.ts'
import type { Directory } from '../../directory/lookups.ts'
import { memoize } from '../../directory/memoize.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import type { ExampleData } from '../openapi/examples.ts'
import { commonHeaders } from '../responses/common-headers.ts'
import { smallLevel } from '../responses/compression.ts'
import {
  cacheableHeaders,
  type PreparedResponse,
  prepareResponse,
  prepareUncompressed,
  recompress,
} from '../responses/prepared-response.ts'
import { createResponseCache, type ResponseCache } from '../responses/response-cache.ts'
import { type HeaderLines, headerLines } from '../responses/send-response.ts'
import { createLazyLookups, type LazyLookups, lazy } from './lazy-lookups.ts'
import type { PrebuiltLists } from './prebuilt-lists.ts'
import { buildLists, type CompressedLists } from './prebuilt-lists.ts'
import { describeService } from './service-descriptor.ts'
import { createLazySite, type LazySite } from './site-pages.ts'

export interface DataSnapshot {
  directory: Directory
  /** Headers sent with every response. */
  common: Record<string, string>
  /** `common` as it is sent. */
  commonHeaders: HeaderLines
  /** The headers of a response that caches may store. */
  cacheableHeaders: HeaderLines
  lists: PrebuiltLists
  /** Each response is built on its first request. */
  requirements(country: SupportedCountry): PreparedResponse
  descriptor: PreparedResponse
  responseCache: ResponseCache
  loadLookups: LazyLookups
  loadSite: LazySite
  /** Returns the OpenAPI description. The first call builds it. */
  loadOpenApi(): string | Promise<string>
}

export interface SnapshotOptions {
  directory: Directory
  scheduler: Scheduler
  baseUrl: string
  /** Where people send reports of wrong data, if the operator set it. */
  reportUrl?: string | undefined
  /** Builds the OpenAPI description, with examples from the data. */
  openApi(data: ExampleData): Promise<string>
  /** The tables of the indexes, if they are already built. */
  tables?: IndexTables | undefined
  cache?: DerivedCache | undefined
  /** Whether to warm up search when it is loaded. */
  preload?: boolean | undefined
  onCacheWriteError(error: unknown): void
  /** Awaited between steps, so that requests are served from the current snapshot in the meantime. */
  pause?: () => Promise<void>
}

export async function buildSnapshot(options: SnapshotOptions): Promise<DataSnapshot> {
  const { directory, scheduler, baseUrl, reportUrl, openApi, tables, cache, preload, onCacheWriteError, pause } =
    options
  const common = commonHeaders(directory.revision)
  const lists = await buildLists(directory, common, { compressed: await cache?.read<CompressedLists>('lists'), pause })
  const loadLookups = createLazyLookups({ directory, scheduler, tables, cache, warmsUp: preload, onCacheWriteError })
  const loadOpenApi = lazy(() => openApi({ directory, baseUrl, loadLookups }))
  const descriptor = Buffer.from(JSON.stringify(describeService(directory.build, baseUrl)))
  return {
    directory,
    common,
    commonHeaders: headerLines(Object.entries(common).flat()),
    cacheableHeaders: cacheableHeaders(common),
    lists,
    requirements: createRequirements(directory, common),
    descriptor: await prepareResponse(descriptor, { ...common, Vary: 'Accept, Accept-Encoding' }),
    responseCache: createResponseCache(common, scheduler),
    loadLookups,
    loadSite: createLazySite({ directory, scheduler, baseUrl, reportUrl, loadOpenApi, common }),
    loadOpenApi,
  }
}

const createRequirements = (directory: Directory, common: Record<string, string>): DataSnapshot['requirements'] =>
  memoize((country) => {
    const response = prepareUncompressed(requirementsJson(directory, country), common)
    // The first response is not compressed, so that it need not wait.
    void recompress(response, smallLevel)
    return response
  })

export const requirementsJson = (directory: Directory, country: SupportedCountry): Buffer =>
  Buffer.from(JSON.stringify(directory.accountRequirements(country)))

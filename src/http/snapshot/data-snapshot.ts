/**
 * An edition: all that is made from one state of the data. It is replaced as a whole, and a request is answered from
 * one edition only, so that every answer is wholly old or wholly new.
 */

import type { Directory } from '../../directory/directory.ts'
import type { IndexShelf } from '../../directory/indexes.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { type History, openHistory } from '../../directory/views/changes-since.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { commonHeaders } from '../responses/common-headers.ts'
import { type Body, readyBody } from '../responses/prepared-response.ts'
import { type FreshBodies, openFreshBodies } from '../responses/response-cache.ts'
import { type Lists, makeLists } from './bank-lists.ts'
import { type Finding, prepareFinding } from './lazy-finder.ts'
import { openReadyAnswers, type ReadyAnswers } from './prebuilt-responses.ts'
import { countryFinder } from './require-country.ts'
import { describeService } from './service-descriptor.ts'
import { type OpenSite, prepareSite } from './site-pages.ts'

export interface Edition {
  directory: Directory
  /** Headers of every answer. */
  common: Record<string, string>
  lists: Lists
  /** The same lists by what is usually sent. */
  ready: ReadyAnswers
  descriptor: Body
  fresh: FreshBodies
  finding: Finding
  history: History
  site: OpenSite
  countryOf(input: string): SupportedCountry
}

export interface EditionParts {
  directory: Directory
  scheduler: Scheduler
  baseUrl: string
  openApi: () => string
  shelf?: IndexShelf | undefined
  onNotKept(error: unknown): void
  /** What is waited for now and then, where another edition is being served meanwhile. */
  pause?: () => Promise<void>
}

export async function makeEdition(parts: EditionParts): Promise<Edition> {
  const { directory, scheduler, baseUrl, openApi, shelf, onNotKept, pause } = parts
  const common = commonHeaders(directory.revision)
  const lists = await makeLists(directory, common, pause)
  const descriptor = Buffer.from(JSON.stringify(describeService(directory.revision, baseUrl)))
  return {
    directory,
    common,
    lists,
    ready: openReadyAnswers(directory, lists),
    descriptor: await readyBody(descriptor, { ...common, Vary: 'Accept, Accept-Encoding' }),
    fresh: openFreshBodies(common, scheduler),
    finding: prepareFinding({ directory, scheduler, shelf, onNotKept }),
    history: openHistory(directory.packed),
    site: prepareSite({ directory, scheduler, baseUrl, openApi, common }),
    countryOf: countryFinder(directory),
  }
}

/**
 * An edition: all that is made from one state of the data. It is replaced as a whole, and a request is answered from
 * one edition only, so that every answer is wholly old or wholly new.
 */
import type { SupportedCountry } from '../directory/country.ts'
import type { Directory } from '../directory/directory.ts'
import { type History, openHistory } from '../directory/history.ts'
import type { IndexShelf } from '../directory/indexes.ts'
import { type Body, readyBody } from './bodies.ts'
import { countryFinder } from './country-finder.ts'
import { describeService } from './descriptor.ts'
import { type Finding, prepareFinding } from './finding.ts'
import { type FreshBodies, openFreshBodies } from './fresh-bodies.ts'
import { commonHeaders } from './headers.ts'
import { type Lists, makeLists } from './lists.ts'
import { openReadyAnswers, type ReadyAnswers } from './ready-answers.ts'
import type { Scheduler } from './scheduler.ts'
import { type OpenSite, prepareSite } from './site.ts'

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

/** What the tools and resources need from the program that serves them: the HTTP service or the command line. */
import type { Lookups } from '../directory/lookups.ts'
import type { Started } from '../directory/run-to-end.ts'

export interface McpContext {
  /** Returns the lookups, or a promise of them until they are loaded. */
  loadLookups(): Lookups | Promise<Lookups>
  /** Runs a lookup, and its steps if it has any. A server with many callers may defer it, and serve others between the steps. */
  run<Result>(start: () => Started<Result>): Result | Promise<Result>
  /** Charges additional requests for an expensive call. Returns a sentence if the caller's quota does not cover them. */
  charge(cost: number): Promise<string | undefined>
  readDocuments(): Promise<readonly DocumentPage[]>
  /** Reports an error that is a bug of ours. The caller gets only a general sentence. */
  reportFault(error: unknown): void
}

/** A page of the documentation. */
export interface DocumentPage {
  /** Empty for the first page. */
  slug: string
  title: string
  summary: string
  /** Returns the page as it is at its address with `.md`. */
  render(): string | Promise<string>
}

/** What the tools and resources need from the program that serves them: the HTTP service or the command line. */
import type { Directory } from '../directory/directory.ts'
import type { Finder } from '../directory/finder.ts'

export interface McpContext {
  /** Returns the directory, or a promise of it until it is loaded. */
  loadDirectory(): Directory | Promise<Directory>
  loadFinder(): Finder | Promise<Finder>
  /** Runs a lookup. A server with many callers may defer it. */
  run<Result>(job: () => Result): Result | Promise<Result>
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
  markdown: string
}

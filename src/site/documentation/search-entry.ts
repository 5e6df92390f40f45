/** An entry of the search index of the documentation, which the service writes and the script in the browser reads. */
export interface SearchEntry {
  /** Relative to the folder of the pages, such as `lookups#get-a-bank`. */
  path: string
  /** Title of the page. */
  page: string
  title: string
  text: string
  /** Further words of a section, which are found but not shown. */
  words?: string
}

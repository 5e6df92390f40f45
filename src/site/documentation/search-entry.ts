/** An entry in the documentation's search index, which the service writes and the script in the browser reads. */
export interface SearchEntry {
  /** Relative to the folder of the pages, such as `lookups#get-a-bank`. */
  path: string
  /** Title of the page. */
  page: string
  title: string
  text: string
  /** Other words of a section, which are searched but not shown. */
  words?: string
}

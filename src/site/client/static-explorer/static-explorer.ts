/** The explorer of a static site: the same program, with files in place of the service. */

// The explorer starts when it is imported, so it comes last.
import './request-files.ts'
import '../explorer/explorer.ts'

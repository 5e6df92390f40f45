/** The text that the service prints for people once it accepts connections. */
import { describeReduction } from '../../directory/builds/build-losses.ts'
import type { Directory } from '../../directory/lookups.ts'

export interface StartupFacts {
  directory: Pick<Directory, 'countries' | 'revision' | 'build'>
  host: string
  port: number
  /** Issued only when the service starts for the first time. */
  demoKey: string | undefined
  /** Why the store cannot be used; undefined if it can. */
  storeFailure: string | undefined
  /** The folder that was created for the embedded store, if it did not exist. */
  createdFolder: string | undefined
}

export function startupMessage(facts: StartupFacts): string {
  const { directory, demoKey, storeFailure, createdFolder } = facts
  const { countries, revision, build } = directory
  const url = browsableUrl(facts.host, facts.port)
  const members = countries.filter(({ kind }) => kind === 'country')
  const banks = members.reduce((sum, { bank_count }) => sum + bank_count, 0)
  const paragraphs = [
    `Bank Lookup Service 1.0 at ${url}
${banks.toLocaleString('en')} open banks in ${members.length} countries. Data revision ${revision}.`,
    describeReduction(build),
    `Explorer:      ${url}/
Documentation: ${url}/docs/1.0/`,
    `Try: curl -d '{"country":"ng"}' -H 'content-type: application/json' ${url}/v1/banks`,
    createdFolder && `Created the folder ${createdFolder} for keys and records.`,
    storeFailure && storeFailureMessage(storeFailure),
    demoKey && demoKeyMessage(demoKey, url),
  ]
  return `\n${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n\n`
}

const storeFailureMessage = (reason: string): string =>
  `Keys and records are off: ${reason.replace(/\.?$/, '.')}
Lookups work. The service tries again every few seconds, without a restart.`

/** The message at a terminal when a store that was unavailable at startup becomes available. */
export const storeRecoveryMessage = (demoKey: string | undefined, host: string, port: number): string =>
  `\n${['Keys and records work now.', demoKey && demoKeyMessage(demoKey, browsableUrl(host, port))].filter(Boolean).join('\n\n')}\n\n`

const demoKeyMessage = (demoKey: string, url: string): string =>
  `Your demo key, shown only once: ${demoKey}
Try: curl -X POST -H 'authorization: Bearer ${demoKey}' ${url}/index.php`

/** Returns a URL that a browser can open. `0.0.0.0` and `::` mean all addresses, so it uses localhost instead. */
function browsableUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

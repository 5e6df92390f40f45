/** The text that the service prints for people once it accepts connections. */
import type { Directory } from '../../directory/directory.ts'

export function startupMessage({
  directory: { countries, revision },
  host,
  port,
  demoKey,
}: {
  directory: Directory
  host: string
  port: number
  /** Issued only when the service starts for the first time. */
  demoKey: string | undefined
}): string {
  const url = browsableUrl(host, port)
  const members = countries.filter(({ kind }) => kind === 'country')
  const banks = members.reduce((sum, { bank_count }) => sum + bank_count, 0)
  const regions = countries.filter(({ kind }) => kind === 'region').map(({ name, code }) => `${name} (${code})`)
  const paragraphs = [
    `Bank Lookup Service 1.0 at ${url}
${banks} open banks in ${members.length} countries. Regions: ${regions.join(', ')}. Data revision ${revision}.
${countries.map(({ code, bank_count }) => `${code} ${bank_count}`).join(', ')}`,
    `Documentation: ${url}/docs/1.0/`,
    `Try: curl -d '{"country":"ng"}' -H 'content-type: application/json' ${url}/v1/banks`,
    demoKey &&
      `Your demo key, shown only once: ${demoKey}
Try: curl -X POST -H 'authorization: Bearer ${demoKey}' ${url}/index.php`,
  ]
  return `\n${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n\n`
}

/** Returns a URL that a browser can open. `0.0.0.0` and `::` mean all addresses, so it uses localhost instead. */
function browsableUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

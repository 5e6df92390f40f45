/** The service's settings, read once from the environment. A value that makes no sense stops the start. */

export interface Config {
  host: string
  port: number
  baseUrl: string | undefined
  dataDir: string
  logLevel: (typeof logLevels)[number]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export class BadSetting extends Error {
  override name = 'BadSetting'
}

export function readConfig(environment: Record<string, string | undefined>, shippedData: string): Config {
  // A variable that is set to nothing is how shells and compose files say "not set".
  const setting = (name: string): string | undefined => environment[name]?.trim() || undefined
  return {
    host: setting('HOST') ?? '0.0.0.0',
    port: portOf(setting('PORT') ?? '8080'),
    baseUrl: baseUrlOf(setting('BASE_URL')),
    dataDir: setting('DATA_DIR') ?? shippedData,
    logLevel: logLevelOf(setting('LOG_LEVEL') ?? 'info'),
  }
}

function portOf(value: string): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65535) return port
  throw new BadSetting(`PORT is "${value}"; give a number from 0 to 65535 (0 takes any free port).`)
}

function baseUrlOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
    return value.replace(/\/+$/, '')
  throw new BadSetting(`BASE_URL is "${value}"; give the published address, such as https://banks.example.com.`)
}

function logLevelOf(value: string): Config['logLevel'] {
  const level = logLevels.find((known) => known === value.toLowerCase())
  if (level) return level
  throw new BadSetting(`LOG_LEVEL is "${value}"; give one of ${logLevels.join(', ')}.`)
}

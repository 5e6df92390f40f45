/** Serves the directory: reads settings and data, builds the application, listens, and says what it serves. */
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { BadSetting, readConfig } from '../config.ts'
import { BrokenDataset } from '../dataset/broken.ts'
import { readDataset } from '../dataset/dataset.ts'
import { type Directory, openDirectory } from '../directory/directory.ts'
import { packDirectory } from '../directory/packed.ts'
import { buildApp } from '../http/app.ts'

const shippedData = fileURLToPath(new URL('../../data', import.meta.url))

async function serve(): Promise<void> {
  const config = readConfig(process.env, shippedData)
  const directory = openDirectory(packDirectory(readDataset(config.dataDir)))
  const app = await buildApp({
    directory,
    baseUrl: config.baseUrl,
    // Standard output is for people; the log is for machines and has a stream of its own.
    log: { level: config.logLevel, stream: process.stderr },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
  await app.listen({ host: config.host, port: config.port, listenTextResolver: (address) => `listening at ${address}` })
  const { port } = app.server.address() as AddressInfo
  process.stdout.write(greeting(directory, port))
  flushCompileCache()
}

function greeting({ countries, revision }: Directory, port: number): string {
  const states = countries.filter(({ kind }) => kind === 'country')
  const banks = states.reduce((sum, { bank_count }) => sum + bank_count, 0)
  const regions = countries.filter(({ kind }) => kind === 'region').map(({ name, code }) => `${name} (${code})`)
  const address = `http://localhost:${port}`
  return `
Bank Lookup Service 1.0 at ${address}
${banks} open banks of ${states.length} countries, and ${regions.join(', ')} as a whole. Data revision ${revision}.
${countries.map(({ code, bank_count }) => `${code} ${bank_count}`).join(', ')}

Try: curl -d '{"country":"ng"}' -H 'content-type: application/json' ${address}/v1/banks

`
}

/** What the operator can mend is said in a sentence; anything else is a bug and shows its stack. */
function explain(error: unknown): string {
  if (error instanceof BadSetting || error instanceof BrokenDataset) return error.message
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `${message}. Stop what uses the port, or set PORT to another.`
  return syscall === 'listen' ? message : (stack ?? String(error))
}

try {
  await serve()
} catch (error) {
  process.stderr.write(`bank-lookup cannot start: ${explain(error)}\n`)
  process.exitCode = 1
}

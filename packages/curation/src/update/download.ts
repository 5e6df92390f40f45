/** Downloads a file from its publisher, with limits on its size, on the time it takes and on redirects. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../../../src/bin/cli/command.ts'

export interface DownloadLimits {
  bytesMax: number
  timeoutMs: number
}

const redirectsMax = 5

/** Writes the file to `path`. Returns its date: the day on which the publisher last changed it, otherwise today. */
export async function download(
  address: string,
  path: string,
  { bytesMax, timeoutMs }: DownloadLimits,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await request(address, signal)
    const limit = limitBytes(bytesMax)
    await pipeline(Readable.from(response.body ?? []), limit, createWriteStream(path), { signal })
    const changed = new Date(response.headers.get('last-modified') ?? Number.NaN)
    const now = new Date()
    return (changed < now ? changed : now).toISOString().slice(0, 10)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (signal.aborted) throw new Failure(`${address} took longer than ${timeoutMs / 1000} s.`)
    const { cause = error } = error as Error
    throw new Failure(`${address} failed: ${(cause as Error).message}.`)
  }
}

/** Follows redirects itself, because each address must be checked before it is requested. */
async function request(address: string, signal: AbortSignal): Promise<Response> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    refuseInsecure(url)
    const response = await fetch(url, { signal, redirect: 'manual', headers: { 'User-Agent': 'bank-lookup-curation' } })
    if (response.status === 200) return response
    await response.body?.cancel()
    const target = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || target === null)
      throw new Failure(`${url} returned ${response.status}.`)
    url = new URL(target, url)
  }
  throw new Failure(`${address} redirects more than ${redirectsMax} times.`)
}

/** A list that someone on the network changed would put wrong codes into the data. */
function refuseInsecure({ protocol, hostname, href }: URL): void {
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) throw new Failure(`${href} does not use https.`)
}

const limitBytes = (bytesMax: number) =>
  async function* (pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > bytesMax) throw new Failure(`The file is longer than ${bytesMax} bytes.`)
      yield piece
    }
  }

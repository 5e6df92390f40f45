/** The command that finds the numbers of banks and accounts in a text, such as a mail. */
import { createReadStream } from 'node:fs'
import { textCharactersMax } from '../../../directory/requests/parameters.ts'
import { type FoundNumbers, foundMax } from '../../../directory/resolve/resolve-schema.ts'
import { type Command, Failure, rejectExtraArguments, text, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import { textOption } from '../parse-options.ts'
import type { LookupSource } from './sources/lookup-source.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const find: Command = {
  usage: `[<file>] [--country <cc>] ${sourceUsage}`,
  summary:
    'Find IBANs, BICs, account numbers, bank codes and payment references in a text, and the banks behind them. Without a file it reads standard input.',
  options: { country: text, ...sourceOptions },
  examples: ['find mail.txt', 'find --json < mail.txt'],
  failureCode: 2,
  run: async ({ values, positionals: [file, ...extra], openInput, screen, write, note, env }) => {
    rejectExtraArguments(extra, 'Name one file.')
    const country = textOption(values, 'country')
    const content = await readAll(file === undefined || file === '-' ? openInput() : createReadStream(file), file)
    if (content.trim() === '')
      throw new UsageError('The text is empty; name a file, or write the text to standard input.')
    const result = await findInParts(content, country, await openSource({ values, env }))
    if (values.json) await write(asJson(result))
    else if (result.found.length === 0) note('No number found.\n')
    else {
      const { formatReadings } = await import('./format-readings.ts')
      for (const { start, end, readings } of result.found) {
        const resolved = { reading_count: readings.length, readings, message: null }
        await write(formatReadings(content.slice(start, end).replaceAll(/\s+/g, ' '), resolved, screen, true))
      }
    }
    return result.found.length > 0 ? 0 : 1
  },
}

/** A mail is far shorter. */
const bytesMax = 1_000_000

/** Reads the whole text as it is, because the offsets count every character. */
async function readAll(input: AsyncIterable<Uint8Array>, file: string | undefined): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of input) {
      chunks.push(chunk)
      length += chunk.length
      if (length > bytesMax) throw new Failure(`The text is larger than ${bytesMax / 1e6} MB; shorten it.`)
    }
  } catch (error) {
    if (error instanceof Failure || file === undefined) throw error
    throw new Failure(`${file}: ${(error as Error).message}`)
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks))
}

/** Cuts a long text between lines or words. The offsets are those in the whole text. */
async function findInParts(content: string, country: string | undefined, source: LookupSource): Promise<FoundNumbers> {
  const found: FoundNumbers['found'] = []
  let revision = ''
  for (let start = 0; start < content.length; ) {
    const part = content.slice(start, endOfPart(content, start))
    let read = part.length
    if (part.trim() !== '') {
      const result = await source.findNumbers(part, country)
      revision = result.revision
      for (const one of result.found) found.push({ ...one, start: one.start + start, end: one.end + start })
      // The rest of the part may have more.
      if (result.found.length >= foundMax) read = result.found.at(-1)?.end ?? read
    }
    start += read
  }
  return { found, revision }
}

function endOfPart(content: string, start: number): number {
  const limit = start + textCharactersMax
  if (limit >= content.length) return content.length
  const cut = [content.lastIndexOf('\n', limit - 1), content.lastIndexOf(' ', limit - 1)].find((at) => at > start)
  return cut === undefined ? limit : cut + 1
}

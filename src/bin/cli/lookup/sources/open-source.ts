/** Opens the source that the options of a command select. */
import { type Console, flag, type ParsedArgs, text } from '../../command.ts'
import { numberOption, textOption } from '../../parse-options.ts'
import type { LookupSource } from './lookup-source.ts'

export const sourceOptions = { url: text, 'max-bytes': text, json: flag }
export const sourceUsage = '[--json] [--url <service>] [--max-bytes 64000000]'

/** Close to the longest string that Node supports. */
const bytesMax = 500_000_000

/** `countries`: the countries that the command needs, if it does not need all of them. */
export async function openSource(
  { values, env }: Pick<ParsedArgs & Console, 'values' | 'env'>,
  countries?: readonly string[],
): Promise<LookupSource> {
  const url = textOption(values, 'url')
  if (url === undefined) return (await import('./local-source.ts')).openLocalSource(env, countries)
  const responseBytesMax = numberOption(values, 'max-bytes', { minimum: 1, maximum: bytesMax })
  return (await import('./service-source.ts')).createServiceSource(url, responseBytesMax)
}

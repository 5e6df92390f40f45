/**
 * The command that finds the banks that an identifier belongs to. Without an argument it reads identifiers from standard
 * input, so that account numbers stay out of the shell history and of the list of processes.
 */

import { identifierCharactersMax, isValidIdentifier } from '../../../directory/requests/parameters.ts'
import { readingKinds } from '../../../directory/resolve/reading.ts'
import type { ReadingResult, ResolvedIdentifier } from '../../../directory/resolve/resolve-schema.ts'
import type { ResolveIdentifierOptions } from '../../../library/bank-directory.ts'
import type { Line } from '../../../spreadsheets/delimited.ts'
import { type Command, type Console, text, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import { listOption, textOption } from '../parse-options.ts'
import { linesOf } from '../text-lines.ts'
import type { LookupSource } from './sources/lookup-source.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const resolve: Command = {
  usage: `[<identifier>] [--country <cc>] [--kind <kind>] ${sourceUsage}`,
  summary:
    'Find the bank of a bank code, BIC, IBAN, LEI, routing or account number, or say why it is invalid. Without an argument it reads one identifier per line from standard input, so that account numbers stay out of the shell history. --kind reference also reads digits as a payment reference.',
  options: {
    country: text,
    kind: text,
    ...sourceOptions,
  },
  examples: ['resolve 058 --country ng', 'resolve 090933755493 --kind reference'],
  failureCode: 2,
  run: async ({ values, positionals, ...console }) => {
    const options = { country: textOption(values, 'country'), kinds: listOption(values, 'kind', readingKinds) }
    // People type IBANs in groups, so several arguments are one identifier.
    const typed = positionals.join(' ').trim()
    const source = await openSource({ values, env: console.env })
    if (typed !== '') {
      const result = await source.resolve(typed, options)
      await console.write(values.json ? asJson(result) : await format(typed, result, console))
      return isGood(result) ? 0 : 1
    }
    return resolveLines(source, options, values.json === true, console)
  },
}

/** The service accepts this many identifiers in a request. */
const batchMax = 1_000

async function resolveLines(
  source: LookupSource,
  options: ResolveIdentifierOptions,
  json: boolean,
  console: Console,
): Promise<number> {
  const input = console.openInput()
  const isInteractive = input.isTTY === true
  if (isInteractive) console.note('Type one identifier per line. Ctrl+D ends.\n')
  let total = 0
  let good = 0
  const answer = async (lines: readonly Line[]): Promise<void> => {
    // A single identifier gets all readings, like an argument does.
    const isSingle = lines.length === 1 && (isInteractive || total === 0)
    const results = await resolveBatch(source, lines, options, isSingle)
    for (const [at, { number, text }] of lines.entries()) {
      const result = results[at] as ResolvedIdentifier
      total++
      if (isGood(result)) good++
      const title = isValidIdentifier(text) ? text : `Line ${number}`
      await console.write(
        json ? asJson({ line: number, ...result }, 0) : await format(title, result, console, !isSingle),
      )
    }
  }
  let waiting: Line[] = []
  for await (const { number, text } of linesOf(input, { fatal: false })) {
    if (text.trim() === '') continue
    waiting.push({ number, text: text.trim() })
    if (!isInteractive && waiting.length < batchMax) continue
    await answer(waiting)
    waiting = []
  }
  if (waiting.length > 0) await answer(waiting)
  if (total === 0)
    throw new UsageError('Standard input has no identifier; write one per line, or name one as an argument.')
  return good === total ? 0 : 1
}

/** Returns one result per line. A line that is too long gets a message, and the others are resolved. */
async function resolveBatch(
  source: LookupSource,
  lines: readonly Line[],
  options: ResolveIdentifierOptions,
  isSingle: boolean,
): Promise<ResolvedIdentifier[]> {
  const valid = lines.map(({ text }) => text).filter(isValidIdentifier)
  const resolved =
    valid.length === 0
      ? []
      : isSingle
        ? [await source.resolve(valid[0] as string, options)]
        : await source.resolveAll(valid, options)
  let next = 0
  return lines.map(({ text }) => (isValidIdentifier(text) ? (resolved[next++] as ResolvedIdentifier) : tooLong))
}

const tooLong: ResolvedIdentifier = {
  reading_count: 0,
  readings: [],
  message: `Longer than ${identifierCharactersMax} characters; write one identifier per line.`,
}

const goodVerdicts: readonly ReadingResult['verdict'][] = ['valid', 'possible']

const isGood = ({ readings: [best] }: ResolvedIdentifier): boolean =>
  best !== undefined && goodVerdicts.includes(best.verdict)

async function format(
  title: string,
  result: ResolvedIdentifier,
  { screen }: Pick<Console, 'screen'>,
  isBatch = false,
): Promise<string> {
  const { formatReadings } = await import('./format-readings.ts')
  return formatReadings(title, result, screen, isBatch)
}

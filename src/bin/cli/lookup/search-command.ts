/** The command that finds banks by name, initials, location or code. */
import { printable } from '../../../dataset/printable.ts'
import { bankTypes } from '../../../directory/records/bank-record.ts'
import { searchLimits, statusChoices } from '../../../directory/requests/parameters.ts'
import { type Command, flag, text, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import { choiceOption, listOption, numberOption, textOption } from '../parse-options.ts'
import { formatBanks } from './format-banks.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const search: Command = {
  usage: `<text> [--country <cc>] [--status <status>] [--type <type,...>] [--rail <rail>] [--region <region>] [--limit 10] [--explain] ${sourceUsage}`,
  summary:
    'Find banks by name, initials, city or code; typos are tolerated. --explain shows what matched and how each bank was ranked.',
  options: {
    country: text,
    status: text,
    type: text,
    rail: text,
    region: text,
    limit: text,
    explain: flag,
    ...sourceOptions,
  },
  examples: ['search gtb --country ng', 'search deutsche bank --type commercial_bank --limit 3'],
  failureCode: 2,
  run: async ({ values, positionals, screen, write, note, env }) => {
    const typed = positionals.join(' ')
    if (typed.trim() === '') throw new UsageError('Name the bank to search for, as in bank-lookup search access.')
    const country = textOption(values, 'country')
    const options = {
      country,
      status: choiceOption(values, 'status', statusChoices),
      types: listOption(values, 'type', bankTypes),
      rail: textOption(values, 'rail'),
      region: textOption(values, 'region'),
      limit: numberOption(values, 'limit', searchLimits.limit),
      explain: values.explain === true ? true : undefined,
    }
    // Opens all countries even if one is named: how rare a word is depends on all banks, and the service ranks with that.
    const source = await openSource({ values, env })
    const result = await source.search(typed, options)
    if (values.json) await write(asJson(result))
    else if (result.count === 0) note('No bank matches.\n')
    else if (values.explain) {
      const { formatExplanations } = await import('./explanations.ts')
      await write(formatExplanations(result.banks, screen))
    } else await write(formatBanks(result.banks, country === undefined, screen, result.scheme))
    if (result.note !== null) note(`${printable(result.note)}\n`)
    return result.count > 0 ? 0 : 1
  },
}

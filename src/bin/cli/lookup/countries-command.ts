/** The command that lists the supported countries. */
import { printable } from '../../../dataset/printable.ts'
import { describeReduction } from '../../../directory/builds/build-losses.ts'
import type { SupportedCountry } from '../../../directory/records/country-record.ts'
import { type Command, rejectExtraArguments } from '../command.ts'
import { asJson } from '../output-format.ts'
import { formatTable } from '../terminal/table.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const countries: Command = {
  usage: sourceUsage,
  summary: 'List the supported countries, with the number of open banks and the code that payments use.',
  options: sourceOptions,
  examples: ['countries', 'countries --json'],
  failureCode: 2,
  run: async ({ values, positionals, screen, write, note, env }) => {
    rejectExtraArguments(positionals, 'bank-lookup banks lists the banks in a country.')
    const list = await (await openSource({ values, env })).countries()
    await write(
      values.json
        ? asJson(list)
        : formatTable(
            list.countries,
            [
              { header: 'Code', value: ({ code }) => code, style: () => 'bold' },
              { header: 'Name', value: ({ display_name }) => display_name, shortenTo: 20 },
              { header: 'Banks', value: ({ bank_count }) => bank_count, align: 'right' },
              { header: 'Currency', value: ({ currency }) => currency, dropOrder: 2 },
              { header: 'IBAN', value: ({ iban }) => (iban ? 'yes' : '') },
              { header: 'Bank code', value: mainScheme, shortenTo: 16, dropOrder: 1 },
            ],
            screen,
          ),
    )
    const reduction = describeReduction(list.build)
    if (reduction !== undefined) note(`${printable(reduction)}\n`)
    return 0
  },
}

const mainScheme = ({ bank_codes }: SupportedCountry): string => bank_codes.find(({ primary }) => primary)?.label ?? ''

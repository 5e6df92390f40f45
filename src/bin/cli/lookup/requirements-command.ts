/** The command that shows which fields an account form needs in a country. */
import { printable } from '../../../dataset/printable.ts'
import type { AccountField, PaymentMethod } from '../../../directory/records/account-requirements-record.ts'
import { type Command, rejectExtraArguments, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatTable } from '../terminal/table.ts'
import { wrap } from '../terminal/text-width.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const requirements: Command = {
  usage: `<country> ${sourceUsage}`,
  summary: 'Show the payment methods of a country and the fields that each needs, with an example of each field.',
  options: sourceOptions,
  examples: ['requirements ca', 'requirements gb --json'],
  failureCode: 2,
  run: async ({ values, positionals, screen, write, note, env }) => {
    const [country, ...extra] = positionals
    if (country === undefined) throw new UsageError('Name the country, as in bank-lookup requirements ca.')
    rejectExtraArguments(extra, 'Quote a name that contains spaces.')
    const found = await (await openSource({ values, env }, [country])).requirements(country)
    if (values.json) await write(asJson(found))
    else if (found.count === 0) note(`No payment method is known for ${found.country}.\n`)
    else await write(found.methods.map((method) => formatMethod(method, screen)).join('\n'))
    if (found.note !== null) note(`${printable(found.note)}\n`)
    return found.count > 0 ? 0 : 1
  },
}

function formatMethod({ id, label, currency, fields, note }: PaymentMethod, screen: Screen): string {
  const head = `${screen.paint('bold', label)}  ${screen.paint('dim', `${id}, ${currency}`)}\n`
  const table = formatTable(
    fields,
    [
      { header: 'Field', value: ({ key }) => key },
      { header: 'Label', value: ({ label: text }) => text, shortenTo: 16, dropOrder: 1 },
      { header: 'Required', value: ({ required }) => (required ? 'yes' : 'no') },
      { header: 'Length', value: lengthOf },
      { header: 'Check', value: ({ check }) => check },
      { header: 'Example', value: ({ example }) => example },
    ],
    screen,
  )
  return head + table + (note === null ? '' : `${wrap(printable(note), screen.columns).join('\n')}\n`)
}

function lengthOf({ min_length: min, max_length: max }: AccountField): string {
  if (min === null || max === null) return ''
  return min === max ? String(min) : `${min}-${max}`
}

/** The help text: commands by group, wrapped to the terminal. */
import { type Command, type CommandGroups, Failure, type LoadCommand } from './command.ts'
import { describeOption } from './option-descriptions.ts'
import { defaultColumns, type Screen } from './terminal/screen.ts'
import { padEnd, textWidth, wrap } from './terminal/text-width.ts'

/** Longer lines are hard to read. */
const columnsMax = 100

const columnsOf = ({ columns }: Screen): number =>
  Number.isFinite(columns) ? Math.min(columns, columnsMax) : defaultColumns

export async function generalHelp(groups: CommandGroups, screen: Screen): Promise<string> {
  const sections = Object.entries(groups).map(async ([group, commands]) => {
    const rows = await summaries(commands)
    return `${screen.paint('bold', group)}\n${formatSummaries(rows, screen)}`
  })
  const settings =
    'DATABASE_URL selects the store and DATA_DIR the data folder; the defaults are the same as for bank-lookup start.'
  return `Usage: bank-lookup <command>

${(await Promise.all(sections)).join('\n')}
bank-lookup help <command> shows the options of a command and two examples.
${wrap(settings, columnsOf(screen)).join('\n')}
`
}

export async function groupHelp(commands: Readonly<Record<string, LoadCommand>>, screen: Screen): Promise<string> {
  return `Usage: bank-lookup <command>\n\n${formatSummaries(await summaries(commands), screen)}`
}

export function commandHelp(name: string, { usage, summary, options, examples }: Command, screen: Screen): string {
  const columns = columnsOf(screen)
  const start = `Usage: bank-lookup ${name}`
  const [first = '', ...more] = wrapUsage(usage, columns - textWidth(start) - 1)
  const indent = ' '.repeat(textWidth(start) + 1)
  const lines = [`${start} ${first}`.trimEnd(), ...more.map((line) => indent + line)]
  return [
    ...lines,
    '',
    ...wrap(summary, columns),
    '',
    ...optionLines(name, options, screen),
    screen.paint('bold', 'Examples'),
    ...examples.map((example) => `  bank-lookup ${example}`),
    '',
  ].join('\n')
}

function optionLines(name: string, options: Command['options'], screen: Screen): string[] {
  const rows = Object.entries(options).map(([option, { short }]): [string, string] => {
    const { text, values } = describeOption(name, option)
    return [`--${option}${short ? `, -${short}` : ''}`, values ? `${text} Values: ${values.join(', ')}.` : text]
  })
  return rows.length === 0 ? [] : [screen.paint('bold', 'Options'), formatSummaries(rows, screen)]
}

/** Does not break inside brackets, so that an option and its value stay together. */
const wrapUsage = (usage: string, columns: number): string[] =>
  wrap(
    usage.replaceAll(/\[[^[\]]*\]/g, (option) => option.replaceAll(' ', '\u00A0')),
    columns,
  ).map((line) => line.replaceAll('\u00A0', ' '))

const summaries = (commands: Readonly<Record<string, LoadCommand>>): Promise<[name: string, summary: string][]> =>
  Promise.all(Object.entries(commands).map(async ([name, load]) => [name, await summaryOf(load)] as [string, string]))

/** If the package of a command is missing, the summary says so. */
const summaryOf = (load: LoadCommand): Promise<string> =>
  load().then(
    ({ summary }) => summary,
    (error: unknown) => (error instanceof Failure ? error.message : Promise.reject(error)),
  )

function formatSummaries(rows: readonly [name: string, summary: string][], screen: Screen): string {
  const width = Math.max(...rows.map(([name]) => textWidth(name)))
  const lines = rows.flatMap(([name, summary]) =>
    wrap(summary, columnsOf(screen) - width - 4).map((line, at) => `  ${padEnd(at === 0 ? name : '', width)}  ${line}`),
  )
  return `${lines.join('\n')}\n`
}

/** Parses the options of a command. */
import { parseArgs } from 'node:util'
import { type Command, type ParsedArgs, UsageError } from './command.ts'
import { didYouMean } from './terminal/did-you-mean.ts'

/** `args`: the words after the name of the command. */
export function parseOptions({ usage, options }: Command, name: string, args: string[]): ParsedArgs {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as ParsedArgs['values'], positionals }
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('. ')
    const [, typed] = /^Unknown option '--?([^']+)'/.exec(reason) ?? []
    const near = typed === undefined ? '' : didYouMean(typed, Object.keys(options), (option) => `--${option}`)
    throw new UsageError(`${reason}.${near} Usage: bank-lookup ${name} ${usage}`)
  }
}

/** Returns the value of an option that takes a value, or undefined if the user did not set it. */
export const textOption = (values: ParsedArgs['values'], name: string): string | undefined =>
  values[name] as string | undefined

/** Returns the value of an option that accepts only certain values. */
export function choiceOption<Choice extends string>(
  values: ParsedArgs['values'],
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = textOption(values, name)
  return value === undefined ? undefined : requireChoice(`--${name}`, value, choices)
}

/** Returns the values of an option that accepts several values, separated by commas. */
export function listOption<Choice extends string>(
  values: ParsedArgs['values'],
  name: string,
  choices: readonly Choice[],
): Choice[] | undefined {
  return textOption(values, name)
    ?.split(',')
    .map((value) => requireChoice(`--${name}`, value.trim(), choices))
}

function requireChoice<Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value)
  if (found !== undefined) return found
  const known = `use ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`
  throw new UsageError(`${option} is "${value}"; ${known}${didYouMean(value, choices)}`)
}

/** Returns a whole number. */
export function numberOption(
  values: ParsedArgs['values'],
  name: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number | undefined {
  const text = textOption(values, name)
  if (text === undefined) return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  throw new UsageError(`--${name} is "${text}"; use a whole number from ${minimum} to ${maximum}.`)
}

/** What a completion script knows about a command. */
export interface CompletedCommand {
  /** One or two words, such as `keys list`. */
  name: string
  summary: string
  /** The values of the first argument, if they are known. */
  arguments: readonly string[]
  options: readonly CompletedOption[]
}

export interface CompletedOption {
  /** Without the hyphens. */
  name: string
  takesValue: boolean
  /** The values of the option, if they are known. */
  values: readonly string[]
}

/** The first words of all commands, and the second words by first word. */
export function commandWords(commands: readonly CompletedCommand[]): {
  first: string[]
  second: Map<string, CompletedCommand[]>
} {
  const second = new Map<string, CompletedCommand[]>()
  for (const command of commands) {
    const [group, word] = command.name.split(' ') as [string, string?]
    if (word !== undefined) second.set(group, [...(second.get(group) ?? []), command])
  }
  return { first: [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))], second }
}

/** For an option, `--name`. */
export const flagOf = ({ name }: CompletedOption): string => `--${name}`

/** Writes the completion script for fish, with the summary of each command in the menu. */
import { type CompletedCommand, type CompletedOption, commandWords } from './completed-command.ts'

export function fishScript(commands: readonly CompletedCommand[]): string {
  const { first, second } = commandWords(commands)
  const single = new Map(commands.filter(({ name }) => !name.includes(' ')).map((command) => [command.name, command]))
  const lines = first.flatMap((word) => {
    const command = single.get(word)
    if (command) return [menuLine('__fish_use_subcommand', word, command.summary), ...linesOf(command, seen(word))]
    const members = second.get(word) ?? []
    const words = members.map(({ name }) => name.split(' ')[1] as string)
    const isOpen = `${seen(word)}; and not ${seen(...words)}`
    return [
      menuLine('__fish_use_subcommand', word, words.join(', ')),
      ...members.map(({ summary }, at) => menuLine(isOpen, words[at] as string, summary)),
      ...members.flatMap((member, at) => linesOf(member, `${seen(word)}; and ${seen(words[at] as string)}`)),
    ]
  })
  return `# fish completion for bank-lookup\ncomplete -c bank-lookup -f\n${lines.join('\n')}\n`
}

const seen = (...words: string[]): string => `__fish_seen_subcommand_from ${words.join(' ')}`

const menuLine = (condition: string, word: string, summary: string): string =>
  `complete -c bank-lookup -n '${condition}' -a ${word} -d ${quoted(summary)}`

const linesOf = ({ options, arguments: known }: CompletedCommand, condition: string): string[] => [
  ...options.map((option) => `complete -c bank-lookup -n '${condition}' ${optionWords(option)}`),
  known.length > 0
    ? `complete -c bank-lookup -n '${condition}' -a '${known.join(' ')}'`
    : `complete -c bank-lookup -n '${condition}' -F`,
]

function optionWords({ name, takesValue, values }: CompletedOption): string {
  if (!takesValue) return `-l ${name}`
  return values.length > 0 ? `-l ${name} -x -a '${values.join(' ')}'` : `-l ${name} -r`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Writes the completion script for zsh, with the summary of each command in the menu. */
import { type CompletedCommand, type CompletedOption, commandWords } from './completed-command.ts'

export function zshScript(commands: readonly CompletedCommand[]): string {
  const { first, second } = commandWords(commands)
  const single = new Map(commands.filter(({ name }) => !name.includes(' ')).map((command) => [command.name, command]))
  const menu = first.map((word) => {
    const group = second.get(word)?.map(({ name }) => name.split(' ')[1])
    return `    ${described(word, single.get(word)?.summary ?? group?.join(', ') ?? '')}`
  })
  const cases = first.map((word) => {
    const command = single.get(word)
    return `    ${word})\n${command ? argumentsOf(command, '      ') : subcommands(second.get(word) ?? [])}\n      ;;`
  })
  return `#compdef bank-lookup
# zsh completion for bank-lookup
_bank_lookup() {
  local -a commands subcommands
  commands=(
${menu.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_bank-lookup" ]; then _bank_lookup "$@"; else compdef _bank_lookup bank-lookup; fi
`
}

function subcommands(members: readonly CompletedCommand[]): string {
  const menu = members.map(({ name, summary }) => described(name.split(' ')[1] as string, summary))
  const cases = members.map(
    (member) => `        ${member.name.split(' ')[1]})\n${argumentsOf(member, '          ')}\n          ;;`,
  )
  return `      subcommands=(${menu.join(' ')})
      if (( CURRENT == 2 )); then
        _describe command subcommands
        return
      fi
      local subcommand=$words[2]
      shift words
      (( CURRENT-- ))
      case $subcommand in
${cases.join('\n')}
      esac`
}

function argumentsOf({ options, arguments: known }: CompletedCommand, indent: string): string {
  const positional = known.length > 0 ? `'1:value:(${known.join(' ')})'` : `'*:file:_files'`
  return `${indent}_arguments ${[...options.map(optionSpec), `'--help[Show help]'`, positional].join(' ')}`
}

function optionSpec({ name, takesValue, values }: CompletedOption): string {
  if (!takesValue) return `'--${name}'`
  return values.length > 0 ? `'--${name}:value:(${values.join(' ')})'` : `'--${name}:value:_files'`
}

/** A colon separates the word from its description, so colons in the description are escaped. */
const described = (word: string, text: string): string =>
  `'${word}:${text.replaceAll(':', '\\:').replaceAll("'", "'\\''")}'`

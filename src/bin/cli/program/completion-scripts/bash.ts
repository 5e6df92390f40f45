/** Writes the completion script for bash. It needs no other script, and works with bash 3.2, the version of macOS. */
import { type CompletedCommand, commandWords, flagOf } from './completed-command.ts'

export function bashScript(commands: readonly CompletedCommand[]): string {
  const { first, second } = commandWords(commands)
  const groups = [...second].map(([group, members]) => {
    const words = members.map(({ name }) => name.split(' ')[1]).join(' ')
    return `    ${group}) words="${words}" ;;`
  })
  const options = commands.map(({ name, options: all }) => {
    const flags = [...all.map(flagOf), '--help'].join(' ')
    return `    "${name}") flags="${flags}" ;;`
  })
  const values = commands.flatMap(({ name, options: all }) =>
    all
      .filter(({ takesValue }) => takesValue)
      .map((option) => `    "${name} ${flagOf(option)}") ${valueReply(option.values)} ;;`),
  )
  const firstArguments = commands
    .filter(({ arguments: known }) => known.length > 0)
    .map(({ name, arguments: known }) => `    "${name}") words="${known.join(' ')}" ;;`)
  return `# bash completion for bank-lookup
_bank_lookup() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" words="" flags="" at=2
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${first.join(' ')} help --help --version" -- "$current"))
    return
  fi
  case "$command" in
${groups.join('\n')}
  esac
  if [ -n "$words" ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      COMPREPLY=($(compgen -W "$words" -- "$current"))
      return
    fi
    command="$command \${COMP_WORDS[2]}"
    at=3
  fi
  words=""
  case "$command $previous" in
${values.join('\n')}
  esac
  case "$command" in
${options.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")); return ;;
  esac
  [ "$COMP_CWORD" -eq "$at" ] && case "$command" in
${firstArguments.join('\n')}
  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _bank_lookup bank-lookup
`
}

/** For an option without known values, completes file names. */
const valueReply = (values: readonly string[]): string =>
  values.length === 0
    ? 'COMPREPLY=($(compgen -f -- "$current")); return'
    : `COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$current")); return`

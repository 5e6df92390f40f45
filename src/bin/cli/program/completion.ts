/** The command that prints a completion script for a shell: commands, options, and the values of some options. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CommandGroups,
  type CommandInfo,
  type Console,
  type ConsoleCommand,
  rejectExtraArguments,
  UsageError,
} from '../command.ts'
import { describeOption } from '../option-descriptions.ts'
import { bashScript } from './completion-scripts/bash.ts'
import type { CompletedCommand } from './completion-scripts/completed-command.ts'
import { fishScript } from './completion-scripts/fish.ts'
import { zshScript } from './completion-scripts/zsh.ts'

const scripts: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
const shells = Object.keys(scripts)

const info: CommandInfo = {
  usage: 'bash|zsh|fish',
  summary: 'Print a script that completes commands and options in your shell.',
  options: {},
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/bank-lookup',
    'completion fish > ~/.config/fish/completions/bank-lookup.fish',
  ],
}

/** `groups`: the commands to complete. */
export const createCompletion = (groups: CommandGroups): ConsoleCommand => ({
  ...info,
  runOnConsole: async ({ positionals: [shell = '', ...extra], env, write }) => {
    rejectExtraArguments(extra)
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (!script) throw new UsageError(`Name your shell: ${shells.join(', ')}.`)
    await write(script(await describeCommands(groups, await countryCodes(env))))
    return 0
  },
})

async function describeCommands(groups: CommandGroups, countries: readonly string[]): Promise<CompletedCommand[]> {
  const argumentsOf: Readonly<Record<string, readonly string[]>> = {
    banks: countries,
    requirements: countries,
    'data lint': countries,
    completion: shells,
  }
  const describe = (name: string, { summary, options }: CommandInfo): CompletedCommand => ({
    name,
    // The first sentence, because a menu has one line for each command.
    summary: summary.split(/(?<=\.) /)[0] ?? summary,
    arguments: argumentsOf[name] ?? [],
    options: Object.entries(options).map(([option, { type }]) => ({
      name: option,
      takesValue: type === 'string',
      values: option === 'country' ? countries : (describeOption(name, option).values ?? []),
    })),
  })
  const loaded = Object.values(groups)
    .flatMap((commands) => Object.entries(commands))
    .map(async ([name, load]) => describe(name, name === 'completion' ? info : await load()))
  return Promise.all(loaded)
}

/** The codes are part of the script, because a program that runs at every Tab is slow. */
async function countryCodes(env: Console['env']): Promise<string[]> {
  const [{ readConfig }, { defaultPaths }] = await Promise.all([import('../../../config.ts'), import('../../paths.ts')])
  const { dataDir } = readConfig(env, defaultPaths)
  const countries = JSON.parse(readFileSync(join(dataDir, 'countries.json'), 'utf8')) as { code: string }[]
  return countries.map(({ code }) => code.toLowerCase()).sort()
}

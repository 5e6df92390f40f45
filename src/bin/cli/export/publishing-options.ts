/** The options of the commands that write a copy of the data for other people. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { withheldByDefault } from '../../../dataset/publishing/publishing-terms.ts'
import type { Redistribution } from '../../../directory/records/source.ts'
import { type ParsedArgs, UsageError } from '../command.ts'
import { listOption } from '../parse-options.ts'

/** Returns the path of `--out`, a new or empty folder outside the data folder. */
export function readOutFolder(dataFolder: string, option: unknown): string {
  if (typeof option !== 'string' || option.trim() === '') {
    throw new UsageError('--out is missing; name a new folder to write to.')
  }
  const out = resolve(option)
  if (`${realPath(out)}${sep}`.startsWith(`${realPath(dataFolder)}${sep}`)) {
    throw new UsageError(`--out is within the data folder ${dataFolder}; name a folder outside it.`)
  }
  if (existsSync(out) && (!statSync(out).isDirectory() || readdirSync(out).length > 0)) {
    throw new UsageError(`${JSON.stringify(option)} already exists and is not an empty folder; name a new one.`)
  }
  return out
}

/** Resolves symbolic links in the path, even if the path does not exist yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return join(realPath(dirname(path)), basename(path))
}

/** Returns the terms of `--with`, whose facts are published although they are unclear or restrictive. */
export const readIncludedTerms = (values: ParsedArgs['values']): Set<Redistribution> =>
  new Set(listOption(values, 'with', withheldByDefault))

/**
 * Loads the tools for data maintainers. They are in the package `bank-lookup-curation`, which other users do not need.
 */
import { createRequire } from 'node:module'
import type { DataForPublishing, PublishingRequest } from '../../dataset/publishing/publishing-terms.ts'
import { isPackage } from '../paths.ts'
import { type Command, Failure } from './command.ts'

const location = isPackage ? 'bank-lookup-curation' : '../../../packages/curation/src/commands.ts'

/** What the package exports. */
interface Curation {
  commands: Record<string, Command>
  loadDataForPublishing(): Promise<(request: PublishingRequest) => DataForPublishing>
}

/** `ifMissing`: what the user can do if the package is not installed. */
async function loadCuration(ifMissing: string): Promise<Curation> {
  try {
    createRequire(import.meta.url).resolve(location)
  } catch {
    throw new Failure(ifMissing)
  }
  return await import(location)
}

const howToInstall = 'install it next to bank-lookup, or run it in a clone'

export const curationCommands = async (): Promise<Curation['commands']> =>
  (await loadCuration(`This command needs the package bank-lookup-curation; ${howToInstall}.`)).commands

/** `terms`: those whose facts must be left out. */
export async function dataForPublishing(
  request: PublishingRequest,
  terms: readonly string[],
): Promise<DataForPublishing> {
  const curation = await loadCuration(
    `The data has facts whose terms are ${terms.join(' or ')}. To leave them out, this command needs the package ` +
      `bank-lookup-curation; ${howToInstall}. To export them too, add --with ${terms.join(',')}.`,
  )
  return (await curation.loadDataForPublishing())(request)
}

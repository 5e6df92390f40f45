/** Finds the files that a follower serves to other followers: those that it has verified and installed. */
import { lstatSync } from 'node:fs'
import { type ChannelFolder, mirrorPath } from './channel-folder.ts'

/** The only names that exist, so that no other file of the machine can be addressed. */
const names = /^(?:channel\.json|releases\/[0-9-]+\.[0-9a-f]{8}\.json)(?:\.sig)?$|^files\/[0-9a-f]{64}\.gz$/

export function findMirrorFile(
  folder: ChannelFolder,
  name: string,
): { path: string; type: string; isImmutable: boolean } | undefined {
  const path = mirrorPath(folder.path, name)
  // Follow no link: it could lead to any file of the machine.
  if (!names.test(name) || !lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  const type = name.endsWith('.json')
    ? 'application/json; charset=utf-8'
    : name.endsWith('.gz')
      ? 'application/gzip'
      : 'application/octet-stream'
  // A revision can come back in a later release, with another manifest.
  return { path, type, isImmutable: name.startsWith('files/') }
}

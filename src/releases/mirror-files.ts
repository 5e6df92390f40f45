/** Finds the files that a follower serves to other followers: those that it has verified and installed. */
import { existsSync } from 'node:fs'
import { type ChannelFolder, mirrorPath } from './channel-folder.ts'
import { channelFile } from './release-format.ts'

/** The only names that exist, so that no other file of the machine can be addressed. */
const names = /^(?:channel\.json|releases\/[0-9-]+\.[0-9a-f]{8}\.json)(?:\.sig)?$|^files\/[0-9a-f]{64}\.gz$/

export function findMirrorFile(
  folder: ChannelFolder,
  name: string,
): { path: string; type: string; isImmutable: boolean } | undefined {
  const path = mirrorPath(folder.path, name)
  if (!names.test(name) || !existsSync(path)) return undefined
  const type = name.endsWith('.json')
    ? 'application/json; charset=utf-8'
    : name.endsWith('.gz')
      ? 'application/gzip'
      : 'application/octet-stream'
  return { path, type, isImmutable: !name.startsWith(channelFile) }
}

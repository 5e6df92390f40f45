/** What the application needs to know of the data channel that the service follows. */

export interface FollowedChannel {
  status(): ChannelStatus
  /** Finds a file of the mirror by its path in the channel. Undefined if the service is no mirror. */
  findFile?: FindMirrorFile
}

export interface ChannelStatus {
  sequence: number | null
  revision: string | null
  published_at: string | null
  checked_at: string | null
  stale: boolean
}

export interface MirrorFile {
  path: string
  type: string
  /** Whether the content at this address never changes. */
  isImmutable: boolean
}

export type FindMirrorFile = (path: string) => MirrorFile | undefined

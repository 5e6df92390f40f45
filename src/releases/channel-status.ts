/** Describes for health checks and commands how recent a follower's data is. */
import type { ChannelFolder, ChannelState } from './channel-folder.ts'

export interface ChannelStatus {
  /** Sequence and revision of the installed release; null if there is none. */
  sequence: number | null
  revision: string | null
  /** When the publisher last signed the channel, and when the follower last got an answer from it. */
  published_at: string | null
  checked_at: string | null
  /** Whether the publisher's signature is older than the maximum age: the channel may be frozen by an attacker. */
  stale: boolean
}

export function channelStatus(state: ChannelState | undefined, maxAgeMs: number, nowMs: number): ChannelStatus {
  const [, sequence, revision] = /^(\d+)-(.+)-[0-9a-f]{16}$/.exec(state?.current ?? '') ?? []
  return {
    sequence: sequence === undefined ? null : Number(sequence),
    revision: revision ?? null,
    published_at: state?.published_at ?? null,
    checked_at: state?.checked_at ?? null,
    stale: state !== undefined && nowMs - Date.parse(state.published_at) > maxAgeMs,
  }
}

/** Health checks may come many times a second, and the state changes a few times a day. */
const rereadMs = 1_000

/** Returns a function that returns the current status. Works in every process: the state is in the folder. */
export function createStatusReader(folder: ChannelFolder, maxAgeMs: number): () => ChannelStatus {
  let state: ChannelState | undefined
  let isDamaged = false
  let readAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = Date.now()
    if (Math.abs(nowMs - readAtMs) > rereadMs) {
      readAtMs = nowMs
      try {
        state = folder.readState()
        isDamaged = false
      } catch {
        // The follower logs the reason.
        state = undefined
        isDamaged = true
      }
    }
    const status = channelStatus(state, maxAgeMs, nowMs)
    return isDamaged ? { ...status, stale: true } : status
  }
}

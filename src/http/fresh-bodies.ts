/**
 * Answers that are made when somebody asks. Small ones are sent as they are. Large ones are compressed one at a time,
 * once for all who ask meanwhile, and the last few are kept: neither memory nor work grows with the number of callers.
 */
import { type Body, plainBody, readyBody } from './bodies.ts'

/** `key` names the answer, `json` makes its text. */
export type FreshBodies = (key: string, json: () => Buffer) => Promise<Body>

/** Compressing less saves a packet or two, and costs more than all else about the answer. */
const smallBytesMax = 16 * 1024

const keptMax = 8

export function openFreshBodies(common: Record<string, string>): FreshBodies {
  /** The one that was asked for longest ago comes first. */
  const kept = new Map<string, Promise<Body>>()
  let turn: Promise<unknown> = Promise.resolve()

  const make = (bytes: Buffer): Promise<Body> => {
    const making = turn.then(() => readyBody(bytes, common))
    turn = making.catch(() => {})
    return making
  }

  return async (key, json) => {
    let body = kept.get(key)
    if (!body) {
      const bytes = json()
      if (bytes.length <= smallBytesMax) return plainBody(bytes, common)
      body = make(bytes)
      body.catch(() => kept.delete(key))
    }
    kept.delete(key)
    kept.set(key, body)
    for (const oldest of [...kept.keys()].slice(0, -keptMax)) kept.delete(oldest)
    return body
  }
}

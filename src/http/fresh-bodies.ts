/**
 * Answers that are made when somebody asks. Small ones are sent as they are. Large ones are made and compressed one at
 * a time, once for all who ask meanwhile, and the last few are kept: neither memory nor work grows with the callers.
 */
import { type Body, plainBody, readyBody } from './bodies.ts'

/** `key` names the answer; `text` is what it says, or makes that when its turn comes. */
export type FreshBodies = (key: string, text: Buffer | (() => Buffer | Promise<Buffer>), kind?: Kind) => Promise<Body>

/** What is not said of every answer; JSON unless a type is given. */
interface Kind {
  type?: string
  headers?: Record<string, string>
}

/** Compressing less saves a packet or two, and costs more than all else about the answer. */
const smallBytesMax = 32 * 1024

const keptBytesMax = 24 * 1024 * 1024

export function openFreshBodies(common: Record<string, string>): FreshBodies {
  /** The one that was asked for longest ago comes first. */
  const kept = new Map<string, Body>()
  /** Asked for, not yet there. */
  const underWay = new Map<string, Promise<Body>>()
  let keptBytes = 0
  let turn: Promise<unknown> = Promise.resolve()

  const keep = (key: string, body: Body): void => {
    kept.set(key, body)
    keptBytes += body.forms.identity.bytes.length
    for (const [oldest, { forms }] of kept) {
      if (keptBytes <= keptBytesMax || oldest === key) break
      kept.delete(oldest)
      keptBytes -= forms.identity.bytes.length
    }
  }

  const make = async (key: string, bytes: Buffer, { type, headers }: Kind): Promise<Body> => {
    const all = { ...common, ...headers }
    if (bytes.length <= smallBytesMax) return plainBody(bytes, all, type)
    const body = await readyBody(bytes, all, type)
    keep(key, body)
    return body
  }

  return (key, text, kind = {}) => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return Promise.resolve(known)
    }
    // A small one that is there already need not wait for its turn.
    if (Buffer.isBuffer(text) && text.length <= smallBytesMax) return make(key, text, kind)
    const waiting = underWay.get(key)
    if (waiting) return waiting
    const making = turn
      .then(async () => make(key, Buffer.isBuffer(text) ? text : await text(), kind))
      .finally(() => underWay.delete(key))
    underWay.set(key, making)
    turn = making.catch(() => {})
    return making
  }
}

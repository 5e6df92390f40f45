/**
 * What a public hash key looks like: `blk_live_` or `blk_demo_`, 30 random characters, and six that are the CRC-32 of
 * all before them. So a typing error is told without a look-up, and scanners for leaked secrets find a key by its form.
 */
import { crc32 } from 'node:zlib'

export const keyModes = ['live', 'demo'] as const
export type KeyMode = (typeof keyModes)[number]

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checkLength = 6

/** `randomBytes` gives that many bytes that nobody can foresee. */
export function makeKey(mode: KeyMode, randomBytes: (count: number) => Uint8Array): string {
  const body = `blk_${mode}_${randomCharacters(randomBytes)}`
  return body + checkOf(body)
}

/** The mode of a well-formed key; undefined for anything that cannot be a key. */
export function modeOfKey(text: string): KeyMode | undefined {
  const mode = /^blk_(live|demo)_[0-9A-Za-z]{36}$/.exec(text)?.[1]
  if (mode === undefined || checkOf(text.slice(0, -checkLength)) !== text.slice(-checkLength)) return undefined
  return mode as KeyMode
}

/** Enough to tell one key from another in a list, and far too little to guess the rest. */
export const startOfKey = (key: string): string => key.slice(0, 'blk_live_'.length + 4)

const keyLike = /blk_(live|demo)_[0-9A-Za-z]*/g

export const holdsKey = (text: string): boolean => /blk_(live|demo)_[0-9A-Za-z]/.test(text)

const secretRun = new RegExp(`[0-9A-Za-z]{${randomLength - 2},}`, 'g')

/** Whether it may hold the random part of a key, without its prefix: a long run in which capitals and small letters mix. */
export const mayHoldSecret = (text: string): boolean =>
  (text.match(secretRun) ?? []).some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run))

/** For whatever is repeated to a caller or written to a log. */
export const hideKeys = (text: string): string => text.replaceAll(keyLike, 'blk_$1_…')

function randomCharacters(randomBytes: (count: number) => Uint8Array): string {
  let text = ''
  while (text.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      // 248 is the largest multiple of 62 that a byte can hold: what lies above it would favour some characters.
      if (byte < 248 && text.length < randomLength) text += alphabet[byte % 62]
    }
  }
  return text
}

function checkOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < checkLength; place++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

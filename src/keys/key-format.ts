/**
 * The format of a key: `blk_live_` or `blk_demo_`, then 30 random characters, then the CRC-32 of everything before it,
 * encoded in six characters. The checksum detects a typo without a lookup, and the prefix lets secret scanners find
 * leaked keys.
 */
import { crc32 } from 'node:zlib'

export const keyModes = ['live', 'demo'] as const
export type KeyMode = (typeof keyModes)[number]

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

/** `randomBytes` must be cryptographically secure. */
export function makeKey(mode: KeyMode, randomBytes: (count: number) => Uint8Array): string {
  const body = `blk_${mode}_${randomCharacters(randomBytes)}`
  return body + checksum(body)
}

/** Returns the mode of a well-formed key, or undefined for text that cannot be a key. */
export function parseKeyMode(text: string): KeyMode | undefined {
  const mode = /^blk_(live|demo)_[0-9A-Za-z]{36}$/.exec(text)?.[1]
  if (mode === undefined || checksum(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return undefined
  return mode as KeyMode
}

/** The first characters of a key: enough to tell keys apart in a list, and far too few to guess the rest. */
export const keyStart = (key: string): string => key.slice(0, 'blk_live_'.length + 4)

const keyLike = /blk_(live|demo)_[0-9A-Za-z]*/g

export const holdsKey = (text: string): boolean => /blk_(live|demo)_[0-9A-Za-z]/.test(text)

const secretRun = new RegExp(`[0-9A-Za-z]{${randomLength - 2},}`, 'g')

/**
 * Whether the text may contain the secret part of a key without its prefix: a long run of letters and digits with both
 * upper and lower case.
 */
export const mayHoldSecret = (text: string): boolean =>
  (text.match(secretRun) ?? []).some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run))

/** Masks keys in any text that is returned to a client or logged. */
export const hideKeys = (text: string): string => text.replaceAll(keyLike, 'blk_$1_…')

function randomCharacters(randomBytes: (count: number) => Uint8Array): string {
  let text = ''
  while (text.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      // Skip bytes from 248 (4 * 62) upwards: they would make some characters more likely than others.
      if (byte < 248 && text.length < randomLength) text += alphabet[byte % 62]
    }
  }
  return text
}

function checksum(body: string): string {
  let remainder = crc32(body)
  let text = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    text = alphabet[remainder % 62] + text
    remainder = Math.floor(remainder / 62)
  }
  return text
}

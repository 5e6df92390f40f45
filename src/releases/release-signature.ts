/** Ed25519 signatures of channel files. Keys are PEM files; a signature is 64 raw bytes, as `openssl pkeyutl` reads it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { ChannelError } from './release-format.ts'

export const signatureBytes = 64

export function generateKeys(): { privatePem: string; publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** Returns the public key as one line, for a setting: the text between the first and the last line of the PEM file. */
export const keyLine = (publicPem: string): string => publicPem.replaceAll(/-----[^-]+-----|\s/g, '')

/** `text`: the path of a PEM file, or the line between its first and last line. */
export function readPublicKey(text: string): KeyObject {
  if (text.endsWith('.pem') && !existsSync(text)) throw new ChannelError(`There is no file ${JSON.stringify(text)}.`)
  try {
    const pem = existsSync(text)
      ? readFileSync(text, 'utf8')
      : `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`
    // A private key would be accepted too, because a public key can be derived from it.
    if (pem.includes('PRIVATE KEY')) throw new Error('a private key')
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {}
  // A private key may have been passed by mistake. Only a file name has a dot.
  const name = text.includes('.') ? JSON.stringify(text) : 'The key of the channel'
  throw new ChannelError(`${name} is not an Ed25519 public key; use the path of a PEM file or its middle line.`)
}

export function readPrivateKey(file: string): KeyObject {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ChannelError(`The private key cannot be read (${(error as Error).message}).`)
  }
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {}
  throw new ChannelError(
    `${JSON.stringify(file)} is not an Ed25519 private key in PEM; make one with bank-lookup data keygen.`,
  )
}

export const signBytes = (bytes: Buffer, privateKey: KeyObject): Buffer => sign(null, bytes, privateKey)

/** Whether the signature was made with one of the keys. */
export const isSigned = (bytes: Buffer, signature: Buffer, publicKeys: readonly KeyObject[]): boolean =>
  signature.length === signatureBytes && publicKeys.some((key) => verify(null, bytes, key, signature))

import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { generateKeys, isSigned, keyLine, readPrivateKey, readPublicKey, signBytes } from './release-signature.ts'

const bytes = Buffer.from('some bytes')
const keys = generateKeys()
const signature = signBytes(bytes, createPrivateKey(keys.privatePem))

function writeKey(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'key.pem'), text)
  return join(folder, 'key.pem')
}

test('a public key is a PEM file or its middle line', (t) => {
  assert.match(keyLine(keys.publicPem), /^MCowBQYDK2VwAyEA[\w+/]{43}=$/)
  for (const text of [keyLine(keys.publicPem), writeKey(t, keys.publicPem)])
    assert.ok(isSigned(bytes, signature, [readPublicKey(text)]))
})

test('a private key given as the public one is rejected, and the message does not repeat it', (t) => {
  const secret = keyLine(keys.privatePem)
  for (const text of [secret, keys.privatePem, writeKey(t, keys.privatePem)])
    assert.throws(
      () => readPublicKey(text),
      ({ name, message }: Error) =>
        name === 'ChannelError' && /is not an Ed25519 public key/.test(message) && !message.includes(secret.slice(-20)),
    )
})

test('other keys, other text and unreadable files are rejected in one sentence', (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  for (const text of ['', 'x', tmpdir(), keyLine(other), writeKey(t, other), writeKey(t, 'x')])
    assert.throws(() => readPublicKey(text), {
      name: 'ChannelError',
      message: /^\S.* is not an Ed25519 public key; use /,
    })
  assert.throws(() => readPublicKey('keys/missing.pem'), { message: /^There is no file "keys\/missing\.pem"\.$/ })
  const otherPrivate = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const text of [otherPrivate, keys.publicPem, 'x'])
    assert.throws(() => readPrivateKey(writeKey(t, text)), {
      name: 'ChannelError',
      message: /is not an Ed25519 private key in PEM; make one with bank-lookup data keygen\.$/,
    })
  assert.throws(() => readPrivateKey('/missing.pem'), { message: /^The private key cannot be read \(ENOENT/ })
})

test('one of several keys is enough, and any changed byte is noticed', () => {
  const [own, other] = [keys, generateKeys()].map(({ publicPem }) => readPublicKey(keyLine(publicPem)))
  assert.ok(own && other)
  assert.ok(isSigned(bytes, signature, [other, own]))
  assert.ok(!isSigned(bytes, signature, [other]))
  assert.ok(!isSigned(bytes, signature, []))
  for (let at = 0; at < signature.length; at++) {
    const changed = Buffer.from(signature)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.ok(!isSigned(bytes, changed, [own]), `byte ${at}`)
  }
  assert.ok(!isSigned(Buffer.concat([bytes, bytes]), signature, [own]))
  for (const wrong of [Buffer.alloc(0), Buffer.alloc(64), signature.subarray(1), Buffer.concat([signature, bytes])])
    assert.ok(!isSigned(bytes, wrong, [own]))
})

/** The command that makes the keys of a publisher. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Failure, rejectExtraArguments, text } from '../command.ts'

export const keygen: Command = {
  usage: '[--out <folder>]',
  summary:
    'Make the Ed25519 key pair with which a publisher signs a channel: private.pem, which must stay secret, and public.pem, for followers.',
  options: { out: text },
  examples: ['data keygen', 'data keygen --out keys'],
  run: async ({ positionals, values, write }) => {
    rejectExtraArguments(positionals)
    const folder = String(values.out ?? '.')
    const { generateKeys, keyLine } = await import('../../../releases/release-signature.ts')
    const files = { private: join(folder, 'private.pem'), public: join(folder, 'public.pem') }
    const existing = Object.values(files).find((file) => existsSync(file))
    if (existing !== undefined)
      throw new Failure(
        `${existing} exists already; a new key would lock out all followers. Name another folder with --out.`,
      )
    const { privatePem, publicPem } = generateKeys()
    mkdirSync(folder, { recursive: true })
    writeFileSync(files.private, privatePem, { flag: 'wx', mode: 0o600 })
    writeFileSync(files.public, publicPem, { flag: 'wx' })
    await write(`Wrote ${files.private} (keep it secret, and back it up) and ${files.public}.
Followers set DATA_CHANNEL_KEY=${keyLine(publicPem)}
`)
    return 0
  },
}

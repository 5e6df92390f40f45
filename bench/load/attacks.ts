/**
 * `npm run attack [-- words in the names of attacks]`: attacks the service over loopback, within its rate limits where that is
 * the point, and prints a line for each attack with its figures and its limit. Fails if a limit is exceeded. Each list is in a file
 * of `attacks/`. `LONG=1` sends as many requests as a patient attacker.
 */

import { addresses } from './attacks/addresses.ts'
import { type AttackedService, type StartService, startAttacked } from './attacks/attacked-service.ts'
import { creations } from './attacks/creations.ts'
import { fairness } from './attacks/fairness.ts'
import { hostileFiles } from './attacks/files.ts'
import { framing } from './attacks/framing.ts'
import { hosts } from './attacks/hosts.ts'
import { mcp } from './attacks/mcp.ts'
import { paths } from './attacks/paths.ts'
import { redis } from './attacks/redis.ts'
import { uncounted } from './attacks/uncounted.ts'

// Attacks with the same settings are neighbours, because they share a service.
const attacks = [fairness, uncounted, hosts, framing, paths, mcp, creations, addresses, redis, hostileFiles].flat()

let current: { key: string; service: AttackedService } | undefined

const start: StartService = async (settings = {}) => {
  const key = JSON.stringify(settings)
  if (current?.key !== key) {
    await current?.service.stop()
    current = undefined
    current = { key, service: await startAttacked(settings) }
  }
  return current.service
}

try {
  const words = process.argv.slice(2)
  for (const [index, { name, run }] of attacks.entries()) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    const { figures, limit, isOk } = await run(start, `127.0.1.${index + 1}`)
    console.log(`${isOk ? 'ok      ' : 'TOO MUCH'} ${name}: ${figures}; at most ${limit}`)
    if (!isOk) process.exitCode = 1
  }
} finally {
  await current?.service.stop()
}

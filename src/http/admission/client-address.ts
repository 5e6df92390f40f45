/** The address a request counts for: the socket's, or what trusted proxies say; of IPv6 the /64 that a site holds. */
import type { IncomingMessage } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

export type AddressOf = (request: IncomingMessage) => string

/** `trusted`: addresses and networks of proxies whose X-Forwarded-For is believed; none unless given. */
export function createAddressReader(trusted: string[]): AddressOf {
  if (trusted.length === 0) return ({ socket }) => subjectOfSocket(socket)
  const trust = proxyAddress.compile(trusted)
  return (request) => rateLimitKey(proxyAddress(request, trust))
}

const subjects = new WeakMap<Socket, string>()

/** Once a connection: it is the same for all its requests. */
function subjectOfSocket(socket: Socket): string {
  const known = subjects.get(socket)
  if (known !== undefined) return known
  const subject = rateLimitKey(socket.remoteAddress ?? '')
  subjects.set(socket, subject)
  return subject
}

export function rateLimitKey(text: string): string {
  const address = withoutPort(text)
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? `${networkOf(address)}/64`
}

/** Some proxies write one: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(text: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

/** The first four groups, written out: `2001:db8::1` and `2001:db8:0:0:5::9` are one network. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : [])
  const before = groups(head)
  const after = groups(tail)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

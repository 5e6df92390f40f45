/**
 * Finds the address that a request is counted against: the address of the socket, or the one that a trusted proxy
 * reports. An IPv6 address is counted as its /64 network.
 */
import type { IncomingMessage } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

export type AddressReader = (request: IncomingMessage) => string

/** `trusted` lists the addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
export function createAddressReader(trusted: string[]): AddressReader {
  if (trusted.length === 0) return ({ socket }) => socketAddress(socket)
  const trust = proxyAddress.compile(trusted)
  return (request) => rateLimitKey(proxyAddress(request, trust))
}

const addressBySocket = new WeakMap<Socket, string>()

/** Caches the address per connection, because all requests on a connection have the same address. */
function socketAddress(socket: Socket): string {
  const known = addressBySocket.get(socket)
  if (known !== undefined) return known
  const address = rateLimitKey(socket.remoteAddress ?? '')
  addressBySocket.set(socket, address)
  return address
}

export function rateLimitKey(text: string): string {
  const address = withoutPort(text)
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? `${networkOf(address)}/64`
}

/** Removes the port that some proxies append, as in 192.0.2.1:4711 and [2001:db8::1]:4711. */
function withoutPort(text: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

/**
 * Returns the /64 network of an IPv6 address: the first four groups, with `::` expanded. `2001:db8::1` and
 * `2001:db8:0:0:5::9` are in the same network.
 */
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

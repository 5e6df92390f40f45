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
  if (!isIPv6(address)) return withoutLeadingZeros(address)
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join(':') === mappedNetwork
  return isMapped ? dotted(groups) : `${groups.slice(0, 4).join(':')}/64`
}

/** An IPv4 address may arrive as an IPv6 address in this network (RFC 4291, section 2.5.5.2). */
const mappedNetwork = '0:0:0:0:0:ffff'

/** Removes the port that some proxies append, as in 192.0.2.1:4711 and [2001:db8::1]:4711. */
function withoutPort(text: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

/** Some proxies pad IPv4 addresses, as in 203.0.113.006. */
const withoutLeadingZeros = (address: string): string =>
  /^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replaceAll(/\b0+(?=\d)/g, '') : address

/** Returns the eight groups of an IPv6 address: without a zone, with `::` expanded, and with a dotted end as two groups. */
function groupsOf(address: string): string[] {
  const [withoutZone = ''] = address.split('%', 1)
  const hexadecimal = withoutZone.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) =>
    [0, 2].map((at) => (Number(bytes[at]) * 256 + Number(bytes[at + 1])).toString(16)).join(':'),
  )
  const [before = [], after = []] = hexadecimal.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}

/** Returns the IPv4 address in the last two groups. */
const dotted = (groups: string[]): string =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')

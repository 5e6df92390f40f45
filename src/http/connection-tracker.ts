/** Tracks the open connections of a server, and whether each of them may still get another response. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface ConnectionState {
  /** The current response is the last one on this connection; later requests are ignored. */
  isEnding: boolean
  /** The final error response has been sent or is waiting to be sent. */
  hasFailed: boolean
  /** The last response was sent before its request had arrived completely. */
  hasRespondedEarly: boolean
}

export interface ConnectionTracker {
  track(server: Server): void
  openSockets(): ReadonlySet<Socket>
  stateOf(socket: Duplex): ConnectionState
}

export function createConnectionTracker(): ConnectionTracker {
  const open = new Set<Socket>()
  const states = new WeakMap<Duplex, ConnectionState>()
  return {
    track: (server) =>
      void server.on('connection', (socket) => {
        open.add(socket)
        socket.once('close', () => open.delete(socket))
      }),
    openSockets: () => open,
    stateOf: (socket) => {
      const known = states.get(socket)
      if (known) return known
      const state = { isEnding: false, hasFailed: false, hasRespondedEarly: false }
      states.set(socket, state)
      return state
    },
  }
}

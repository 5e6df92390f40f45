/**
 * A PostgreSQL client that closes its connection if the server sends too much, or anything but PostgreSQL's protocol. The
 * driver buffers a reply of any length, and an error in its parser would end the process.
 */
import pg from 'pg'

/** Enough for the reply to any statement that concerns one key or one record, and for the handshake. */
const smallReplyBytesMax = 1024 * 1024

export class GuardedClient extends pg.Client {
  #receivedBytes = 0
  #bytesMax = smallReplyBytesMax

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.#guardStream()
    // With TLS, the connection now has another stream.
    this.connection.once('sslconnect', () => this.#guardStream())
  }

  /** Limits what the server may send before the next call. */
  limitReply(bytesMax = smallReplyBytesMax): void {
    this.#receivedBytes = 0
    this.#bytesMax = bytesMax
  }

  /** Ends all work on this connection: pending queries fail with this error. */
  abort(error: Error): void {
    this.connection.stream.destroy(error)
  }

  #guardStream(): void {
    const { stream } = this.connection
    const emit = stream.emit.bind(stream)
    stream.emit = (event: string | symbol, ...values: unknown[]): boolean => {
      try {
        if (event === 'data') this.#countBytes(values[0] as Buffer)
        return emit(event, ...values)
      } catch (error) {
        if (event !== 'data') throw error
        stream.destroy(error as Error)
        return true
      }
    }
  }

  #countBytes({ length }: Buffer): void {
    this.#receivedBytes += length
    if (this.#receivedBytes > this.#bytesMax) throw new Error(`The reply is longer than ${this.#bytesMax} bytes.`)
  }
}

/** Says in one sentence why the store cannot be used and what the operator can do. Unknown errors keep their message. */
import { userInfo } from 'node:os'

/** The properties of system errors, SQLite errors and PostgreSQL errors that tell the causes apart. */
interface Failure {
  message: string
  code?: string
  path?: string
  syscall?: string
  /** SQLite's extended result code; its last byte is the primary code. */
  errcode?: number
}

/** SQLite's primary result codes. */
const sqlite = { readOnly: 8, cannotOpen: 14, notDatabase: 26 }

export function sqliteFailureReason(file: string, error: unknown): string {
  const { message, code, path = file, syscall, errcode = 0 } = error as Failure
  const otherFile = 'set DATABASE_URL to another file, as in sqlite:/var/lib/bank-lookup/store.sqlite.'
  if (syscall === 'chmod') return `${file} belongs to another user; make ${userName()} its owner, or ${otherFile}`
  if (code === 'EACCES' || code === 'EPERM') {
    return `${userName()} may not write to ${path}; change the owner of its folder, or ${otherFile}`
  }
  if (code === 'EROFS') return `${path} is on a read-only file system; make it writable, or ${otherFile}`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `a part of the path ${path} is a file, not a folder; ${otherFile}`
  switch (errcode & 0xff) {
    case sqlite.readOnly:
      return `${userName()} may not write to ${file}; change its owner, or ${otherFile}`
    case sqlite.cannotOpen:
      return `${file} cannot be opened; it must be a file that ${userName()} may write to, in a folder that ${userName()} may write to.`
    case sqlite.notDatabase:
      return `${file} is not a SQLite database; move it away, or ${otherFile}`
    default:
      return `${file}: ${message}`
  }
}

/** `url` may contain a password, so that only its host and its database are shown. */
export function postgresFailureReason(url: string, error: unknown): string {
  const { message, code = '' } = error as Failure
  const { host, hostname, pathname } = new URL(url)
  const server = `PostgreSQL at ${host || 'the local socket'}`
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${server} does not accept connections; start it, or correct DATABASE_URL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${hostname} of PostgreSQL is unknown; correct DATABASE_URL.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${server} cannot be reached; check the network, or correct DATABASE_URL.`
    case '28P01':
    case '28000':
      return `${server} rejects the user or the password; correct DATABASE_URL.`
    case '3D000':
      return `${server} has no database "${pathname.slice(1)}"; create it, or correct DATABASE_URL.`
    default:
      return /timeout/i.test(message)
        ? `${server} does not respond in time; check that it is running, or correct DATABASE_URL.`
        : `PostgreSQL: ${message}`
  }
}

/** A process can have a user id without a name, as in many containers. */
function userName(): string {
  try {
    return `the user ${userInfo().username}`
  } catch {
    return `the user ${process.getuid?.()}`
  }
}

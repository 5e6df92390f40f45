/**
 * Loads the SQLite of Node, and suppresses the warnings of this load: Node 22 prints that SQLite is experimental. We use the
 * part of it that is the same in Node 24, where it is stable.
 */
export function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

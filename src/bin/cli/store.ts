/** Copying the embedded store while it is in use. */
import { existsSync } from 'node:fs'
import { type Command, UsageError } from './command.ts'

export const backup: Command = {
  usage: '<file>',
  summary: 'Copy the embedded store to a new file, whole and consistent, also while the service runs.',
  options: {},
  run: async ({ words, database }) => {
    const [file, ...more] = words
    if (file === undefined || more.length > 0)
      throw new UsageError('Give the one file that the copy shall be written to.')
    if (database.kind !== 'sqlite') throw new UsageError('DATABASE_URL is a PostgreSQL; back that up with pg_dump.')
    if (!existsSync(database.file))
      throw new UsageError(`There is no store at ${database.file}; set DATABASE_URL to the one that is meant.`)
    if (existsSync(file)) throw new UsageError(`${JSON.stringify(file)} is there already; name a new file.`)
    const { backUpSqlite } = await import('../../store/sqlite.ts')
    backUpSqlite(database.file, file)
    return `${file} is a copy of ${database.file}.\n`
  },
}

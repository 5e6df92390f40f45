/** The command that copies the embedded store, even while the service is running. */
import { existsSync } from 'node:fs'
import { type Command, flag, quote, UsageError } from './command.ts'
import { asJson } from './output-format.ts'
import { withStore } from './settings-and-store.ts'

export const backup: Command = {
  usage: '<file> [--json]',
  summary: 'Copy the embedded store to a new file. The copy is consistent, even while the service is running.',
  options: { json: flag },
  examples: ['store backup backup.sqlite', 'store backup /srv/backups/bank-lookup.sqlite'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (_, database) => {
      const [file, ...more] = positionals
      if (file === undefined || more.length > 0) throw new UsageError('Name one file to write the copy to.')
      if (database.kind !== 'sqlite')
        throw new UsageError('DATABASE_URL is a PostgreSQL database; back it up with pg_dump.')
      if (!existsSync(database.file))
        throw new UsageError(`There is no store at ${database.file}; set DATABASE_URL to the store to copy.`)
      if (existsSync(file)) throw new UsageError(`${quote(file)} already exists; name a new file.`)
      const { backUpSqlite } = await import('../../store/sqlite.ts')
      backUpSqlite(database.file, file)
      return values.json ? asJson({ from: database.file, to: file }) : `Copied ${database.file} to ${file}.\n`
    }),
}

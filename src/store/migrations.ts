/**
 * Schema migrations, in the order of their file names. Each migration runs once, and a released file is never edited.
 */
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./migrations/', import.meta.url)

export const createMigrationsTable = 'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)'
export const listMigrations = 'SELECT name FROM migrations'
export const recordMigration = 'INSERT INTO migrations (name) VALUES ($1)'

export function pendingMigrations(done: Set<string>): { name: string; sql: string }[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => !done.has(name))
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/** The custom elements that other web pages load from this service, such as `/bank-picker.js`. */
import { existsSync, readFileSync } from 'node:fs'

/** Paths of the scripts. They never change, because they are in the pages of others. */
export const elementScripts: readonly string[] = ['/bank-picker.js', '/bank-account-form.js']

const fileOf = (path: string): URL => new URL(`../../packages/picker/dist${path}`, import.meta.url)

/** Returns the scripts that are built. `packages/picker/tools/build-picker.ts` builds them, from `npm ci`. */
export const readElementScripts = (): { path: string; read(): Buffer }[] =>
  elementScripts
    .filter((path) => existsSync(fileOf(path)))
    .map((path) => ({ path, read: () => readFileSync(fileOf(path)) }))

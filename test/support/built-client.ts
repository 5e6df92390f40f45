/** Builds the client for a test and puts it where a program in the folder can import it. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './services/processes.ts'

/** Compiles the sources of the client into `node_modules` of the folder, and returns the folder of the package. */
export function installClient(folder: string): string {
  const installed = join(folder, 'node_modules/bank-lookup-client')
  mkdirSync(installed, { recursive: true })
  copyFileSync(join(root, 'packages/client/package.json'), join(installed, 'package.json'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const parameters = ['-p', join(root, 'packages/client'), '--noEmit', 'false', '--outDir', join(installed, 'dist')]
  execFileSync(process.execPath, [compiler, ...parameters], { stdio: 'inherit' })
  return installed
}

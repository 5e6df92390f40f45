/**
 * Starts the service from the command line, with the same memory settings as `npm start`. Node reads these settings
 * only at startup, so this process is replaced by a new one where the system supports it (not on Windows).
 */
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** `docs/performance.md` explains these settings. */
export const nodeOptions = ['--max-semi-space-size=4', '--heap-growing-percent=20']
export const memoryVariables = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Runs the service with `settings` in addition to the environment variables of this process. If the process cannot be
 * replaced, resolves to the exit code: 0 when the service is running, 1 if it could not start.
 */
export async function launchService(settings: Record<string, string> = {}): Promise<number> {
  const environment = { ...memoryVariables, ...process.env, ...settings }
  const entry = fileURLToPath(new URL('./start.js', import.meta.url))
  // Versions before 22.15 do not have `execve`.
  if (process.platform !== 'win32' && process.execve)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...nodeOptions, entry], environment)
  Object.assign(process.env, settings)
  // V8 ignores the options that it reads only at startup.
  for (const option of nodeOptions) setFlagsFromString(option)
  await import('./start.js')
  return Number(process.exitCode ?? 0)
}

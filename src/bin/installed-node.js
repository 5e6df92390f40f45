/** Runs this program again with the Node that `npm ci` installed in the clone, for a system with an older Node. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

const folder = new URL(`../../node_modules/node-${process.platform}-${process.arch}/`, import.meta.url)

/** @type {NodeJS.Signals[]} */
const forwardedSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR2']

/**
 * Ends this process with the exit code or the signal of the new one. Resolves only if there is no Node of that version, or
 * if it cannot run here.
 * @param {number} oldestMajor
 * @returns {Promise<void>}
 */
export async function restartOnInstalledNode(oldestMajor) {
  const node = fileURLToPath(new URL('bin/node', folder))
  // If this process already runs on that Node, another start would end here again.
  if (!existsSync(node) || realpathSync(node) === process.execPath) return
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  if (Number.parseInt(version, 10) < oldestMajor) return

  for (const signal of forwardedSignals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes, and a second SIGINT would end the service while it shuts down.
      const isSentToBoth = (signal === 'SIGINT' || signal === 'SIGQUIT') && [0, 1, 2].some(isatty)
      if (!isSentToBoth) child.kill(signal)
    })
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      // A binary for glibc does not run on Alpine: then the process has no id.
      child.on('error', () => child.pid ?? resolve())
      child.once('exit', (code, signal) => {
        if (signal === null) process.exit(code ?? 1)
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      })
    })
  )
}

/**
 * Runs the suite on a busy machine: `stress-ng` keeps eight processes computing at the same time. A test that relies on its
 * share of the CPU fails here. With parameters, only these test files run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const stress = spawn('stress-ng', ['--cpu', '8', '--quiet'], { stdio: 'inherit' })
stress.once('error', () => {
  process.stderr.write(
    'stress-ng is missing (Debian: apt-get install stress-ng), so nothing can keep the machine busy.\n',
  )
  process.exit(1)
})
process.once('exit', () => stress.kill())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await once(stress, 'spawn')

const files = process.argv.slice(2)
const [program, words] =
  files.length > 0 ? [process.execPath, ['--test', '--test-concurrency=2', ...files]] : ['npm', ['test']]
const env = { ...process.env, BUSY: '1' }
const [code] = await once(spawn(program, words, { stdio: 'inherit', env }), 'exit')
process.exit(code ?? 1)

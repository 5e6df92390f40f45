/** The command that starts the service. */
import { type Command, rejectExtraArguments, text, UsageError } from '../command.ts'
import { textOption } from '../parse-options.ts'

export const start: Command = {
  usage: '[--port 8080] [--host 0.0.0.0]',
  summary: 'Start the service, like npm start in a clone. The other settings are environment variables.',
  options: { port: text, host: text },
  examples: ['start', 'start --port 3000 --host 127.0.0.1'],
  run: async ({ values, positionals }) => {
    rejectExtraArguments(positionals)
    const port = textOption(values, 'port')
    if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
      throw new UsageError(`--port is "${port}"; use a number from 0 to 65535 (0 for any free port).`)
    const host = textOption(values, 'host')
    const { launchService } = await import('../../launch.ts')
    return launchService({ ...(port !== undefined && { PORT: port }), ...(host !== undefined && { HOST: host }) })
  },
}

/** Says what is in a release, what is missing, and how to publish it. */
import { commandText, type PublishRequest, publishCommands } from './publish-commands.ts'

interface Summary extends PublishRequest {
  isTrial: boolean
  hasChannel: boolean
}

export function summarize({ release, version, repository, isTrial, hasChannel }: Summary): string {
  const { packages, image, files } = publishCommands({ release, version, repository })
  const missing = [
    ...(isTrial ? ['This is a trial: it may contain uncommitted changes. Do not publish it.'] : []),
    ...(hasChannel ? [] : ['No data channel was written, because there is no --key.']),
    ...(repository === undefined
      ? ['No server.json for the MCP registry and no provenance, because there is no --repository.']
      : []),
  ]
  const commands = [...packages, ...image, ...files].map(commandText)
  commands.push(`twine upload ${release}/python/*`)
  if (hasChannel)
    commands.push(`copy ${release}/channel to the web server of the channel, channel.json and channel.json.sig last`)
  if (repository !== undefined) commands.push(`mcp-publisher login github && cd ${release} && mcp-publisher publish`)
  return [
    `Version ${version} is in ${release}.`,
    ...missing,
    'Nothing in it has facts of sources that are restricted or unclear.',
    'Nothing was uploaded. These commands publish it:',
    ...commands.map((command) => `  ${command}`),
    '',
  ].join('\n')
}

/**
 * The entry for the MCP registry, and the npm package that it names. Registry clients start a package by its name alone,
 * and `bank-lookup` does not install the package of the protocol. So this package depends on both and runs `bank-lookup mcp`.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import { readText } from './preconditions.ts'

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const packageName = 'bank-lookup-mcp'
/** The registry accepts at most 100 characters. */
const description = 'Banks, bank codes, IBAN, BIC and account checks from local data. It contacts no other machine.'

const script = `#!/usr/bin/env node
process.argv.splice(2, 0, 'mcp')
await import('bank-lookup/lib/bin/bank-lookup.js')
`

/** The namespace that the registry gives to the owner of a repository on GitHub. */
function serverName(repository: string): string {
  const [, owner] = new URL(repository).pathname.split('/')
  return `io.github.${owner}/bank-lookup`
}

export function serverEntry(repository: string, version: string): object {
  return {
    $schema: schema,
    name: serverName(repository),
    description,
    repository: { url: repository, source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: packageName,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'DATA_DIR', description: 'Another data folder', format: 'filepath' },
          { name: 'OVERLAY_DIR', description: 'A folder with corrections of your own', format: 'filepath' },
        ],
      },
    ],
  }
}

/** `main`: the folder of the built main package. */
export function writeMcpPackage(folder: string, repository: string, main: string): void {
  const { dependencies } = JSON.parse(readText('package.json'))
  const { version, engines } = JSON.parse(readFileSync(join(main, 'package.json'), 'utf8'))
  const sdk = '@modelcontextprotocol/server'
  const manifest = {
    name: packageName,
    version,
    description,
    // Proves to the registry that the entry and the package have the same owner.
    mcpName: serverName(repository),
    license: 'MIT',
    type: 'module',
    engines,
    bin: { [packageName]: 'mcp.js' },
    files: ['mcp.js'],
    dependencies: { 'bank-lookup': version, [sdk]: `^${dependencies[sdk]}` },
  }
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'mcp.js'), script)
  chmodSync(join(folder, 'mcp.js'), 0o755)
  const readme = `# ${packageName}\n\n${description}\n\nIt runs \`bank-lookup mcp\`: see [bank-lookup](https://www.npmjs.com/package/bank-lookup).\n`
  writeFileSync(join(folder, 'README.md'), readme)
  cpSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'))
}

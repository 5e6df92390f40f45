/** The manifest of the npm package, made from the manifest of the repository. */

interface RootManifest {
  name: string
  version: string
  description: string
  dependencies: Record<string, string>
}

/** `node:sqlite` has the `timeout` option and `isTransaction` from this version on. The two `check-node-version` files check it. */
const oldestNode = '22.16'

/** Packages that only some users need. The program says so if one of them is missing. */
const optionalPeers: readonly string[] = ['@modelcontextprotocol/server']

export function packageManifest({ name, version, description, dependencies }: RootManifest): object {
  const needed = Object.entries(dependencies).filter(([dependency]) => !optionalPeers.includes(dependency))
  return {
    name,
    version,
    description,
    keywords: ['bank', 'iban', 'bic', 'swift', 'routing-number', 'sort-code', 'directory', 'search', 'self-hosted'],
    license: 'MIT AND LicenseRef-data-LICENSE.md',
    type: 'module',
    engines: { node: `>=${oldestNode}` },
    bin: { [name]: 'lib/bin/bank-lookup.js' },
    exports: {
      '.': {
        types: './lib/library/index.d.ts',
        require: './lib/library/index.cjs',
        default: './lib/library/index.js',
      },
      './checks': { types: './lib/library/checks.d.ts', default: './checks/src/library/checks.js' },
      './package.json': './package.json',
      // For bank-lookup-curation, which has the same version.
      './lib/*.js': './lib/*.js',
    },
    // Bundlers drop the modules in `checks` that a program does not use.
    sideEffects: ['./lib/**'],
    files: ['lib', 'checks', 'data', 'docs', 'news', 'packages', 'CHANGELOG.md', 'CONTRIBUTING.md'],
    dependencies: Object.fromEntries(needed),
    // A later minor version is compatible; an exact version would conflict with that of another program.
    peerDependencies: Object.fromEntries(optionalPeers.map((peer) => [peer, `^${dependencies[peer]}`])),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((peer) => [peer, { optional: true }])),
  }
}

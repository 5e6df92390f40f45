/**
 * Checks that Node is new enough to run this program. In a clone, an older Node starts the program again with the Node that
 * `npm ci` installed. Without that one, the program ends with a message. Every entry point imports this file first.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

// Only a clone has its program in `src`. It is TypeScript, which Node 24 runs without a build; a package is JavaScript.
const isClone = import.meta.url.endsWith('/src/bin/check-node-version.js')
const advice = isClone
  ? 'On Linux (x64, arm64, glibc) `npm ci` installs the right version: run it without --omit=optional, then the same command.\n' +
    'On other systems, install Node 24, then run the same command again.\n'
  : 'Install a newer version of Node, then run the same command again.\n'

if (isClone ? major < 24 : major < 22 || (major === 22 && minor < 16)) {
  if (isClone) {
    // The package does not contain this file, so the compiler must not find it.
    const { restartOnInstalledNode } = await import(new URL('installed-node.js', import.meta.url).href)
    await restartOnInstalledNode(24)
  }
  process.stderr.write(
    `bank-lookup requires Node ${isClone ? '24' : '22.16'} or later; this is Node ${process.versions.node}.\n${advice}`,
  )
  process.exit(1)
}

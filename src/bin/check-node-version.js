/** Exits with a message if Node is too old to run this program. Every entry point imports this file first. */
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `bank-lookup requires Node 24 or later; this is Node ${process.versions.node}.\n` +
      'On Linux (x64, arm64, glibc) `npm ci` installs the right version: run it without --omit=optional, then `npm start`.\n' +
      'On other systems, install Node 24, then run the same command again.\n',
  )
  process.exit(1)
}

/**
 * Throws if Node is too old for the library. Both entries load it before any other file. It is CommonJS, so that `require`
 * reports the version also on a Node that cannot require ES modules.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 16))
  throw new Error(`bank-lookup requires Node 22.16 or later; this is Node ${process.versions.node}.`)

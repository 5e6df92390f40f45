/** The library for `require` in CommonJS: the same module as for `import`, after a check of the Node version. */
require('./check-node-version.cjs')

module.exports = require('./index.ts')

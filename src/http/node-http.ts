/**
 * `node:http` without its ES module wrapper. Importing the wrapper evaluates every export of the module, and one of
 * them loads all of fetch, which nothing here uses. That would add 40 ms to each startup.
 */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')

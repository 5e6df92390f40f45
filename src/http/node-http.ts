/**
 * `node:http` without its ES module wrapper: importing the wrapper evaluates every export of the module, and one of them
 * loads all of fetch, which nothing here uses (40 ms of each start).
 */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')

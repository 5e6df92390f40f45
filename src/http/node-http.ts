/**
 * `node:http` past its ES-module face: importing that one evaluates every export of the module, and one of them loads
 * all of fetch, which nothing here uses (40 ms of each start).
 */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')

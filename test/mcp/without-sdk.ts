/** Loaded into a process with `--import`: the optional package of the protocol is not installed. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('@modelcontextprotocol/')) return next(specifier, context)
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' })
  },
})

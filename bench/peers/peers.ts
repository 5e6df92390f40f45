/**
 * `npm run bench`, peers: compares our IBAN check, and our way from an IBAN to a BIC, with packages from npm that do the
 * same in process: `ibantools`, `fast-iban`, `ibankit` and `iban-to-bic`.
 */
import { compareBics } from './bics.ts'
import { compareImports } from './imports.ts'
import { compareValidation } from './validation.ts'

compareValidation()
compareImports()
compareBics()

/** Recognises BICs that name an account at a central bank or clearing house instead of an office of the bank. */

/** Branch parts: Banque de France, TARGET, real-time gross settlement, and a clearing house. */
const settlementBranches = new Set(['BDF', 'TGT', 'RTG', 'LCH'])

export const isSettlementBic = (bic: string): boolean => settlementBranches.has(bic.slice(8))

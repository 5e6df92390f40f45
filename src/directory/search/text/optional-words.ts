/** Particles and legal forms: search gives them less weight than the other words of a query. */

/** Words that people leave out of a name, or add where they do not belong. */
export const particles = new Set(
  `a an and at by for in of on the to de des der die das den del della delle di do da dos du e et i la le les los und van von
  y`.split(/\s+/),
)
export const legalForms = new Set(
  `ab ag aktiengesellschaft as asa bv co corp corporation company eg gmbh group inc kg limited llc lp ltd na nv oy oyj
  plc sa sarl sas se spa srl`.split(/\s+/),
)

export const isOptional = (word: string): boolean => particles.has(word) || legalForms.has(word)

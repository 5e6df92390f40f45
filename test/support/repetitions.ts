/** How much is tried: enough to notice in `npm test`, enough to trust in `npm run test:long`. */
export const isLong = process.env.LONG === '1'

export const often = (short: number, long: number): number => (isLong ? long : short)

/** How often fault tests repeat: a few times in `npm test`, many times in `npm run test:long`. */
export const isLong = process.env.LONG === '1'

export const often = (short: number, long: number): number => (isLong ? long : short)

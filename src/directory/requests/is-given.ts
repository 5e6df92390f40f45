/** Treats null as missing, because some clients send null for fields that they mean to omit. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** The fields of a bank that a search can match. The API's schema lists them without loading the search. */
export const highlightFields = [
  'name',
  'short_name',
  'aliases',
  'legal_name',
  'bic',
  'lei',
  'ussd',
  'codes',
  'city',
  'region',
  'successor_of',
] as const

export type HighlightField = (typeof highlightFields)[number]

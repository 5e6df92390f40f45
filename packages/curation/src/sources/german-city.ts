/**
 * Converts German city names to their usual spelling. The Bundesbank's list adds an abbreviated region, river or
 * district to most names ("Essen, Ruhr", "Budenheim b Mainz"), and abbreviates parts of the name itself ("Limburg a d
 * Lahn").
 */
import cities from './ambiguous-german-cities.json' with { type: 'json' }

/** Cities that keep the region, river or district, because another city has the same name. */
const ambiguous = new Map(Object.entries(cities))

const expansions: [abbreviation: RegExp, full: string][] = [
  [/,.*$/, ''],
  [/ b\.? (?=\p{Lu}).*$/u, ''],
  [/ a Rhein$/, ''],
  [/ a\.? ?d\.? ?(?=\p{Lu})/u, ' an der '],
  [/ v\.? ?d\.? ?(?=\p{Lu})/u, ' vor der '],
  [/ i\.? ?d\.? ?OPf\.?$/, ' in der Oberpfalz'],
  [/ i\.? ?OB\.?$/, ' in Oberbayern'],
  [/ i\.? ?OFr\.?$/, ' in Oberfranken'],
  [/ i\.? ?Bay\.?$/, ' in Bayern'],
  [/ i\.? (?=\p{Lu})/u, ' im '],
  [/ a\.? (?=\p{Lu})/u, ' am '],
]

export const germanCity = (city: string): string =>
  ambiguous.get(city) ?? expansions.reduce((text, [abbreviation, full]) => text.replace(abbreviation, full), city)

/**
 * German cities as people write them. The list of the Bundesbank adds the region, river or district to most names, in short
 * ("Essen, Ruhr", "Budenheim b Mainz"), and shortens what is a part of the name ("Limburg a d Lahn").
 */

const parts: [short: RegExp, whole: string][] = [
  [/^Halle, Saale$/, 'Halle (Saale)'],
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
  parts.reduce((text, [short, whole]) => text.replace(short, whole), city)

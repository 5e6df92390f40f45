/**
 * German city names as people write them. The Bundesbank's list adds an abbreviated region, river or district to most
 * names ("Essen, Ruhr", "Budenheim b Mainz"), and abbreviates parts of the name itself ("Limburg a d Lahn").
 */

/** Cities that need the addition, because another city has the same name. */
const ambiguous = new Map([
  ['Dillingen, Saar', 'Dillingen (Saar)'],
  ['Erbach, Donau', 'Erbach (Donau)'],
  ['Erbach, Odenwald', 'Erbach (Odenwald)'],
  ['Freudenberg, Oberpf', 'Freudenberg (Oberpfalz)'],
  ['Freudenberg, Westf', 'Freudenberg (Westf.)'],
  ['Friedberg, Hessen', 'Friedberg (Hessen)'],
  ['Halle, Saale', 'Halle (Saale)'],
  ['Halle, Westf', 'Halle (Westf.)'],
  ['Lengerich, Emsl', 'Lengerich (Emsland)'],
  ['Lengerich, Westf', 'Lengerich (Westf.)'],
  ['Mühlhausen, Mittelfr', 'Mühlhausen (Mittelfranken)'],
  ['Mühlhausen, Thüringen', 'Mühlhausen (Thüringen)'],
  ['Neustadt, Wied', 'Neustadt (Wied)'],
])

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

/**
 * German cities as people write them. The list of the Bundesbank adds the region, river or district to most names, in short
 * ("Essen, Ruhr", "Budenheim b Mainz"), and shortens what is a part of the name ("Limburg a d Lahn").
 */

/** Places that need the addition, because another place has the same name. */
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

const parts: [short: RegExp, whole: string][] = [
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
  ambiguous.get(city) ?? parts.reduce((text, [short, whole]) => text.replace(short, whole), city)

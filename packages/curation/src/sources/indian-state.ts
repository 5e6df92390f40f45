/** The states and union territories of India, by the spellings that lists of branches use. */
const states = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
]

/** Misspellings, and the two union territories that were joined in 2020. */
const otherSpellings: Readonly<Record<string, string>> = {
  'andaman and nicobar island': 'Andaman and Nicobar Islands',
  'dadar and nagar haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'dadra and nagar haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'daman and diu': 'Dadra and Nagar Haveli and Daman and Diu',
  'madhy pradesh': 'Madhya Pradesh',
  odhisa: 'Odisha',
  uttarkhand: 'Uttarakhand',
}

const byName = new Map([
  ...states.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(otherSpellings),
])

/** Returns an empty text if the name is not that of a state. */
export const indianState = (name: string): string => byName.get(name.trim().toLowerCase()) ?? ''

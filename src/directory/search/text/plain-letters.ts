/** Plain spellings of letters that Unicode does not decompose into a plain letter and an accent. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  // Arabic letters that people write for one another, and the Persian and Urdu forms of kaf and yeh.
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  // The forms that Hebrew letters have at the end of a word: a prefix may end before it.
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
}

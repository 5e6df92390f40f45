/** The texts of the picker by language. A page can replace or add a language: `BankPicker.strings.de = { ... }`. */

export type PickerStrings = typeof en

const en = {
  placeholder: 'Bank name or code',
  /** Accessible name of the list. */
  list: 'Banks',
  /** Accessible name of the button that opens the list. */
  toggle: 'Show banks',
  loading: 'Loading banks …',
  count: (banks: number) => (banks === 1 ? '1 bank' : `${banks} banks`),
  /** Shown if the list is longer than what is shown. */
  more: (banks: number) => `The first ${banks} banks. Type to find others.`,
  none: (text: string) => `No bank found for “${text}”`,
  formerly: (name: string) => `formerly ${name}`,
  notListed: 'My bank is not listed',
  required: 'Choose a bank.',
  unchosen: 'Choose a bank from the list.',
  retrying: 'The list of banks cannot be reached. Trying again …',
  failed: 'The list of banks cannot be loaded.',
}

const fr: PickerStrings = {
  placeholder: 'Nom ou code de la banque',
  list: 'Banques',
  toggle: 'Afficher les banques',
  loading: 'Chargement des banques …',
  count: (banks) => (banks === 1 ? '1 banque' : `${banks} banques`),
  more: (banks) => `Les ${banks} premières banques. Saisissez un nom pour d’autres.`,
  none: (text) => `Aucune banque trouvée pour « ${text} »`,
  formerly: (name) => `anciennement ${name}`,
  notListed: 'Ma banque n’est pas dans la liste',
  required: 'Choisissez une banque.',
  unchosen: 'Choisissez une banque dans la liste.',
  retrying: 'La liste des banques est inaccessible. Nouvel essai …',
  failed: 'La liste des banques ne peut pas être chargée.',
}

const es: PickerStrings = {
  placeholder: 'Nombre o código del banco',
  list: 'Bancos',
  toggle: 'Mostrar bancos',
  loading: 'Cargando bancos …',
  count: (banks) => (banks === 1 ? '1 banco' : `${banks} bancos`),
  more: (banks) => `Los primeros ${banks} bancos. Escriba para encontrar otros.`,
  none: (text) => `Ningún banco encontrado para «${text}»`,
  formerly: (name) => `antes ${name}`,
  notListed: 'Mi banco no está en la lista',
  required: 'Elija un banco.',
  unchosen: 'Elija un banco de la lista.',
  retrying: 'No se puede acceder a la lista de bancos. Intentando de nuevo …',
  failed: 'No se puede cargar la lista de bancos.',
}

const pt: PickerStrings = {
  placeholder: 'Nome ou código do banco',
  list: 'Bancos',
  toggle: 'Mostrar bancos',
  loading: 'Carregando bancos …',
  count: (banks) => (banks === 1 ? '1 banco' : `${banks} bancos`),
  more: (banks) => `Os primeiros ${banks} bancos. Digite para encontrar outros.`,
  none: (text) => `Nenhum banco encontrado para “${text}”`,
  formerly: (name) => `antes ${name}`,
  notListed: 'Meu banco não está na lista',
  required: 'Escolha um banco.',
  unchosen: 'Escolha um banco da lista.',
  retrying: 'A lista de bancos está inacessível. Tentando de novo …',
  failed: 'Não é possível carregar a lista de bancos.',
}

const ar: PickerStrings = {
  placeholder: 'اسم البنك أو رمزه',
  list: 'البنوك',
  toggle: 'عرض البنوك',
  loading: 'جارٍ تحميل البنوك …',
  count: (banks) => `عدد البنوك: ${banks}`,
  more: (banks) => `أول ${banks} بنكًا. اكتب للعثور على غيرها.`,
  none: (text) => `لم يُعثر على بنك باسم «${text}»`,
  formerly: (name) => `سابقًا ${name}`,
  notListed: 'بنكي غير موجود في القائمة',
  required: 'اختر بنكًا.',
  unchosen: 'اختر بنكًا من القائمة.',
  retrying: 'تعذّر الوصول إلى قائمة البنوك. تجري المحاولة من جديد …',
  failed: 'تعذّر تحميل قائمة البنوك.',
}

export const strings: Record<string, PickerStrings> = { en, fr, es, pt, ar }

export function languageOf(element: Element): string | undefined {
  const language = element.closest<HTMLElement>('[lang]')?.lang.replaceAll('_', '-')
  try {
    Intl.getCanonicalLocales(language)
    return language
  } catch {
    // The attribute `lang` can have any value, and `Intl` throws an error for some.
    return undefined
  }
}

/** Returns the texts in the element's language, with English as the fallback for missing ones. */
export function stringsFor(element: Element, all: Record<string, Partial<PickerStrings>>): PickerStrings {
  const language = languageOf(element)?.toLowerCase() ?? ''
  return { ...en, ...(all[language] ?? all[language.split('-')[0] as string] ?? all.en) }
}

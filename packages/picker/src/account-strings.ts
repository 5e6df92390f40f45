/** The texts of the account form by language. The labels and hints of the fields come from the service, in English. */
import type { AccountVerdict } from './account-source.ts'

export interface AccountFormStrings {
  /** Accessible name of the form, unless the page labels it. */
  form: string
  country: string
  method: string
  /** First entry of a menu. */
  choose: string
  optional(label: string): string
  missing(label: string): string
  /** The number of characters is wrong. */
  length(min: number, max: number, length: number): string
  format(example: string): string
  check: string
  checking: string
  use(suggestion: string): string
  verdicts: { [verdict in AccountVerdict]: string }
  bank: string
  loading: string
  retrying: string
  failed: string
  unchecked: string
  /** Added to `unchecked` inside a form. */
  submitAgain: string
  /** Labels and hints by the key of a field, instead of those of the service. */
  labels?: { [key: string]: string }
  hints?: { [key: string]: string }
}

const range = (min: number, max: number): string => (min === max ? `${min}` : `${min}–${max}`)

const en: AccountFormStrings = {
  form: 'Account details',
  country: 'Country',
  method: 'Payment method',
  choose: 'Choose',
  optional: (label) => `${label} (optional)`,
  missing: (label) => `${label} is missing.`,
  length: (min, max, length) => `${length} of ${range(min, max)} characters.`,
  format: (example) => `Check the format. Example: ${example}`,
  check: 'Check account',
  checking: 'Checking …',
  use: (suggestion) => `Use ${suggestion}`,
  verdicts: {
    valid: 'Valid',
    possible: 'The format is correct',
    former: 'No longer in use',
    unknown: 'Not in the directory',
    invalid: 'Check the marked fields',
  },
  bank: 'Bank',
  loading: 'Loading …',
  retrying: 'The service cannot be reached. Trying again …',
  failed: 'The form cannot be loaded.',
  unchecked: 'The account could not be checked.',
  submitAgain: 'Submit again to continue without the check.',
}

const fr: AccountFormStrings = {
  form: 'Coordonnées du compte',
  country: 'Pays',
  method: 'Mode de paiement',
  choose: 'Choisir',
  optional: (label) => `${label} (facultatif)`,
  missing: (label) => `Champ à remplir : ${label}.`,
  length: (min, max, length) => `${length} caractères sur ${range(min, max)}.`,
  format: (example) => `Vérifiez le format. Exemple : ${example}`,
  check: 'Vérifier le compte',
  checking: 'Vérification …',
  use: (suggestion) => `Utiliser ${suggestion}`,
  verdicts: {
    valid: 'Valide',
    possible: 'Le format est correct',
    former: 'N’est plus utilisé',
    unknown: 'Absent du répertoire',
    invalid: 'Vérifiez les champs signalés',
  },
  bank: 'Banque',
  loading: 'Chargement …',
  retrying: 'Le service est inaccessible. Nouvel essai …',
  failed: 'Le formulaire ne peut pas être chargé.',
  unchecked: 'Le compte n’a pas pu être vérifié.',
  submitAgain: 'Validez de nouveau pour continuer sans vérification.',
}

const es: AccountFormStrings = {
  form: 'Datos de la cuenta',
  country: 'País',
  method: 'Forma de pago',
  choose: 'Elegir',
  optional: (label) => `${label} (opcional)`,
  missing: (label) => `Falta: ${label}.`,
  length: (min, max, length) => `${length} de ${range(min, max)} caracteres.`,
  format: (example) => `Compruebe el formato. Ejemplo: ${example}`,
  check: 'Comprobar la cuenta',
  checking: 'Comprobando …',
  use: (suggestion) => `Usar ${suggestion}`,
  verdicts: {
    valid: 'Válido',
    possible: 'El formato es correcto',
    former: 'Ya no se usa',
    unknown: 'No está en el directorio',
    invalid: 'Compruebe los campos marcados',
  },
  bank: 'Banco',
  loading: 'Cargando …',
  retrying: 'No se puede acceder al servicio. Intentando de nuevo …',
  failed: 'No se puede cargar el formulario.',
  unchecked: 'No se pudo comprobar la cuenta.',
  submitAgain: 'Envíe de nuevo para continuar sin comprobarla.',
}

const pt: AccountFormStrings = {
  form: 'Dados da conta',
  country: 'País',
  method: 'Forma de pagamento',
  choose: 'Escolher',
  optional: (label) => `${label} (opcional)`,
  missing: (label) => `Falta: ${label}.`,
  length: (min, max, length) => `${length} de ${range(min, max)} caracteres.`,
  format: (example) => `Verifique o formato. Exemplo: ${example}`,
  check: 'Verificar a conta',
  checking: 'Verificando …',
  use: (suggestion) => `Usar ${suggestion}`,
  verdicts: {
    valid: 'Válido',
    possible: 'O formato está correto',
    former: 'Não é mais usado',
    unknown: 'Não está no diretório',
    invalid: 'Verifique os campos marcados',
  },
  bank: 'Banco',
  loading: 'Carregando …',
  retrying: 'O serviço está inacessível. Tentando de novo …',
  failed: 'Não é possível carregar o formulário.',
  unchecked: 'Não foi possível verificar a conta.',
  submitAgain: 'Envie de novo para continuar sem a verificação.',
}

const ar: AccountFormStrings = {
  form: 'بيانات الحساب',
  country: 'البلد',
  method: 'طريقة الدفع',
  choose: 'اختر',
  optional: (label) => `${label} (اختياري)`,
  missing: (label) => `حقل ناقص: ${label}.`,
  length: (min, max, length) => `عدد الأحرف ${length}، والمطلوب ${range(min, max)}.`,
  format: (example) => `تحقّق من الصيغة. مثال: ${example}`,
  check: 'تحقّق من الحساب',
  checking: 'جارٍ التحقّق …',
  use: (suggestion) => `استخدم ${suggestion}`,
  verdicts: {
    valid: 'صحيح',
    possible: 'الصيغة صحيحة',
    former: 'لم يعد مستخدمًا',
    unknown: 'غير موجود في الدليل',
    invalid: 'تحقّق من الحقول المعلَّمة',
  },
  bank: 'البنك',
  loading: 'جارٍ التحميل …',
  retrying: 'تعذّر الوصول إلى الخدمة. تجري المحاولة من جديد …',
  failed: 'تعذّر تحميل النموذج.',
  unchecked: 'تعذّر التحقّق من الحساب.',
  submitAgain: 'أرسل مرة أخرى للمتابعة دون تحقّق.',
}

export const accountStrings: Record<string, AccountFormStrings> = { en, fr, es, pt, ar }

/** Returns the texts in a language, or in English. */
export const accountStringsFor = (language: string): AccountFormStrings =>
  accountStrings[language] ?? accountStrings[language.split('-')[0] as string] ?? en

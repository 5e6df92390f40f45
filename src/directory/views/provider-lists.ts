/**
 * Lists of banks in the form in which payment providers return them, for menus in programs that were written for a
 * provider. Facts that only the provider knows are null.
 */
import type { Bank } from '../records/bank-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import { nullable, objectSchema } from '../records/json-schema.ts'

export type Provider = 'paystack' | 'flutterwave'

const menuId = {
  type: 'integer',
  minimum: 1_000_000_000,
  maximum: 1_999_999_999,
  description:
    'A stable number of this service, as a key for menus. It means nothing to the provider: never send it there',
} as const

const unknownText = { type: 'null', description: 'Only the provider knows' } as const

const paystackBankSchema = objectSchema('PaystackBank', {
  id: menuId,
  name: { type: 'string', description: 'Name of the bank in this directory' },
  slug: {
    type: 'string',
    description: 'Id of the bank in this directory without its country; not the slug of Paystack',
  },
  code: { type: 'string', description: 'Code of the bank in requests to Paystack' },
  longcode: unknownText,
  gateway: unknownText,
  pay_with_bank: unknownText,
  supports_transfer: unknownText,
  available_for_direct_debit: unknownText,
  active: { type: 'boolean', const: true, description: 'Only open banks are listed' },
  country: { type: 'string', description: 'Name of the country' },
  currency: { type: 'string', description: 'ISO 4217 code' },
  type: { type: 'string', description: '`nuban`, `ghipss`, `kepss`, `basa` or `mobile_money`' },
  is_deleted: { type: 'boolean', const: false, description: 'Only open banks are listed' },
  createdAt: unknownText,
  updatedAt: unknownText,
})

const nipSortCode = nullable({ type: 'string', description: 'NIP institution code; only with `include_nip_sort_code`' })

/** The key that a bank has only on request. */
export const paystackRowSchema = {
  ...paystackBankSchema,
  properties: { ...paystackBankSchema.properties, nip_sort_code: nipSortCode },
} as const

export const flutterwaveBankSchema = objectSchema('FlutterwaveBank', {
  id: menuId,
  code: { type: 'string', description: 'Code of the bank in requests to Flutterwave' },
  name: { type: 'string', description: 'Name of the bank in this directory' },
})

/** The type that Paystack gives the bank accounts of a country. It gives wallets of other countries `mobile_money`. */
export const paystackTypes: Readonly<Record<string, string>> = { NG: 'nuban', GH: 'ghipss', KE: 'kepss', ZA: 'basa' }

export function paystackBank(bank: Bank, country: SupportedCountry, withNip: boolean): object {
  const isWallet = bank.type === 'mobile_money' && country.code !== 'NG'
  return {
    id: menuIdOf(bank.id),
    name: bank.name,
    slug: bank.id.slice(3),
    code: providerCode(bank, 'paystack'),
    longcode: null,
    gateway: null,
    pay_with_bank: null,
    supports_transfer: null,
    available_for_direct_debit: null,
    active: true,
    country: country.name,
    currency: country.currency,
    type: isWallet ? 'mobile_money' : paystackTypes[country.code],
    is_deleted: false,
    createdAt: null,
    updatedAt: null,
    ...(withNip && { nip_sort_code: bank.codes.ng_nip?.[0] ?? null }),
  }
}

export const flutterwaveBank = (bank: Bank): object => ({
  id: menuIdOf(bank.id),
  code: providerCode(bank, 'flutterwave'),
  name: bank.name,
})

export const paystackList = (data: object[]) => ({ status: true, message: 'Banks retrieved', data })
export const flutterwaveList = (data: object[]) => ({ status: 'success', message: 'Banks fetched successfully', data })

/**
 * A provider also lists the banks that a bank absorbed and its brands. Of several codes, returns the one that is the
 * national code of the bank, or else any that is a code of the bank in another scheme.
 */
function providerCode({ code, codes }: Bank, provider: Provider): string {
  const own = codes[provider] ?? []
  const others = new Set(Object.entries(codes).flatMap(([scheme, values = []]) => (scheme === provider ? [] : values)))
  return own.find((value) => value === code) ?? own.find((value) => others.has(value)) ?? (own[0] as string)
}

/** Far above the ids of the providers, so that one that is sent there by mistake is unknown. FNV-1a of the bank's id. */
export function menuIdOf(bankId: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < bankId.length; at++) hash = Math.imul(hash ^ bankId.charCodeAt(at), 0x01000193) >>> 0
  return menuId.minimum + (hash % menuId.minimum)
}

import type { Buyer, Seller as SellerCopy } from '../invoices/party.ts'

export type Party = {
  name: string
  /** Lines as they are written on an envelope, the country's name the last. */
  address: string[]
  email: string | null
  taxId: string | null
}

export type Seller = Party & {
  phone: string | null
  logo: string | null
  country: string | null
}

export function sellerOf(seller: SellerCopy, logo: string | null): Seller {
  const { name, email, phone, taxId, country } = seller
  return { name, address: addressOf(seller), email, phone, taxId, logo, country }
}

export function buyerOf(buyer: Buyer): Party {
  const contact = buyer.billingContactName ? [buyer.billingContactName] : []
  return {
    name: buyer.name,
    address: [...contact, ...addressOf(buyer)],
    email: buyer.email ?? buyer.billingContactEmail,
    taxId: buyer.taxId,
  }
}

type Address = Pick<
  Buyer,
  'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode' | 'country'
>

/** Where the postal code stands after the city. */
const CODE_LAST = new Set(['US', 'CA', 'GB', 'AU', 'IN', 'JP', 'CN', 'KR', 'TH', 'SG', 'NZ', 'IE'])

function addressOf({ addressLine1, addressLine2, city, state, zipCode, country }: Address) {
  const isCodeLast = country === null || CODE_LAST.has(country)
  const place = isCodeLast
    ? [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : [[zipCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  return [addressLine1, addressLine2, place, country && countryName(country)].filter(
    (line): line is string => Boolean(line),
  )
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code
}

import { countryCode, countryName } from '../../../domain/countries.ts'
import type { Buyer, Seller as SellerCopy } from '../../invoices/party.ts'

export type Party = {
  name: string
  /** Lines as on an envelope; the country's name comes last. */
  address: string[]
  email: string | null
  taxId: string | null
  /** The country code, however the address spells the country. */
  country: string | null
}

export type Seller = Party & {
  phone: string | null
  logo: string | null
  /** Color of the button in an email; null means the default color. */
  accentColor: string | null
}

type Look = Pick<Seller, 'logo' | 'accentColor'>

export function sellerOf(seller: SellerCopy, { logo, accentColor }: Look): Seller {
  const { name, email, phone, taxId } = seller
  const address = addressOf(seller)
  return { name, address, email, phone, taxId, logo, accentColor, country: codeOf(seller) }
}

export function buyerOf(buyer: Buyer): Party {
  const contact = buyer.billingContactName ? [buyer.billingContactName] : []
  return {
    name: buyer.name,
    address: [...contact, ...addressOf(buyer)],
    email: buyer.email ?? buyer.billingContactEmail,
    taxId: buyer.taxId,
    country: codeOf(buyer),
  }
}

type Address = Pick<
  Buyer,
  'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode' | 'country'
>

/** Countries that write the postal code after the city. */
const CODE_LAST = new Set(['US', 'CA', 'GB', 'AU', 'IN', 'JP', 'CN', 'KR', 'TH', 'SG', 'NZ', 'IE'])

function addressOf(address: Address): string[] {
  const { addressLine1, addressLine2, city, state, zipCode, country } = address
  if (isInJapanese(address)) return japaneseAddressOf(address)
  const code = codeOf(address)
  const isCodeLast = code === null || CODE_LAST.has(code)
  const place = isCodeLast
    ? [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : [[zipCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  return [addressLine1, addressLine2, place, country && countryName(country)].filter(
    (line): line is string => Boolean(line),
  )
}

const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u

const codeOf = ({ country }: Pick<Address, 'country'>) =>
  country === null ? null : (countryCode(country) ?? null)

const isInJapanese = ({ country, addressLine1, city, state }: Address) =>
  codeOf({ country }) === 'JP' && JAPANESE.test(`${addressLine1}${city}${state}`)

/** Formats a Japanese address from the largest unit to the smallest, without spaces. */
function japaneseAddressOf({ addressLine1, addressLine2, city, state, zipCode, country }: Address) {
  const place = [state, city, addressLine1].filter(Boolean).join('')
  const code = zipCode && `〒${zipCode.replace(/^〒\s*/, '')}`
  return [code, place, addressLine2, country && countryName(country)].filter(
    (line): line is string => Boolean(line),
  )
}

import { addressLines, codeOf } from '../../../domain/postal-address.ts'
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
  const address = addressLines(seller)
  return { name, address, email, phone, taxId, logo, accentColor, country: codeOf(seller) }
}

export function buyerOf(buyer: Buyer): Party {
  const contact = buyer.billingContactName ? [buyer.billingContactName] : []
  return {
    name: buyer.name,
    address: [...contact, ...addressLines(buyer)],
    email: buyer.email ?? buyer.billingContactEmail,
    taxId: buyer.taxId,
    country: codeOf(buyer),
  }
}

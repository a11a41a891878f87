import type { Db } from '../../platform/database.ts'
import { findRecipients } from '../delivery/recipients.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { partiesOf } from '../invoices/parties/parties.ts'
import { getCompany } from './company.ts'

/** Seller and buyer as a customer page shows them; names as on the invoice. */
export type Parties = {
  sellerName: string
  sellerEmail: string | null
  sellerLogo: string | null
  sellerAccent: string | null
  customerName: string
  /** The current email address for the provider, not the printed one. */
  customerEmail: string | null
  timeZone: string
}

export async function getParties(db: Db, invoice: Invoice): Promise<Parties> {
  const { seller, buyer } = await partiesOf(db, invoice)
  const company = await getCompany(db, invoice.organizationId)
  const { email } = await findRecipients(db, invoice)
  return {
    sellerName: seller.name,
    sellerEmail: seller.email,
    sellerLogo: company.logo,
    sellerAccent: company.accentColor,
    customerName: buyer.name,
    customerEmail: email,
    timeZone: buyer.timezone,
  }
}

import type { Db } from '../../platform/database.ts'
import { findRecipients } from '../delivery/recipients.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { partiesOf } from '../invoices/parties/parties.ts'
import { getCompany } from './company.ts'

/** Who bills whom, as the customer reads it on a page: as on the invoice. */
export type Parties = {
  sellerName: string
  sellerEmail: string | null
  sellerLogo: string | null
  sellerAccent: string | null
  customerName: string
  /** Where the provider may write to: not what is printed, but the address of today. */
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

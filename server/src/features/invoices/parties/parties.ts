import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import type { Parties } from '../party.ts'
import { findCurrentParties } from './queries.ts'

/**
 * Who bills whom: as it was copied when the invoice left `draft`, so that what was sent never
 * changes with the address book. A draft shows what is true today.
 */
export async function partiesOf(db: Db, invoice: Invoice): Promise<Parties> {
  const { seller, buyer } = invoice
  return seller && buyer ? { seller, buyer } : findCurrentParties(db, invoice)
}

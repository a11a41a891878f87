import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import type { Parties } from '../party.ts'
import { findCurrentParties } from './queries.ts'

/**
 * Returns seller and buyer as copied when the invoice left `draft`, so that later changes of
 * addresses do not affect it. A draft shows the current data.
 */
export async function partiesOf(db: Db, invoice: Invoice): Promise<Parties> {
  const { seller, buyer } = invoice
  return seller && buyer ? { seller, buyer } : findCurrentParties(db, invoice)
}

import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import { hashOfToken, readLinkToken } from './link-token.ts'
import { findInvoiceByTokenHash, findLinkedInvoice } from './queries.ts'

/** Finds the invoice of a payment link. Legacy unsigned links are found by their hash. */
export function findInvoiceOfLink(
  db: Db,
  { secret }: { secret: string },
  token: string,
): Promise<Invoice | undefined> {
  const signed = readLinkToken(secret, 'pay', token)
  return signed ? findLinkedInvoice(db, signed) : findInvoiceByTokenHash(db, hashOfToken(token))
}

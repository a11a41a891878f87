import type { Db } from '../../../platform/database.ts'
import { readLinkToken } from '../../invoices/pay-link/link-token.ts'
import type { MethodSetup } from '../payment.ts'
import { findLinkedSetup } from './setup-queries.ts'

/** By the address of the built-in page; undefined for one that we have not made. */
export async function findSetupOfLink(
  db: Db,
  { secret }: { secret: string },
  token: string,
): Promise<MethodSetup | undefined> {
  const signed = readLinkToken(secret, 'setup', token)
  return signed && findLinkedSetup(db, signed)
}

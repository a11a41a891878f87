import type { Db } from '../../../platform/database.ts'
import { readLinkToken } from '../../invoices/pay-link/link-token.ts'
import type { MethodSetup } from '../payment.ts'
import { findLinkedSetup } from './setup-queries.ts'

/**
 * Finds a set-up by its link to the built-in page; undefined if the link's signature is invalid.
 */
export async function findSetupOfLink(
  db: Db,
  { secret }: { secret: string },
  token: string,
): Promise<MethodSetup | undefined> {
  const signed = readLinkToken(secret, 'setup', token)
  return signed && findLinkedSetup(db, signed)
}

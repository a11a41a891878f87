import type { Db } from '../../../platform/database.ts'
import { hashOfToken, readLinkToken } from '../../invoices/pay-link/link-token.ts'
import type { CheckoutSession } from '../payment.ts'
import { findLinkedSession, findSessionByTokenHash } from './session-queries.ts'

/** Finds the session of a built-in checkout page. Legacy unsigned links are found by token hash. */
export function findSessionOfLink(
  db: Db,
  { secret }: { secret: string },
  token: string,
): Promise<CheckoutSession | undefined> {
  const signed = readLinkToken(secret, 'checkout', token)
  return signed ? findLinkedSession(db, signed) : findSessionByTokenHash(db, hashOfToken(token))
}

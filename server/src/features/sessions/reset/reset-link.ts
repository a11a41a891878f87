import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import * as queries from './reset-queries.ts'

const BYTES = 32
const VALID_FOR_MS = 60 * 60_000

/** Creates a password reset link, for the mail or for the operator at the terminal. */
export async function makeResetLink(
  db: Db,
  { userId, publicUrl }: { userId: string; publicUrl: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + VALID_FOR_MS)
  const identifier = identifierOf(token)
  await queries.insertLink(db, { id: newId(), identifier, userId, expiresAt }, now)
  return `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`
}

/**
 * Returns the digest that is stored instead of a token, as the sign-in library stores its own
 * links.
 */
export function identifierOf(token: string): string {
  return hash('sha256', `reset-password:${token}`, 'base64url')
}

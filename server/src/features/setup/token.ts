import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../platform/database.ts'
import { hasUsers, lockUsers } from '../sessions/users.ts'
import * as queries from './queries.ts'

const BYTES = 32

/**
 * Returns the token of the link that creates the first owner, identical in all processes and at
 * every start; undefined once an account exists.
 */
export async function findOrMakeSetupToken(db: Db, now: Date): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockUsers(tx)
    if (await hasUsers(tx)) return undefined
    const known = await queries.findSetupToken(tx)
    if (known !== undefined) return known
    const token = randomBytes(BYTES).toString('base64url')
    await queries.insertSetupToken(tx, token, now)
    return token
  })
}

/** Also returns false while no token exists. */
export async function isSetupToken(db: Db, sent: string): Promise<boolean> {
  const token = await queries.findSetupToken(db)
  return token !== undefined && timingSafeEqual(digestOf(token), digestOf(sent))
}

/** Invalidates the link. Every transaction that can create the first account must call it. */
export function endSetup(tx: Tx): Promise<void> {
  return queries.deleteSetupToken(tx)
}

/** Digests have a fixed length, so that the comparison takes constant time. */
const digestOf = (text: string) => hash('sha256', text, 'buffer')

import { isUniqueViolation } from '../../platform/database/errors.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { passwordHash } from './passwords/password.ts'
import * as queries from './queries.ts'

/**
 * Addresses that the sign-in library accepts, so that no account is created that could not sign in.
 */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns an address as it is stored. Throws `invalid` for an address that could not sign in. */
export function signInEmail(sent: string): string {
  const email = sent.trim().toLowerCase()
  if (EMAIL.test(email)) return email
  throw new AppError('invalid', ['email must be an email address such as ann@acme.com'])
}

export type NewUser = { name: string; email: string; hash: string }

/** Hashes the password, which is slow: call it before the transaction. */
export async function newUserOf(sent: {
  name: string
  email: string
  password: string
}): Promise<NewUser> {
  const email = signInEmail(sent.email)
  return { name: sent.name.trim(), email, hash: await passwordHash(sent.password) }
}

/** Returns the id; undefined when the address has an account. The address counts as verified. */
export async function createUser(tx: Tx, user: NewUser, now: Date): Promise<string | undefined> {
  if (await queries.findUserByEmail(tx, user.email)) return undefined
  const id = newId()
  try {
    await queries.insertUser(tx, { ...user, id, accountId: newId(), now })
  } catch (error) {
    // Created by a concurrent request; this transaction is aborted.
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    throw new AppError('conflict', 'An account with this address was just created; try again')
  }
  return id
}

export function findUser(db: Db, id: string): Promise<queries.UserRow | undefined> {
  return queries.findUser(db, id)
}

export function findUserByEmail(db: Db, email: string): Promise<queries.UserRow | undefined> {
  return queries.findUserByEmail(db, email.toLowerCase())
}

/** Returns all users of the deployment; for the command line only, never for a request. */
export function listUsers(db: Db) {
  return queries.listUsers(db)
}

/** Returns false until the service is set up. */
export function hasUsers(db: Db): Promise<boolean> {
  return queries.hasUsers(db)
}

/** Serializes transactions that may create the first user. */
export function lockUsers(tx: Tx): Promise<void> {
  return queries.lockUsers(tx)
}

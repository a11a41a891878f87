import { isUniqueViolation } from '../../platform/database/errors.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { passwordHash } from './passwords/password.ts'
import * as queries from './queries.ts'

/** What the library signs in with, so nobody gets an account that they could not use. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** An address as it is kept. Refuses one that nobody could sign in with. */
export function signInEmail(sent: string): string {
  const email = sent.trim().toLowerCase()
  if (EMAIL.test(email)) return email
  throw new AppError('invalid', ['email must be an e-mail address such as ann@acme.com'])
}

export type NewUser = { name: string; email: string; hash: string }

/** A password takes a moment to hash: do it before the transaction. */
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
    // Somebody else made it at the same time; this transaction is lost.
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

/** All people of the deployment: for the command line, never for a request. */
export function listUsers(db: Db) {
  return queries.listUsers(db)
}

/** False until the service is set up. */
export function hasUsers(db: Db): Promise<boolean> {
  return queries.hasUsers(db)
}

/** Whoever makes users where there may be none waits for each other. */
export function lockUsers(tx: Tx): Promise<void> {
  return queries.lockUsers(tx)
}

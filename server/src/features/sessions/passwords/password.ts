import { Type } from 'typebox'
import { passwordWork } from './password-work.ts'

export const PASSWORD_LENGTH_MIN = 10
const PASSWORD_LENGTH_MAX = 128

/** A new password. */
export const newPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description: `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
})

/** A password to verify. */
export const password = Type.String({ maxLength: PASSWORD_LENGTH_MAX })

/** Loaded at the first password, since an idle service does not need it. */
const crypto = () => import('better-auth/crypto')

/**
 * Returns the hash to store. Throws `unavailable` when too many requests wait, as `isPasswordOf`
 * does.
 */
export function passwordHash(chosen: string): Promise<string> {
  return passwordWork(async () => (await crypto()).hashPassword(chosen))
}

export function isPasswordOf(sent: { hash: string; password: string }): Promise<boolean> {
  return passwordWork(async () => (await crypto()).verifyPassword(sent))
}

import { hash, randomBytes } from 'node:crypto'

const ID_BYTES = 16
const SECRET_BYTES = 32

/** Data read from a token: its customer, and the hash that is stored in its place. */
export type TokenKey = { customerId: string; hash: Buffer }

/**
 * Creates the token of a link or a cookie: the customer's id and 256 random bits. The id restricts
 * the look-up to that customer's rows. The token itself is never stored.
 */
export function newToken(customerId: string): string {
  const id = Buffer.from(customerId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, randomBytes(SECRET_BYTES)]).toString('base64url')
}

/** Returns undefined for a malformed token. */
export function readToken(token: string): TokenKey | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Base64url decoding is lenient; only the canonical spelling is accepted.
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) {
    return undefined
  }
  const id = bytes.toString('hex', 0, ID_BYTES)
  return {
    customerId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    hash: hash('sha256', token, 'buffer'),
  }
}

/** Returns the key of a token that was just created. */
export function keyOfNew(token: string): TokenKey {
  const key = readToken(token)
  if (!key) throw new Error('A token that was just made cannot be read')
  return key
}

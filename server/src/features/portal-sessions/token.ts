import { hash, randomBytes } from 'node:crypto'

const ID_BYTES = 16
const SECRET_BYTES = 32

/** What a token says of itself: whose it is, and what is stored instead of it. */
export type TokenKey = { customerId: string; hash: Buffer }

/**
 * What a link or a cookie carries: the id of the customer, so that no look-up asks for other customers'
 * rows, and 256 random bits. It is stored nowhere.
 */
export function newToken(customerId: string): string {
  const id = Buffer.from(customerId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, randomBytes(SECRET_BYTES)]).toString('base64url')
}

/** Undefined for what cannot be a token. */
export function readToken(token: string): TokenKey | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Decoding is lenient; another spelling of a token is none.
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) {
    return undefined
  }
  const id = bytes.toString('hex', 0, ID_BYTES)
  return {
    customerId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    hash: hash('sha256', token, 'buffer'),
  }
}

/** Of a token that was just made. */
export function keyOfNew(token: string): TokenKey {
  const key = readToken(token)
  if (!key) throw new Error('A token that was just made cannot be read')
  return key
}

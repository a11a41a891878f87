import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Keys of the row that a link refers to. */
export type LinkedRow = { customerId: string; id: string }

type Purpose = 'pay' | 'checkout' | 'portal' | 'setup' | 'account'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const TOKEN_BYTES = 2 * ID_BYTES + SIGNATURE_BYTES

/**
 * Builds a signed token with the ids of the row that it opens. The token never changes. The
 * database does not store it, so that read access to the database does not allow opening invoices.
 */
export function linkToken(secret: string, purpose: Purpose, row: LinkedRow): string {
  const ids = Buffer.concat([bytesOf(row.customerId), bytesOf(row.id)])
  return Buffer.concat([ids, signatureOf(secret, purpose, ids)]).toString('base64url')
}

/** Returns undefined for a token that is malformed or has an invalid signature. */
export function readLinkToken(
  secret: string,
  purpose: Purpose,
  token: string,
): LinkedRow | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Base64url decoding is lenient; only the canonical spelling is accepted.
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined
  const ids = bytes.subarray(0, 2 * ID_BYTES)
  const signature = bytes.subarray(2 * ID_BYTES)
  if (!timingSafeEqual(signature, signatureOf(secret, purpose, ids))) return undefined
  return { customerId: idOf(ids.subarray(0, ID_BYTES)), id: idOf(ids.subarray(ID_BYTES)) }
}

/** Hashes a legacy token from before links were signed; the database stores only the hash. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function signatureOf(secret: string, purpose: Purpose, ids: Buffer): Buffer {
  const hmac = createHmac('sha256', secret).update(`piecework ${purpose} link\n`).update(ids)
  return hmac.digest().subarray(0, SIGNATURE_BYTES)
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

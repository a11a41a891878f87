import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** Returns the token of an invitation link: 256 random bits. Mailed or shown once, never stored. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** Returns the hash that is stored instead of the token. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation/${token}`
}

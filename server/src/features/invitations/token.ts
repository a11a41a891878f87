import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** What the link of an invitation carries: 256 random bits. Mailed or shown once, never stored. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** What is stored instead. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation/${token}`
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that the service must be able to read again. */
export type Sealer = {
  seal: (text: string) => string
  /** Throws if the text was sealed with another key or has been changed. */
  open: (sealed: string) => string
}

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals with AES-256-GCM and a key that is derived from the secret of the service. That secret is
 * not in the database, so read access to the database or a backup opens nothing.
 */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'piecework sealed secrets', KEY_BYTES))
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const bytes = Buffer.concat([nonce, cipher.getAuthTag(), content])
      return `${VERSION}.${bytes.toString('base64url')}`
    },
    open: (sealed) => {
      const [version, encoded = ''] = sealed.split('.')
      if (version !== VERSION) throw new Error('the secret was sealed by another version')
      const bytes = Buffer.from(encoded, 'base64url')
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
      const content = [decipher.update(bytes.subarray(tagEnd)), decipher.final()]
      return Buffer.concat(content).toString('utf8')
    },
  }
}

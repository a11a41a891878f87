const KEY_BYTES = 16

/**
 * Generates an idempotency key for an attempt. `crypto.randomUUID` is unavailable unless the page
 * is served over HTTPS or from localhost.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

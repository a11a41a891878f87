const KEY_BYTES = 16

/**
 * Names an attempt, so that whatever repeats it does it only once. `crypto.randomUUID` is not there where
 * the address is neither HTTPS nor this machine.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { deflateRawSync } from 'node:zlib'
import type { Environment } from './environment.ts'

/** Secrets printed in public documentation or source code. */
const PUBLISHED = [
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  'the secret that links are signed with',
]
const PLACEHOLDER = /[<>]|\$[({]|\.\.\.|…/
const WORDS =
  /change.?(?:me|this)|replace.?(?:me|this|with)|example|placeholder|your.?secret|password/i

const LENGTH_MIN = 32
const DISTINCT_MIN = 8
/** 32 random hexadecimal digits compress to about 32 bytes. */
const COMPRESSED_BYTES_MIN = 24
/** Share of neighbouring characters that are equal or consecutive, as in `abcd`. */
const STEPS_SHARE_MAX = 2 / 3

/**
 * Returns why a secret can be guessed; undefined when no weakness is found. Placeholders are
 * refused in every environment; the other rules apply to live deployments.
 */
export function weaknessOf(secret: string, environment: Environment): string | undefined {
  if (PLACEHOLDER.test(secret)) return 'is a placeholder'
  if (environment === 'test') return undefined
  if (PUBLISHED.includes(secret.toLowerCase()))
    return 'is the published example, which is no secret'
  if (WORDS.test(secret)) return 'is a placeholder'
  if (secret.length < LENGTH_MIN) return `must have at least ${LENGTH_MIN} characters`
  return isPredictable(secret) ? 'is too easy to guess: it repeats itself' : undefined
}

function isPredictable(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.filter((code, index) => {
    const before = codes[index - 1]
    return before !== undefined && Math.abs(code - before) <= 1
  })
  return (
    new Set(codes).size < DISTINCT_MIN ||
    steps.length > codes.length * STEPS_SHARE_MAX ||
    deflateRawSync(secret, { level: 9 }).length < COMPRESSED_BYTES_MIN
  )
}

import { hash, randomBytes } from 'node:crypto'
import type { Environment } from '../../platform/program/environment.ts'

export type KeyType = 'secret' | 'publishable'

/** `full`: everything its type allows. `record`: recording usage only, for secret keys. */
export const KEY_SCOPES = ['full', 'record'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const PREFIX = 'pw'
const SECRET_BYTES = 32
const HINT_LENGTH = 4
const SHAPE = /^pw_(?:sk|pk)_(test|live)_[\w-]{43}$/

/**
 * Generates a key with 256 bits of randomness, for example `pw_sk_test_…`. Shown once, never
 * stored.
 */
export function generateKey(type: KeyType, environment: Environment): string {
  const kind = type === 'secret' ? 'sk' : 'pk'
  return `${PREFIX}_${kind}_${environment}_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/**
 * Returns the hash that is stored instead of the key. With 256 random bits, a plain digest is
 * enough.
 */
export function hashKey(key: string): Buffer {
  return Buffer.from(hashTextOf(key), 'base64')
}

/** Returns the hash of a key as base64 text, for use as a cache key. */
export function hashTextOf(key: string): string {
  return hash('sha256', key, 'base64')
}

/** Returns the part of a key that may be shown later, to distinguish keys. */
export function hintOf(key: string): string {
  return `${key.slice(0, key.length - 43)}…${key.slice(-HINT_LENGTH)}`
}

/** Returns the environment in a key's prefix; undefined when the text is not a key. */
export function environmentOfKey(key: string): Environment | undefined {
  const environment = SHAPE.exec(key)?.[1]
  return environment === 'test' || environment === 'live' ? environment : undefined
}

import { hash, randomBytes } from 'node:crypto'
import type { Environment } from '../../platform/program/environment.ts'

export type KeyType = 'secret' | 'publishable'

/** `full`: all that its type may do. `record`: recording usage alone, which only a secret key may. */
export const KEY_SCOPES = ['full', 'record'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const PREFIX = 'pw'
const SECRET_BYTES = 32
const HINT_LENGTH = 4
const SHAPE = /^pw_(?:sk|pk)_(test|live)_[\w-]{43}$/

/** A new key with 256 bits of randomness, for example `pw_sk_test_…`. Shown once, never stored. */
export function generateKey(type: KeyType, environment: Environment): string {
  const kind = type === 'secret' ? 'sk' : 'pk'
  return `${PREFIX}_${kind}_${environment}_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** What is stored instead of the key. It has 256 random bits, so a plain digest is enough. */
export function hashKey(key: string): Buffer {
  return Buffer.from(hashTextOf(key), 'base64')
}

/** The same as text, to remember it by. */
export function hashTextOf(key: string): string {
  return hash('sha256', key, 'base64')
}

/** The part of a key that may be shown later, to tell keys apart. */
export function hintOf(key: string): string {
  return `${key.slice(0, key.length - 43)}…${key.slice(-HINT_LENGTH)}`
}

/** The environment a key says it is for; undefined when the text is no key at all. */
export function environmentOfKey(key: string): Environment | undefined {
  const environment = SHAPE.exec(key)?.[1]
  return environment === 'test' || environment === 'live' ? environment : undefined
}

import { randomBytes } from 'node:crypto'
import type { Sealer } from '../../../platform/program/seal.ts'

const BYTES = 32

/** Makes a secret in the form of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`
}

/** The sealed secrets of an endpoint. */
export type SealedSecrets = {
  secret: string
  previousSecret: string | null
  previousSecretUntil: Date | null
}

/**
 * Opens the secrets that sign at an instant, the current one first. Throws if that one cannot be
 * opened; a previous one is left out then, so that a rotation repairs the endpoint.
 */
export function openSecrets(sealer: Sealer, secrets: SealedSecrets, now: Date): string[] {
  const { secret, previousSecret, previousSecretUntil } = secrets
  const isOverlap = previousSecretUntil !== null && previousSecretUntil > now
  const previous = isOverlap && previousSecret !== null ? [previousSecret] : []
  return [sealer.open(secret), ...previous.flatMap((sealed) => openIfReadable(sealer, sealed))]
}

function openIfReadable(sealer: Sealer, sealed: string): string[] {
  try {
    return [sealer.open(sealed)]
  } catch {
    return []
  }
}

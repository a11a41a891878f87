import { randomBytes } from 'node:crypto'
import type { Sealer } from '../../../platform/program/seal.ts'

const BYTES = 32

/** Makes a secret in the form of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`
}

/** A sealed secret from before a rotation, and the instant until which it signs too. */
export type PreviousSecret = { secret: string; until: string }

/** The sealed secrets of an endpoint. The previous ones are in order, the latest first. */
export type SealedSecrets = { secret: string; previousSecrets: PreviousSecret[] }

/** Each one makes the header with the signatures longer. */
const PREVIOUS_MAX = 4

/**
 * Returns the previous secrets after the current one was replaced. It signs until `until`, and
 * those before it until the end that they were given. Null ends all of them at once.
 */
export function previousAfterRotation(
  { secret, previousSecrets }: SealedSecrets,
  { until, now }: { until: Date | null; now: Date },
): PreviousSecret[] {
  if (until === null) return []
  const earlier = previousSecrets.filter((one) => new Date(one.until) > now)
  return [{ secret, until: until.toISOString() }, ...earlier].slice(0, PREVIOUS_MAX)
}

/** Returns the instant at which the last one of these secrets ends. */
export function lastEnd(secrets: readonly PreviousSecret[]): string | null {
  const ends = secrets.map(({ until }) => until).toSorted()
  return ends.at(-1) ?? null
}

/**
 * Opens the secrets that sign at an instant, the current one first. Throws if that one cannot be
 * opened; a previous one is left out then, so that a rotation repairs the endpoint.
 */
export function openSecrets(
  sealer: Sealer,
  { secret, previousSecrets }: SealedSecrets,
  now: Date,
): string[] {
  const previous = previousSecrets.filter(({ until }) => new Date(until) > now)
  return [sealer.open(secret), ...previous.flatMap((one) => openIfReadable(sealer, one.secret))]
}

function openIfReadable(sealer: Sealer, sealed: string): string[] {
  try {
    return [sealer.open(sealed)]
  } catch {
    return []
  }
}

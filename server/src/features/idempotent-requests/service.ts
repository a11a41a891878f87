import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as queries from './queries.ts'

const KEPT_FOR_MS = 24 * 60 * 60_000

export type Answer = { status: number; body: string }

/**
 * Takes the key for a request, and then returns undefined: the request is the first one. Otherwise
 * returns the answer that the first one got.
 */
export async function takeKey(
  db: Db,
  key: queries.RequestKey,
  requestHash: Buffer,
  now: Date,
): Promise<Answer | undefined> {
  const keptSince = keptSinceAt(now)
  if (await queries.insertRequest(db, key, { requestHash, now, keptSince })) return undefined
  return firstAnswer(await queries.findRequest(db, key), requestHash)
}

/** What became of the request that took a key. */
export type Outcome =
  | ({ kind: 'answered' } & Answer)
  /** It was refused before it did anything: it may be made again. */
  | { kind: 'not_begun' }
  /** It failed, and nobody knows how far it came: the key stays taken. */
  | { kind: 'unknown' }

export async function settleKey(db: Db, key: queries.RequestKey, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'answered':
      return queries.updateResponse(db, key, outcome)
    case 'not_begun':
      return queries.deleteRequest(db, key)
    case 'unknown':
      return
    default:
      return outcome satisfies never
  }
}

/** Forgets answers that are older than a day; their keys can be used again. */
export async function pruneIdempotentRequests(db: Db, now: Date): Promise<void> {
  await queries.deleteRequestsBefore(db, keptSinceAt(now))
}

function keptSinceAt(now: Date): Date {
  return new Date(now.getTime() - KEPT_FOR_MS)
}

function firstAnswer(first: queries.FirstRequest | undefined, requestHash: Buffer): Answer {
  if (first && !first.requestHash.equals(requestHash)) {
    const message = 'This Idempotency-Key was used for a different request; use a new key'
    throw new AppError('inconsistent', message)
  }
  if (!first || first.responseStatus === null) {
    throw new AppError(
      'conflict',
      'The first request with this Idempotency-Key has not been answered; look whether it took effect before you use a new key',
    )
  }
  return { status: first.responseStatus, body: first.responseBody ?? '' }
}

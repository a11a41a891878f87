import type { CommitGuard } from '../../platform/database/commit-guard.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import * as queries from './queries.ts'

export type { Claim, RequestKey } from './queries.ts'

const KEPT_FOR_MS = 24 * 60 * 60_000
/** A process that has not extended its lease for this long is considered dead. */
const LEASE_MS = 10_000

export type Answer = { status: number; body: string }

export type Taken =
  /** The request is the first one, or the first one had no effect: it may be executed. */
  { kind: 'claimed'; claim: queries.Claim } | { kind: 'answered'; answer: Answer }

/** Claims the key for a request, or returns the response of the first one. */
export async function claimKey(
  db: Db,
  key: queries.RequestKey,
  requestHash: Buffer,
  now: Date,
): Promise<Taken> {
  const claim = { ...key, claimId: newId() }
  const times = { now, leasedUntil: leaseFrom(now), keptSince: keptSinceAt(now) }
  if (await queries.insertClaim(db, { ...claim, requestHash, ...times })) {
    return { kind: 'claimed', claim }
  }
  const first = await queries.findRequest(db, key)
  return { kind: 'answered', answer: firstAnswer(first, requestHash, now) }
}

/**
 * Records in the first transaction of a claim that it has committed, so that a repeated request can
 * tell after a crash; with an answer that the request has by then, that answer is stored too. A request
 * that has lost its claim to a repeated one commits nothing.
 */
export function createGuard(
  claim: queries.Claim,
  now: () => Date,
  answerSoFar: () => Answer | undefined = () => undefined,
) {
  let isGuardEnded = false
  const guard: CommitGuard = {
    beforeCommit: async (run) => {
      if (isGuardEnded) return
      const { text, values } = queries.markCommitted(claim, now(), answerSoFar())
      if ((await run(text, values)) === 1n) return
      const message = 'A retry with this Idempotency-Key has taken over; this request had no effect'
      throw new AppError('conflict', message)
    },
    afterCommit: () => {
      isGuardEnded = true
    },
  }
  /** Transactions after the response are not guarded. */
  const stop = () => {
    isGuardEnded = true
  }
  return { guard, stop }
}

/** Extends the leases of requests that this process is executing. */
export async function extendLeases(
  db: Db,
  claims: readonly queries.Claim[],
  now: Date,
): Promise<void> {
  if (claims.length > 0) await queries.updateLeases(db, claims, leaseFrom(now))
}

/** The result of the request that claimed a key. */
export type Outcome =
  | ({ kind: 'answered' } & Answer)
  /** The request failed. Its key is free again, unless something was committed. */
  | { kind: 'failed' }

export async function finishKey(
  db: Db,
  claim: queries.Claim,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  switch (outcome.kind) {
    case 'answered':
      return queries.updateResponse(db, claim, outcome)
    case 'failed':
      if (!(await queries.deleteUncommitted(db, claim))) {
        // Expire the lease: no process is working on the request.
        await queries.updateLeases(db, [claim], now)
      }
      return
    default:
      return outcome satisfies never
  }
}

/** Deletes responses that are older than a day; their keys can be used again. */
export async function pruneIdempotentRequests(db: Db, now: Date): Promise<void> {
  await queries.deleteRequestsBefore(db, keptSinceAt(now))
}

function keptSinceAt(now: Date): Date {
  return new Date(now.getTime() - KEPT_FOR_MS)
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

function firstAnswer(
  first: queries.FirstRequest | undefined,
  requestHash: Buffer,
  now: Date,
): Answer {
  if (first && !first.requestHash.equals(requestHash)) {
    const message = 'This Idempotency-Key was used for a different request; use a new key'
    throw new AppError('idempotency_key_reused', message)
  }
  if (first && first.responseStatus !== null) {
    return { status: first.responseStatus, body: first.responseBody ?? '' }
  }
  const isGone = first?.leasedUntil === null || (first && first.leasedUntil <= now)
  if (!isGone) {
    const message =
      'The first request with this Idempotency-Key is still in progress; retry in a moment'
    throw new AppError('idempotency_key_in_use', message, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  // Includes requests of an older version, which recorded no lease.
  throw new AppError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key took effect, at least in part, but its response was lost; check its effect before you use a new key',
  )
}

const RETRY_AFTER_SECONDS = 1

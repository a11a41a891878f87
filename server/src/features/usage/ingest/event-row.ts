import type { Decimal } from '../../../domain/money.ts'
import type { AuditEntry } from '../../audit-log/entries.ts'
import type { CostedService, RecordCost } from '../costs/cost-record.ts'
import { pricesToText, type UsedPrice } from '../costs/price-text.ts'
import type { UncostedService } from '../costs/uncosted-service.ts'

export type EventStatus = 'PROCESSED' | 'NEEDS_COST_BACKFILL' | 'PENDING' | 'ERROR'

/** A usage event with everything that is written with it, in one transaction. */
export type EventRow = {
  id: string
  organizationId: string
  customerId: string
  agentId: string
  signalId: string
  runId: string | null
  /** Epoch milliseconds. */
  usageDate: number
  quantity: number
  /** JSON text of the record exactly as it was sent. */
  payload: string
  /** Epoch milliseconds. */
  receivedAt: number
  idempotencyKey: string | null
  readonly cost: EventCost
  /** What the audit log says of the request; on its first row, whose transaction writes it. */
  auditEntry?: AuditEntry
}

/** What an event's cost columns hold. */
export type EventCost = {
  status: EventStatus
  usageCost: Decimal | null
  /** The text of its prices; null without a cost. */
  prices: string | null
  services: readonly CostedService[]
  uncosted: readonly UncostedService[]
}

export function eventCostOf(cost: RecordCost): EventCost {
  const isCosted = cost.status === 'PROCESSED'
  return {
    status: cost.status,
    usageCost: isCosted ? cost.usageCost : null,
    prices: isCosted ? pricesToText(cost.services.map(usedPrice)) : null,
    services: cost.services,
    uncosted: isCosted ? [] : cost.uncosted,
  }
}

function usedPrice({ priceId, lines, isWithoutTokens }: CostedService): UsedPrice {
  if (priceId === null) throw new Error('A service that has its cost has a price')
  return {
    priceId,
    isWithoutTokens,
    rates: lines.map(({ dimension, costPerUnit }) => ({ dimension, rate: costPerUnit })),
  }
}

/**
 * The id of an event's record, which stands in the event's own row: the event's as a UUID of version 8.
 * Records of before had rows and ids of their own.
 */
export function rawEventIdOf(eventId: string): string {
  return `${eventId.slice(0, 14)}8${eventId.slice(15)}`
}

/** What became of one row that was to be written. */
export type WriteOutcome =
  | { kind: 'stored'; cost: EventCost }
  | { kind: 'duplicate'; first: FirstEvent }
  /** The idempotency key was used before, for a different record. */
  | { kind: 'key_reused' }
  /** The database refuses this row; it is not stored. */
  | { kind: 'refused' }
  /** The database cannot be reached; it is not stored. */
  | { kind: 'unavailable' }
  /** The database was lost during COMMIT and has not come back: nobody can tell. */
  | { kind: 'unknown' }

/** The event that an idempotency key stands for. */
export type FirstEvent = {
  eventId: string
  rawEventId: string
  usageCost: Decimal | null
  status: EventStatus
}

/** True when the row's transaction was committed, whatever became of the row in it. */
export function isCommitted({ kind }: WriteOutcome): boolean {
  return kind === 'stored' || kind === 'duplicate' || kind === 'key_reused'
}

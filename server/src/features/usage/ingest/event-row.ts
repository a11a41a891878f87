import type { Decimal } from '../../../domain/money.ts'
import type { AuditEntry } from '../../audit-log/entries.ts'
import type { HoldAfterRecord } from '../../holds/settle.ts'
import { type CostedService, isOurs, type RecordCost } from '../costs/cost-record.ts'
import { NO_PRICE, pricesToText, type UsedPrice } from '../costs/price-text.ts'
import type { UncostedService } from '../costs/uncosted-service.ts'

export type EventStatus = 'PROCESSED' | 'NEEDS_COST_BACKFILL' | 'PENDING' | 'ERROR'

/** A usage event with everything that is written with it in one transaction. */
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
  /** When its settlement window passes, in epoch milliseconds. Null: it is billed at once. */
  settlesAt: number | null
  /** The record exactly as sent, as JSON text. */
  payload: string
  /** Epoch milliseconds. */
  receivedAt: number
  idempotencyKey: string | null
  /** True if the run goes on after this record, although it has an outcome. */
  keepsHold: boolean
  readonly cost: EventCost
  /** The audit log entry of the request; set on its first row, whose transaction writes it. */
  auditEntry?: AuditEntry
}

/** Values of an event's cost columns. */
export type EventCost = {
  status: EventStatus
  usageCost: Decimal | null
  /** Prices as text; null without a cost. */
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

function usedPrice(service: CostedService): UsedPrice {
  const { priceId, lines, isWithoutTokens } = service
  if (priceId === null && isOurs(service)) throw new Error('A costed service has no price')
  return {
    priceId: priceId ?? NO_PRICE,
    isWithoutTokens,
    isPaidByCustomer: !isOurs(service),
    rates: lines.map(({ dimension, costPerUnit }) => ({ dimension, rate: costPerUnit })),
  }
}

/**
 * Returns the id of an event's record, which is stored in the event's row: the event id as a UUID
 * of version 8. Legacy records had their own rows and ids.
 */
export function rawEventIdOf(eventId: string): string {
  return `${eventId.slice(0, 14)}8${eventId.slice(15)}`
}

/** The outcome of one row to be written. */
export type WriteOutcome =
  | { kind: 'stored'; cost: EventCost; hold?: HoldAfterRecord }
  | { kind: 'duplicate'; first: FirstEvent }
  /** The idempotency key was used before with a different record. */
  | { kind: 'key_reused'; first: FirstEvent }
  /** The database rejected this row; it is not stored. */
  | { kind: 'refused' }
  /** The database cannot be reached; it is not stored. */
  | { kind: 'unavailable' }
  /**
   * The database was lost during COMMIT and has not come back, so the outcome cannot be determined.
   */
  | { kind: 'unknown' }

/** The event that first used an idempotency key. */
export type FirstEvent = {
  eventId: string
  rawEventId: string
  usageCost: Decimal | null
  status: EventStatus
}

/** Returns true when the row's transaction was committed, whatever the outcome of the row. */
export function isCommitted({ kind }: WriteOutcome): boolean {
  return kind === 'stored' || kind === 'duplicate' || kind === 'key_reused'
}

import assert from 'node:assert/strict'
import type { CustomerEvent, EventType, OutboxEvent } from './event.ts'

/** The event types that other systems receive; the rest is internal. */
export const PUBLIC_TYPES = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'subscription.created',
  'subscription.activated',
  'subscription.updated',
  'subscription.plan_changed',
  'subscription.ended',
  'subscription.deleted',
  'invoice.finalized',
  'invoice.issued',
  'invoice.paid',
  'invoice.overdue',
  'invoice.voided',
  'invoice.refunded',
  'payment.succeeded',
  'payment.failed',
  'refund.succeeded',
  'refund.failed',
  'usage.voided',
  'usage.amended',
  'usage.model_unknown',
  'outcome.rejection_requested',
  'outcome.rejection_declined',
  'outcome.rejection_withdrawn',
  'outcome.rejected',
  'outcome.restored',
  'catalog.price_changed',
  'catalog.price_quarantined',
  'cost_rate.created',
  'cost_rate.withdrawn',
  'repricing.completed',
  'repricing.failed',
  'coupon.created',
  'coupon.updated',
  'coupon.deleted',
  'pricing_plan.created',
  'pricing_plan.updated',
  'pricing_plan.deleted',
  'budget.threshold_reached',
  'budget.exceeded',
  'guard.blocked',
  'top_up.succeeded',
  'top_up.failed',
  'auto_top_up.stopped',
  'credit.low',
  'credit.depleted',
  'credit.expiring',
  'email.failed',
] as const satisfies readonly EventType[]
export type PublicType = (typeof PUBLIC_TYPES)[number]

/**
 * The event types that each consumer receives. A higher layer that knows all consumers supplies the
 * handlers.
 */
export const EVENTS_BY_CONSUMER = {
  'payment-pages': ['payment.succeeded', 'invoice.voided'],
  receipts: ['invoice.paid'],
  'invoice-mails': ['invoice.issued', 'invoice.reminder_due'],
  notices: [
    'payment.succeeded',
    'refund.succeeded',
    'invoice.voided',
    'top_up.confirmation_needed',
  ],
  'account-links': ['customer.link_requested'],
  'credit-mails': ['credit.low', 'credit.depleted', 'credit.expiring', 'auto_top_up.stopped'],
  collections: ['payment_method.saved'],
  announcements: PUBLIC_TYPES,
} as const satisfies Record<string, readonly EventType[]>

export type Consumer = keyof typeof EVENTS_BY_CONSUMER

export const CONSUMERS: readonly Consumer[] = [
  'payment-pages',
  'invoice-mails',
  'receipts',
  'notices',
  'account-links',
  'credit-mails',
  'collections',
  'announcements',
]

export function consumersOf(type: EventType): Consumer[] {
  return CONSUMERS.filter((consumer) =>
    EVENTS_BY_CONSUMER[consumer].some((heard) => heard === type),
  )
}

/**
 * Handles the events of one consumer. A handler may receive an event again, for example after a
 * crash. It must read the current state, which may have changed since the event.
 */
export type Handler = {
  /**
   * Maximum number of events in one call. On a cluster, the customers of one call are on one shard.
   */
  batchSize: number
  /** Handles all events or none: if it throws for several, it is called again for each alone. */
  handle: (events: readonly OutboxEvent[]) => Promise<void>
}
export type Handlers = Readonly<Record<Consumer, Handler>>

export function oneByOne(handleOne: (event: CustomerEvent) => Promise<void>): Handler {
  return {
    batchSize: 1,
    handle: async (events) => {
      for (const event of ofCustomers(events)) await handleOne(event)
    },
  }
}

/** Asserts that each event is about a customer, as all events of the caller's types are. */
export function ofCustomers(events: readonly OutboxEvent[]): CustomerEvent[] {
  return events.map(ofCustomer)
}

/** Like `ofCustomers`, for one event. */
export function ofCustomer({ customerId, ...event }: OutboxEvent): CustomerEvent {
  assert(customerId !== null, `${event.type} is about a customer`)
  return { ...event, customerId }
}

export function isPublic(event: OutboxEvent): event is OutboxEvent & { type: PublicType } {
  return PUBLIC_TYPES.some((type) => type === event.type)
}

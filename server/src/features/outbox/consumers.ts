import type { EventType, OutboxEvent } from './event.ts'

/**
 * The event types that each consumer receives. A higher layer that knows all consumers supplies the
 * handlers.
 */
export const EVENTS_BY_CONSUMER = {
  'payment-pages': ['payment.succeeded', 'invoice.voided'],
  receipts: ['invoice.paid'],
  'invoice-mails': ['invoice.issued', 'invoice.reminder_due'],
  notices: ['payment.succeeded', 'refund.succeeded', 'invoice.voided'],
  'account-links': ['customer.link_requested'],
  collections: ['payment_method.saved'],
} as const satisfies Record<string, readonly EventType[]>

export type Consumer = keyof typeof EVENTS_BY_CONSUMER

export const CONSUMERS: readonly Consumer[] = [
  'payment-pages',
  'invoice-mails',
  'receipts',
  'notices',
  'account-links',
  'collections',
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

export function oneByOne(handleOne: (event: OutboxEvent) => Promise<void>): Handler {
  return {
    batchSize: 1,
    handle: async (events) => {
      for (const event of events) await handleOne(event)
    },
  }
}

import type { EventType, OutboxEvent } from './event.ts'

/** Who hears of what. What they then do is handed in from above, by whoever knows all of them. */
export const HEARD_BY = {
  'payment-pages': ['payment.succeeded', 'invoice.voided'],
  receipts: ['invoice.paid'],
  'invoice-mails': ['invoice.issued', 'invoice.reminder_due'],
  notices: ['payment.succeeded', 'refund.succeeded', 'invoice.voided'],
  'account-links': ['customer.link_requested'],
  collections: ['payment_method.saved'],
} as const satisfies Record<string, readonly EventType[]>

export type Consumer = keyof typeof HEARD_BY

export const CONSUMERS: readonly Consumer[] = [
  'payment-pages',
  'invoice-mails',
  'receipts',
  'notices',
  'account-links',
  'collections',
]

export function consumersOf(type: EventType): Consumer[] {
  return CONSUMERS.filter((consumer) => HEARD_BY[consumer].some((heard) => heard === type))
}

/**
 * What a consumer does about events. It may be called again for those that it has dealt with, as after
 * a crash, and looks at what is true now: what the events tell of may have changed since.
 */
export type Handler = {
  /** For at most so many it is called at once; on a cluster, the customers of all are on one shard. */
  together: number
  /** All of them or none: where it throws for several, it is called for each alone. */
  handle: (events: readonly OutboxEvent[]) => Promise<void>
}
export type Handlers = Readonly<Record<Consumer, Handler>>

export function oneByOne(handleOne: (event: OutboxEvent) => Promise<void>): Handler {
  return {
    together: 1,
    handle: async (events) => {
      for (const event of events) await handleOne(event)
    },
  }
}

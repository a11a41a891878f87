/** What can happen. Types are added; none ever changes its meaning. */
export type EventType =
  | `invoice.${'finalized' | 'issued' | 'paid' | 'overdue' | 'reminder_due' | 'voided' | 'refunded'}`
  | `payment.${'succeeded' | 'failed'}`
  | `refund.${'succeeded' | 'failed'}`
  | `subscription.${'created' | 'activated' | 'updated' | 'ended'}`
  | 'customer.link_requested'
  | 'payment_method.saved'

/** What was decided when it happened, and cannot be read from the object afterwards. */
export type EventData = Readonly<Record<string, string | boolean>>

export type NewEvent = {
  type: EventType
  organizationId: string
  customerId: string
  /** Of the invoice, payment, refund or subscription, or of the customer whose method or link it is. */
  id: string
  data?: EventData
}

/** Business time, by which it happened, and real time. */
export type EventTimes = { now: Date; businessNow: Date }

/** An event as consumers get it. */
export type OutboxEvent = Required<NewEvent> & {
  eventId: string
  /** Business time. */
  happenedAt: Date
}

/** Event types. New types may be added; the meaning of a type never changes. */
export type EventType =
  | `invoice.${'finalized' | 'issued' | 'paid' | 'overdue' | 'reminder_due' | 'voided' | 'refunded'}`
  | `payment.${'succeeded' | 'failed'}`
  | `refund.${'succeeded' | 'failed'}`
  | `usage.${'voided' | 'amended'}`
  | `subscription.${'created' | 'activated' | 'updated' | 'ended'}`
  | 'customer.link_requested'
  | 'payment_method.saved'

/** Decisions made when the event happened, which cannot be read from the object later. */
export type EventData = Readonly<Record<string, string | boolean>>

export type NewEvent = {
  type: EventType
  organizationId: string
  customerId: string
  /**
   * The id of the invoice, payment, refund, subscription or usage event; or of the customer whose
   * payment method or link it is.
   */
  id: string
  data?: EventData
}

/** Business time, which dates the event, and real time. */
export type EventTimes = { now: Date; businessNow: Date }

/** An event in the form that consumers receive. */
export type OutboxEvent = Required<NewEvent> & {
  eventId: string
  /** Business time. */
  happenedAt: Date
}

/** Event types. New types may be added; the meaning of a type never changes. */
export type EventType =
  | `invoice.${'finalized' | 'issued' | 'paid' | 'overdue' | 'reminder_due' | 'voided' | 'refunded'}`
  | `payment.${'succeeded' | 'failed'}`
  | `refund.${'succeeded' | 'failed'}`
  | `usage.${'voided' | 'amended'}`
  | `outcome.${'rejected' | 'restored'}`
  | `outcome.rejection_${'requested' | 'declined' | 'withdrawn'}`
  | `subscription.${'created' | 'activated' | 'updated' | 'plan_changed' | 'ended' | 'deleted'}`
  | `customer.${'created' | 'updated' | 'deleted' | 'link_requested'}`
  | `coupon.${'created' | 'updated' | 'deleted'}`
  | `pricing_plan.${'created' | 'updated' | 'deleted'}`
  | `catalog.${'price_changed' | 'price_quarantined'}`
  | `cost_rate.${'created' | 'withdrawn'}`
  | `repricing.${'completed' | 'failed'}`
  | `budget.${'threshold_reached' | 'exceeded'}`
  | 'guard.blocked'
  | `top_up.${'succeeded' | 'failed' | 'confirmation_needed'}`
  | 'auto_top_up.stopped'
  | `credit.${'low' | 'depleted' | 'expiring'}`
  | 'usage.model_unknown'
  | 'email.failed'
  | 'payment_method.saved'

/** Decisions made when the event happened, which cannot be read from the object later. */
export type EventData = Readonly<Record<string, string | boolean>>

export type NewEvent = {
  type: EventType
  organizationId: string
  /** Null if it is about the whole organization. */
  customerId: string | null
  /**
   * The id of the object; of the customer whose payment method or link it is. Objects of the
   * catalog belong to every organization.
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

/** An event about a customer. */
export type CustomerEvent = OutboxEvent & { customerId: string }

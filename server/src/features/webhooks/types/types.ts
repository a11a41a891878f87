import { PUBLIC_TYPES } from '../../outbox/consumers.ts'

/** Every announcement type. New types may be added; the meaning of a type never changes. */
export const ANNOUNCEMENT_TYPES = [...PUBLIC_TYPES, 'webhook.test'] as const
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number]

/** An announcement as receivers get it: the body of a delivery, and an entry of the feed. */
export type AnnouncementBody = {
  id: string
  type: AnnouncementType
  timestamp: string
  customerId: string | null
  customerExternalId: string | null
  data: object
}

/** What an announcement is about. */
export type ObjectKind =
  | 'customer'
  | 'subscription'
  | 'invoice'
  | 'payment'
  | 'refund'
  | 'event'
  | 'rejection'
  | 'rejection_request'
  | 'unknown_model'
  | 'service'
  | 'quarantined_price'
  | 'cost_rate'
  | 'repricing_run'
  | 'coupon'
  | 'pricing_plan'
  | 'budget_alert'
  | 'guard_decision'
  | 'top_up'
  | 'auto_top_up'
  | 'credit_alert'
  | 'email'
  | 'endpoint'

type Described = { object: ObjectKind; description: string }

export const DESCRIPTIONS = {
  'customer.created': {
    object: 'customer',
    description: 'A customer was created, by a request or by the first usage record that names it.',
  },
  'customer.updated': { object: 'customer', description: 'Fields of a customer changed.' },
  'customer.deleted': {
    object: 'customer',
    description: 'A customer was deleted; `data` is its last state.',
  },
  'subscription.created': { object: 'subscription', description: 'A subscription was created.' },
  'subscription.activated': {
    object: 'subscription',
    description: 'An upcoming subscription started.',
  },
  'subscription.updated': {
    object: 'subscription',
    description: 'Terms or dates of a subscription changed.',
  },
  'subscription.plan_changed': {
    object: 'subscription',
    description:
      'The plan of a customer changed, or will change on a later day. `data` is the subscription with the new plan; ' +
      '`replacesId` names the one that ends, which `subscription.updated` or `subscription.ended` announces.',
  },
  'subscription.ended': {
    object: 'subscription',
    description:
      'A subscription ended or was deleted. If it was deleted, `data` is its last state, such as ' +
      'active, and `subscription.deleted` is announced too.',
  },
  'subscription.deleted': {
    object: 'subscription',
    description: 'A subscription without invoices was deleted; `data` is its last state.',
  },
  'invoice.finalized': {
    object: 'invoice',
    description: 'A draft became final: its lines and amounts no longer change.',
  },
  'invoice.issued': {
    object: 'invoice',
    description:
      'An invoice was issued to the customer. An invoice that the clock finalizes is not issued ' +
      'if automatic collection pays it at once, or if nothing is due.',
  },
  'invoice.paid': { object: 'invoice', description: 'An invoice was paid in full.' },
  'invoice.overdue': {
    object: 'invoice',
    description: 'The due date of an invoice passed before it was paid.',
  },
  'invoice.voided': { object: 'invoice', description: 'An invoice was voided.' },
  'invoice.refunded': { object: 'invoice', description: 'A paid invoice was refunded in full.' },
  'payment.succeeded': { object: 'payment', description: 'A payment was received.' },
  'payment.failed': {
    object: 'payment',
    description:
      'A payment failed, such as the charge of a saved card. A card that is declined on the ' +
      'payment page is not announced.',
  },
  'refund.succeeded': { object: 'refund', description: 'A refund was carried out.' },
  'refund.failed': { object: 'refund', description: 'A refund was rejected.' },
  'usage.voided': { object: 'event', description: 'A usage event was voided.' },
  'usage.amended': { object: 'event', description: 'A usage event was amended.' },
  'outcome.rejection_requested': {
    object: 'rejection_request',
    description: 'A customer asked in the portal to reject an outcome.',
  },
  'outcome.rejection_declined': {
    object: 'rejection_request',
    description: 'A request to reject an outcome was declined. An accepted one is a rejection.',
  },
  'outcome.rejection_withdrawn': {
    object: 'rejection_request',
    description: 'A customer took a request to reject an outcome back.',
  },
  'outcome.rejected': {
    object: 'rejection',
    description: 'Units of an outcome were rejected: they are not billed, and their cost stays.',
  },
  'outcome.restored': {
    object: 'rejection',
    description: 'A rejection was withdrawn: its units are billed again.',
  },
  'usage.model_unknown': {
    object: 'unknown_model',
    description:
      'Usage was recorded with a model that has no price. Announced once for each model and ' +
      'provider.',
  },
  'catalog.price_changed': {
    object: 'service',
    description:
      'The price of a model or service that you used changed in the price list, from ' +
      '`effectiveFrom` on.',
  },
  'catalog.price_quarantined': {
    object: 'quarantined_price',
    description:
      'A new price of a model or service that you used looks implausible. It is not used until ' +
      'the operator of the deployment accepts it.',
  },
  'cost_rate.created': { object: 'cost_rate', description: 'An own cost rate was set.' },
  'cost_rate.withdrawn': {
    object: 'cost_rate',
    description: 'An own cost rate was withdrawn: it prices no further usage.',
  },
  'repricing.completed': {
    object: 'repricing_run',
    description: 'A run that prices stored usage again, or reverses such a run, is completed.',
  },
  'repricing.failed': {
    object: 'repricing_run',
    description:
      'A run that prices stored usage again ended after several failures. What it changed stays.',
  },
  'coupon.created': { object: 'coupon', description: 'A coupon was created.' },
  'coupon.updated': {
    object: 'coupon',
    description: 'A coupon was renamed, activated or deactivated.',
  },
  'coupon.deleted': { object: 'coupon', description: 'A coupon was deleted.' },
  'pricing_plan.created': { object: 'pricing_plan', description: 'A pricing plan was created.' },
  'pricing_plan.updated': {
    object: 'pricing_plan',
    description:
      'A pricing plan, its prices, agents or included signals changed. Prices are not in `data`.',
  },
  'pricing_plan.deleted': { object: 'pricing_plan', description: 'A pricing plan was deleted.' },
  'budget.threshold_reached': {
    object: 'budget_alert',
    description:
      'What was spent of a budget reached one of its thresholds. Announced once for each customer, ' +
      'window and threshold; again if the amount of the budget changes.',
  },
  'budget.exceeded': {
    object: 'budget_alert',
    description:
      'More than the amount of a budget was spent. Announced once for each customer and window.',
  },
  'guard.blocked': {
    object: 'guard_decision',
    description:
      'A budget blocked a run. Announced for the first one of each hour, by customer and budget; ' +
      'listDecisions has all.',
  },
  'top_up.succeeded': {
    object: 'top_up',
    description: 'A top-up was paid, and its credit is given.',
  },
  'top_up.failed': {
    object: 'top_up',
    description:
      'A top-up ended without a payment: the saved payment method was declined, it was not paid within ' +
      '24 hours, or its invoice was voided.',
  },
  'auto_top_up.stopped': {
    object: 'auto_top_up',
    description:
      'The automatic top-ups of a customer stopped, because three in a row failed, because the saved ' +
      'payment method was removed, or because the payment of a top-up is disputed. Not if they were ' +
      'switched off.',
  },
  'credit.low': {
    object: 'credit_alert',
    description:
      'What is available of the credit of a customer fell below the amount that it has, or that the ' +
      'organization has, for low credit. Announced once for each fall: again after it has risen.',
  },
  'credit.depleted': {
    object: 'credit_alert',
    description:
      'The credit of a customer is used up by invoices and by usage that is not invoiced yet, or has ' +
      'expired. Announced once for each fall: again after credit was added.',
  },
  'credit.expiring': {
    object: 'credit_alert',
    description:
      'Credit of a customer expires, announced 14 and 3 days ahead, once each. Not if it was given ' +
      'for less time.',
  },
  'email.failed': {
    object: 'email',
    description: 'An email to a customer failed permanently.',
  },
  'webhook.test': {
    object: 'endpoint',
    description: 'Requested by testWebhookEndpoint, and sent only to that endpoint.',
  },
} as const satisfies Record<AnnouncementType, Described>

import type { AnnouncementType } from '../../api/api-types.ts'
import { oneOf } from '../../ui/url/search-readers.ts'

/** Kinds of the objects that announcements are about, in words. */
export const OBJECT_KINDS = {
  customer: 'Customer',
  subscription: 'Subscription',
  invoice: 'Invoice',
  payment: 'Payment',
  refund: 'Refund',
  event: 'Event',
  rejection: 'Rejection',
  rejection_request: 'Request',
  unknown_model: 'Model',
  coupon: 'Coupon',
  pricing_plan: 'Plan',
  service: 'Model',
  quarantined_price: 'Price',
  cost_rate: 'Cost rate',
  repricing_run: 'Repricing run',
  budget_alert: 'Budget',
  guard_decision: 'Blocked run',
  top_up: 'Top-up',
  auto_top_up: 'Automatic top-up',
  credit_alert: 'Credit',
  email: 'Email',
  endpoint: 'Endpoint',
} as const
export type ObjectKind = keyof typeof OBJECT_KINDS

/** Every type of announcement, with the kind of its object. */
const TYPES = {
  'customer.created': 'customer',
  'customer.updated': 'customer',
  'customer.deleted': 'customer',
  'subscription.created': 'subscription',
  'subscription.activated': 'subscription',
  'subscription.updated': 'subscription',
  'subscription.plan_changed': 'subscription',
  'subscription.ended': 'subscription',
  'subscription.deleted': 'subscription',
  'invoice.finalized': 'invoice',
  'invoice.issued': 'invoice',
  'invoice.paid': 'invoice',
  'invoice.overdue': 'invoice',
  'invoice.voided': 'invoice',
  'invoice.refunded': 'invoice',
  'payment.succeeded': 'payment',
  'payment.failed': 'payment',
  'refund.succeeded': 'refund',
  'refund.failed': 'refund',
  'usage.voided': 'event',
  'usage.amended': 'event',
  'outcome.rejection_requested': 'rejection_request',
  'outcome.rejection_declined': 'rejection_request',
  'outcome.rejection_withdrawn': 'rejection_request',
  'outcome.rejected': 'rejection',
  'outcome.restored': 'rejection',
  'usage.model_unknown': 'unknown_model',
  'catalog.price_changed': 'service',
  'catalog.price_quarantined': 'quarantined_price',
  'cost_rate.created': 'cost_rate',
  'cost_rate.withdrawn': 'cost_rate',
  'repricing.completed': 'repricing_run',
  'repricing.failed': 'repricing_run',
  'coupon.created': 'coupon',
  'coupon.updated': 'coupon',
  'coupon.deleted': 'coupon',
  'pricing_plan.created': 'pricing_plan',
  'pricing_plan.updated': 'pricing_plan',
  'pricing_plan.deleted': 'pricing_plan',
  'budget.threshold_reached': 'budget_alert',
  'budget.exceeded': 'budget_alert',
  'guard.blocked': 'guard_decision',
  'top_up.succeeded': 'top_up',
  'top_up.failed': 'top_up',
  'auto_top_up.stopped': 'auto_top_up',
  'credit.low': 'credit_alert',
  'credit.depleted': 'credit_alert',
  'credit.expiring': 'credit_alert',
  'email.failed': 'email',
  'webhook.test': 'endpoint',
} as const satisfies Record<AnnouncementType, ObjectKind>

const NAMES = Object.keys(TYPES) as AnnouncementType[]

export const kindOf = (type: AnnouncementType): ObjectKind => TYPES[type]

/** Reads a type from the URL. */
export const announcementType = oneOf(NAMES)

/** Options of a filter by type. */
export const TYPE_OPTIONS = Object.fromEntries(NAMES.map((name) => [name, name])) as Record<
  AnnouncementType,
  string
>

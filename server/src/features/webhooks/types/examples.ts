import { readFileSync } from 'node:fs'
import {
  type AnnouncementBody,
  type AnnouncementType,
  DESCRIPTIONS,
  type ObjectKind,
} from './types.ts'

type Data = Readonly<Record<string, unknown>>

/** One object of each kind, as an announcement has it. */
const OBJECTS: Record<ObjectKind, Data> = JSON.parse(
  readFileSync(new URL('./examples.json', import.meta.url), 'utf8'),
)

const AT = '2026-03-15T12:00:00.000Z'
const CUSTOMER_ID = '01a21a00-0000-7000-8000-000000000004'
const ID = '01a21a00-0000-7000-8000-000000000001'

/** Kinds that are about a customer; the others are about the whole organization. */
const OF_CUSTOMERS: readonly ObjectKind[] = [
  'customer',
  'subscription',
  'invoice',
  'payment',
  'refund',
  'event',
  'rejection',
  'rejection_request',
  'budget_alert',
  'guard_decision',
  'top_up',
  'auto_top_up',
  'credit_alert',
  'email',
]

const PAID = { status: 'paid', amountDue: 0, amountPaid: 39.6, paidAt: AT, payUrl: null }

/** What differs from the object of its kind. */
const CHANGES: Partial<Record<AnnouncementType, Data>> = {
  'customer.updated': { version: 2 },
  'subscription.updated': { version: 2 },
  'subscription.plan_changed': {
    dealId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a20',
    replacesId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a20',
    version: 1,
  },
  'subscription.ended': { status: 'ended', endDate: '2026-03-15', version: 3 },
  'subscription.deleted': { version: 2 },
  'invoice.paid': { ...PAID, version: 4 },
  'invoice.overdue': { status: 'overdue', version: 4 },
  'invoice.voided': {
    status: 'void',
    amountDue: 0,
    voidedAt: AT,
    voidReason: 'Wrong plan',
    payUrl: null,
    version: 4,
  },
  'invoice.refunded': { ...PAID, status: 'refunded', amountRefunded: 39.6, version: 5 },
  'top_up.failed': {
    status: 'failed',
    grantId: null,
    failureReason: 'Your card was declined.',
    paidAt: null,
  },
  'payment.failed': { status: 'failed', failureReason: 'Your card was declined.', paidAt: null },
  'refund.failed': { status: 'failed', failureReason: 'The card is closed.', version: 3 },
  'usage.voided': { quantity: '0', voidedAt: AT, correctedAt: AT, version: 2 },
  'usage.amended': { correctedAt: AT, version: 2 },
  'outcome.rejection_declined': {
    state: 'declined',
    decidedAt: AT,
    decidedBy: 'api_key:01a21a00-0000-7000-8000-000000000002',
    decidedByName: 'Secret key',
    declineReason: 'The second ticket was about another order',
    version: 2,
  },
  'outcome.rejection_withdrawn': {
    state: 'withdrawn',
    decidedAt: AT,
    decidedBy: `customer:${CUSTOMER_ID}`,
    decidedByName: 'Acme Corporation',
    version: 2,
  },
  'outcome.restored': {
    state: 'withdrawn',
    withdrawnAt: AT,
    withdrawReason: 'The ticket was another one',
    withdrawnBy: 'api_key:01a21a00-0000-7000-8000-000000000002',
    withdrawnByName: 'Secret key',
    version: 2,
  },
  'cost_rate.withdrawn': { withdrawnAt: AT, version: 2 },
  'repricing.failed': { state: 'failed' },
  'budget.exceeded': { threshold: '100', spent: '5.02' },
  'credit.depleted': { threshold: 0, available: -1.2, unbilled: 41.2 },
  'credit.expiring': {
    threshold: null,
    grant: {
      id: '01a21a00-0000-7000-8000-000000000018',
      kind: 'paid',
      name: 'Top-up',
      left: 40,
      expiresAt: '2026-03-29T00:00:00.000Z',
      daysAhead: 14,
    },
  },
  'coupon.updated': { name: 'Spring offer', version: 2 },
  'coupon.deleted': { version: 2 },
  'pricing_plan.updated': { name: 'Pro 2026', version: 2 },
  'pricing_plan.deleted': { version: 2 },
}

/** Returns an announcement of a type, for the documentation. */
export function exampleOf(type: AnnouncementType): AnnouncementBody {
  const { object } = DESCRIPTIONS[type]
  const data = { ...OBJECTS[object], ...CHANGES[type] }
  const customer = OF_CUSTOMERS.includes(object)
    ? { customerId: CUSTOMER_ID, customerExternalId: 'acme' }
    : { customerId: null, customerExternalId: null }
  return { id: ID, type, timestamp: AT, ...customer, data }
}

import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { findHeldPrice } from '../../catalog/quarantine.ts'
import { findServiceWithVersion } from '../../catalog/service.ts'
import { findCreditAlertBody } from '../../control/alerts/credit/find-alert.ts'
import { findAlertBody } from '../../control/alerts/find-alert.ts'
import { findDecisionBody } from '../../control/decisions/find-decision.ts'
import { topUpUrl } from '../../control/top-up-url.ts'
import { findEveryCoupon } from '../../coupons/service.ts'
import { findExternalId } from '../../customers/external-ids.ts'
import { findEveryCustomer } from '../../customers/service.ts'
import { findEmailSummary } from '../../emails/service.ts'
import { findCostRate } from '../../events/cost-rates/cost-rates.ts'
import { findEvent } from '../../events/event-detail.ts'
import { findRequestBody } from '../../events/rejection-requests/read.ts'
import { countRejections, findRejectionBody } from '../../events/stored-rejections/read.ts'
import { type PayLinkConfig, withPayUrl } from '../../invoices/pay-link/pay-link.ts'
import { findInvoiceBody } from '../../invoices/read.ts'
import { ofCustomer } from '../../outbox/consumers.ts'
import type { OutboxEvent } from '../../outbox/event.ts'
import { findAutoTopUpBody } from '../../payments/auto-top-up-settings/service.ts'
import { refundBody } from '../../payments/body.ts'
import { findPaymentWithInvoice } from '../../payments/list.ts'
import type { PaymentStatus } from '../../payments/payment.ts'
import { findRefund } from '../../payments/refunds/read.ts'
import { topUpBody } from '../../payments/top-ups/body.ts'
import { findTopUp } from '../../payments/top-ups/read-top-ups.ts'
import { findEveryPlan } from '../../pricing-plans/service.ts'
import { findRunBody } from '../../repricing/service.ts'
import { findSubscriptionBody } from '../../subscriptions/service.ts'
import type { ObjectKind } from '../types/types.ts'
import { LIST_MAX } from './bounded-text.ts'
import * as versions from './versions.ts'

export type ObjectDeps = {
  config: PayLinkConfig & { portalUrl: string }
  catalog: Catalog
  now: () => Date
}

/** An object as its own route returns it, and its version. */
export type Rendered = {
  body: object
  version: number
  /** Lengths of lists of which only the beginning was read. */
  totals?: Readonly<Record<string, number>>
}

/** Reads the object of an event; undefined if it no longer exists. */
type Read = (tx: Tx, deps: ObjectDeps, event: OutboxEvent) => Promise<Rendered | undefined>

/** The objects of events. A test has no event. */
export const READ: Record<Exclude<ObjectKind, 'endpoint'>, Read> = {
  invoice: async (tx, { config }, event) => {
    const key = keyOf(event)
    const [body, version] = await Promise.all([
      findInvoiceBody(tx, key),
      versions.invoiceVersion(tx, key),
    ])
    return body && { body: withPayUrl(config, body), version }
  },
  payment: async (tx, _deps, event) => {
    const key = keyOf(event)
    const [body, version] = await Promise.all([
      findPaymentWithInvoice(tx, key),
      versions.paymentVersion(tx, key),
    ])
    return body && { body, version }
  },
  refund: async (tx, _deps, event) => {
    const refund = await findRefund(tx, keyOf(event))
    return refund && { body: refundBody(refund), version: REFUND_VERSIONS[refund.status] }
  },
  subscription: async (tx, _deps, event) => {
    const body = await findSubscriptionBody(tx, { ...keyOf(event), at: event.happenedAt })
    return body && { body, version: body.version }
  },
  event: async (tx, { catalog }, event) => {
    const key = keyOf(event)
    const [body, corrections, rejections] = await Promise.all([
      findEvent({ db: tx, catalog }, key, { correctionsMax: LIST_MAX }),
      versions.countCorrections(tx, key),
      countRejections(tx, key),
    ])
    return body && { body, version: corrections + 1, totals: { corrections, rejections } }
  },
  rejection: async (tx, _deps, event) => {
    const body = await findRejectionBody(tx, keyOf(event))
    return body && { body, version: body.version }
  },
  rejection_request: async (tx, _deps, event) => {
    const body = await findRequestBody(tx, keyOf(event))
    return body && { body, version: body.version }
  },
  customer: async (tx, _deps, event) => {
    const body = await findEveryCustomer(tx, event)
    return body && { body, version: body.version }
  },
  coupon: async (tx, _deps, event) => {
    const body = await findEveryCoupon(tx, event)
    return body && { body, version: await versions.couponVersion(tx, event) }
  },
  pricing_plan: async (tx, _deps, event) => {
    const body = await findEveryPlan(tx, event)
    return body && { body, version: body.version }
  },
  budget_alert: async (tx, _deps, event) => {
    const body = await findAlertBody(tx, event)
    return body && { body, version: 1 }
  },
  guard_decision: async (tx, _deps, event) => {
    const body = await findDecisionBody(tx, keyOf(event))
    return body && { body, version: 1 }
  },
  top_up: async (tx, { config }, event) => {
    const key = keyOf(event)
    const topUp = await findTopUp(tx, key)
    if (!topUp) return undefined
    const externalId = await findExternalId(tx, { ...key, id: key.customerId })
    return { body: topUpBody(config, topUp, externalId), version: topUp.version }
  },
  auto_top_up: (tx, _deps, event) => findAutoTopUpBody(tx, keyOf(event), event.happenedAt),
  credit_alert: async (tx, { config }, event) => {
    const body = await findCreditAlertBody(tx, keyOf(event), topUpUrl(config))
    return body && { body, version: 1 }
  },
  email: async (tx, _deps, event) => {
    const body = await findEmailSummary(tx, event)
    return body && { body, version: body.attempts }
  },
  cost_rate: async (tx, _deps, event) => {
    const body = await findCostRate(tx, event)
    return body && { body, version: body.withdrawnAt === null ? 1 : 2 }
  },
  unknown_model: async (_tx, _deps, { data }) => ({ body: data, version: 1 }),
  service: async (tx, { now }, { id }) => {
    const found = await findServiceWithVersion(tx, { id, now: now() })
    return found && { body: found.service, version: found.version }
  },
  repricing_run: async (tx, _deps, event) => {
    const body = await findRunBody(tx, event)
    return body && { body, version: 1 }
  },
  quarantined_price: async (tx, _deps, { id }) => {
    const body = await findHeldPrice(tx, id)
    return body && { body, version: 1 }
  },
}

/** A refund that succeeded may fail later, when the provider reverses it. */
const REFUND_VERSIONS: Record<PaymentStatus, number> = { pending: 1, succeeded: 2, failed: 3 }

function keyOf(event: OutboxEvent): CustomerScopedId {
  const { organizationId, customerId, id } = ofCustomer(event)
  return { organizationId, customerId, id }
}

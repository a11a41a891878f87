import type { ObjectKind } from '../types/types.ts'

const PATHS: Partial<Record<ObjectKind, string>> = {
  customer: '/v1/customers',
  subscription: '/v1/subscriptions',
  invoice: '/v1/invoices',
  event: '/v1/events',
  rejection: '/v1/rejections',
  rejection_request: '/v1/rejection-requests',
  service: '/v1/services',
  cost_rate: '/v1/cost-rates',
  repricing_run: '/v1/repricing-runs',
  coupon: '/v1/coupons',
  pricing_plan: '/v1/pricing-plans',
}

/** Returns the path from which an object is read; null if it has no route of its own. */
export function urlOf(object: ObjectKind, id: string): string | null {
  const path = PATHS[object]
  return path === undefined ? null : `${path}/${id}`
}

import type {
  InvoiceDatesUpdate,
  PlanChangeCreate,
  SeatsCreate,
  SubscriptionCreate,
  SubscriptionPriceCreate,
  SubscriptionUpdate,
} from '../api.gen.ts'
import type { ChangeOptions, Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

type SeatsPreviewQuery = Query<'/v1/subscriptions/{subscriptionId}/seats/preview'>
type PlanChangePreviewQuery = Query<'/v1/subscriptions/{subscriptionId}/plan-change/preview'>
type ChangelogQuery = Query<'/v1/subscriptions/{subscriptionId}/changelog'>

/** Subscriptions of customers to plans. */
export const subscriptionsOf = (http: Http) => ({
  list: (query?: Query<'/v1/subscriptions'>, options?: RequestOptions) =>
    http.list('/v1/subscriptions', { query, ...options }),
  get: (subscriptionId: string, options?: RequestOptions) =>
    http.get('/v1/subscriptions/{subscriptionId}', { path: { subscriptionId }, ...options }),
  create: (body: SubscriptionCreate, options?: WriteOptions) =>
    http.post('/v1/subscriptions', { body, ...options }),
  /** Returns the periods and the first invoice without storing the subscription. */
  preview: (body: SubscriptionCreate, options?: WriteOptions) =>
    http.post('/v1/subscriptions/preview', { body, ...options }),
  update: (subscriptionId: string, body: SubscriptionUpdate, options?: ChangeOptions) =>
    http.patch('/v1/subscriptions/{subscriptionId}', {
      path: { subscriptionId },
      body,
      ...options,
    }),
  updateInvoiceDates: (subscriptionId: string, body: InvoiceDatesUpdate, options?: ChangeOptions) =>
    http.patch('/v1/subscriptions/{subscriptionId}/invoice-dates', {
      path: { subscriptionId },
      body,
      ...options,
    }),
  delete: (subscriptionId: string, options?: ChangeOptions) =>
    http.delete('/v1/subscriptions/{subscriptionId}', { path: { subscriptionId }, ...options }),
  listAllPrices: (subscriptionId: string, options?: RequestOptions) =>
    http.get('/v1/subscriptions/{subscriptionId}/prices', { path: { subscriptionId }, ...options }),
  listPrices: (subscriptionId: string, strategyId: string, options?: RequestOptions) =>
    http.get('/v1/subscriptions/{subscriptionId}/prices/{strategyId}', {
      path: { subscriptionId, strategyId },
      ...options,
    }),
  /** Adds a price of this subscription alone, for the periods that begin on a day or later. */
  createPrice: (
    subscriptionId: string,
    strategyId: string,
    body: SubscriptionPriceCreate,
    options?: WriteOptions,
  ) =>
    http.post('/v1/subscriptions/{subscriptionId}/prices/{strategyId}', {
      path: { subscriptionId, strategyId },
      body,
      ...options,
    }),
  /** Deletes a price that no final invoice used. */
  deletePrice: (
    subscriptionId: string,
    strategyId: string,
    priceId: string,
    options?: RequestOptions,
  ) =>
    http.delete('/v1/subscriptions/{subscriptionId}/prices/{strategyId}/{priceId}', {
      path: { subscriptionId, strategyId, priceId },
      ...options,
    }),
  /** Lists the seats by date, future changes included. */
  listSeats: (subscriptionId: string, options?: RequestOptions) =>
    http.get('/v1/subscriptions/{subscriptionId}/seats', { path: { subscriptionId }, ...options }),
  /** Changes the number of seats from a day on; default: today. */
  changeSeats: (subscriptionId: string, body: SeatsCreate, options?: WriteOptions) =>
    http.post('/v1/subscriptions/{subscriptionId}/seats', {
      path: { subscriptionId },
      body,
      ...options,
    }),
  /** Returns the invoice of the period without and with the change, which is not stored. */
  previewSeats: (subscriptionId: string, query: SeatsPreviewQuery, options?: RequestOptions) =>
    http.get('/v1/subscriptions/{subscriptionId}/seats/preview', {
      path: { subscriptionId },
      query,
      ...options,
    }),
  /** Changes the plan from a day on: another subscription with the new plan follows this one. */
  changePlan: (subscriptionId: string, body: PlanChangeCreate, options?: WriteOptions) =>
    http.post('/v1/subscriptions/{subscriptionId}/plan-change', {
      path: { subscriptionId },
      body,
      ...options,
    }),
  /** Takes back a change of plan while the new plan is upcoming. */
  takeBackPlanChange: (subscriptionId: string, options?: ChangeOptions) =>
    http.delete('/v1/subscriptions/{subscriptionId}/plan-change', {
      path: { subscriptionId },
      ...options,
    }),
  /** Returns the invoices around the change, which is not stored. */
  previewPlanChange: (
    subscriptionId: string,
    query: PlanChangePreviewQuery,
    options?: RequestOptions,
  ) =>
    http.get('/v1/subscriptions/{subscriptionId}/plan-change/preview', {
      path: { subscriptionId },
      query,
      ...options,
    }),
  changelog: (subscriptionId: string, query?: ChangelogQuery, options?: RequestOptions) =>
    http.list('/v1/subscriptions/{subscriptionId}/changelog', {
      path: { subscriptionId },
      query,
      ...options,
    }),
  periods: (subscriptionId: string, options?: RequestOptions) =>
    http.get('/v1/subscriptions/{subscriptionId}/periods', {
      path: { subscriptionId },
      ...options,
    }),
})

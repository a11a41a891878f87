import type {
  AutoTopUpSet,
  CreditGrantCreate,
  CreditPayoutCreate,
  CustomerCreate,
  CustomerUpdate,
  OutcomeComparisonCreate,
  TopUpCreate,
} from '../api.gen.ts'
import type { ChangeOptions, Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The customers you bill. */
export const customersOf = (http: Http) => ({
  list: (query?: Query<'/v1/customers'>, options?: RequestOptions) =>
    http.list('/v1/customers', { query, ...options }),
  get: (customerId: string, options?: RequestOptions) =>
    http.get('/v1/customers/{customerId}', { path: { customerId }, ...options }),
  /** Finds a customer by your own id. */
  getByExternalId: (externalId: string, options?: RequestOptions) =>
    http.get('/v1/customers/by-external-id/{externalId}', { path: { externalId }, ...options }),
  create: (body: CustomerCreate, options?: WriteOptions) =>
    http.post('/v1/customers', { body, ...options }),
  update: (customerId: string, body: CustomerUpdate, options?: ChangeOptions) =>
    http.patch('/v1/customers/{customerId}', { path: { customerId }, body, ...options }),
  delete: (customerId: string, options?: ChangeOptions) =>
    http.delete('/v1/customers/{customerId}', { path: { customerId }, ...options }),
  revenue: (
    customerId: string,
    query?: Query<'/v1/customers/{customerId}/revenue'>,
    options?: RequestOptions,
  ) => http.get('/v1/customers/{customerId}/revenue', { path: { customerId }, query, ...options }),
  /** Reads what is available of a customer's credit, with usage that is not invoiced yet. */
  credit: (customerId: string, options?: RequestOptions) =>
    http.get('/v1/customers/{customerId}/credit', { path: { customerId }, ...options }),
  /** Lists the credit grants of a customer, the latest first. */
  creditGrants: (
    customerId: string,
    query?: Query<'/v1/customers/{customerId}/credit-grants'>,
    options?: RequestOptions,
  ) =>
    http.list('/v1/customers/{customerId}/credit-grants', {
      path: { customerId },
      query,
      ...options,
    }),
  /** Gives a customer credit. */
  createCreditGrant: (customerId: string, body: CreditGrantCreate, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/credit-grants', {
      path: { customerId },
      body,
      ...options,
    }),
  /** Expires what is left of a credit grant. */
  expireCreditGrant: (customerId: string, grantId: string, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/credit-grants/{grantId}/expire', {
      path: { customerId, grantId },
      ...options,
    }),
  /** Lists the changes of a customer's credit, the latest first. */
  creditMovements: (
    customerId: string,
    query?: Query<'/v1/customers/{customerId}/credit-movements'>,
    options?: RequestOptions,
  ) =>
    http.list('/v1/customers/{customerId}/credit-movements', {
      path: { customerId },
      query,
      ...options,
    }),
  /** Lists the top-ups of a customer's prepaid credit, the latest first. */
  topUps: (
    customerId: string,
    query?: Query<'/v1/customers/{customerId}/top-ups'>,
    options?: RequestOptions,
  ) => http.list('/v1/customers/{customerId}/top-ups', { path: { customerId }, query, ...options }),
  /** Reads a top-up. */
  topUp: (customerId: string, topUpId: string, options?: RequestOptions) =>
    http.get('/v1/customers/{customerId}/top-ups/{topUpId}', {
      path: { customerId, topUpId },
      ...options,
    }),
  /** Tops up the prepaid credit of a customer, on the payment page or with the saved payment method. */
  createTopUp: (customerId: string, body: TopUpCreate, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/top-ups', {
      path: { customerId },
      body,
      ...options,
    }),
  /** Reads the automatic top-ups of a customer: the last one of each currency. */
  autoTopUps: (customerId: string, options?: RequestOptions) =>
    http.get('/v1/customers/{customerId}/auto-top-ups', { path: { customerId }, ...options }),
  /** Sets the automatic top-ups of a customer in a currency. The customer must have agreed to them. */
  setAutoTopUp: (customerId: string, body: AutoTopUpSet, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/auto-top-ups', {
      path: { customerId },
      body,
      ...options,
    }),
  /** Switches off an automatic top-up. A charge that is under way goes on. */
  switchOffAutoTopUp: (customerId: string, autoTopUpId: string, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/auto-top-ups/{autoTopUpId}/switch-off', {
      path: { customerId, autoTopUpId },
      ...options,
    }),
  /** Compares what is billed of a signal with what the customer counts. Changes nothing. */
  compareOutcomes: (customerId: string, body: OutcomeComparisonCreate, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/outcome-comparisons', {
      path: { customerId },
      body,
      ...options,
    }),
  /** Records that customer credit was paid out. */
  recordCreditPayout: (customerId: string, body: CreditPayoutCreate, options?: WriteOptions) =>
    http.post('/v1/customers/{customerId}/credit-payouts', {
      path: { customerId },
      body,
      ...options,
    }),
})

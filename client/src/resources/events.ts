import type {
  BulkCorrectionCreate,
  EventAmend,
  EventAmendByKey,
  EventVoid,
  EventVoidByKey,
  ModelMappingCreate,
  RejectionCreate,
  RejectionCreateByKey,
  RejectionWithdraw,
} from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Stored usage events, their corrections, and the mapping of models whose cost is unknown. */
export const eventsOf = (http: Http) => ({
  list: (query?: Query<'/v1/events'>, options?: RequestOptions) =>
    http.list('/v1/events', { query, ...options }),
  get: (eventId: string, options?: RequestOptions) =>
    http.get('/v1/events/{eventId}', { path: { eventId }, ...options }),
  /** Marks an event as a mistake: its quantity and its cost become 0. Cannot be undone. */
  void: (eventId: string, body: EventVoid = {}, options?: WriteOptions) =>
    http.post('/v1/events/{eventId}/void', { path: { eventId }, body, ...options }),
  /** Like `void`, for the event that was recorded with an idempotency key. */
  voidByKey: (body: EventVoidByKey, options?: WriteOptions) =>
    http.post('/v1/events/void', { body, ...options }),
  /** Replaces the quantity of an event, its services, or both. */
  amend: (eventId: string, body: EventAmend, options?: WriteOptions) =>
    http.post('/v1/events/{eventId}/amend', { path: { eventId }, body, ...options }),
  /** Like `amend`, for the event that was recorded with an idempotency key. */
  amendByKey: (body: EventAmendByKey, options?: WriteOptions) =>
    http.post('/v1/events/amend', { body, ...options }),
  /** Rejects units of an outcome that did not hold: they are not billed, and their cost stays. */
  reject: (eventId: string, body: RejectionCreate, options?: WriteOptions) =>
    http.post('/v1/events/{eventId}/rejection', { path: { eventId }, body, ...options }),
  /** Like `reject`, for the event that was recorded with an idempotency key. */
  rejectByKey: (body: RejectionCreateByKey, options?: WriteOptions) =>
    http.post('/v1/events/rejection', { body, ...options }),
  /** Withdraws the rejection of an event that is in force: its units are billed again. */
  withdrawRejection: (eventId: string, body: RejectionWithdraw = {}, options?: WriteOptions) =>
    http.post('/v1/events/{eventId}/rejection/withdraw', { path: { eventId }, body, ...options }),
  /** Corrects the events that a CSV file of idempotency keys names. */
  correctMany: (body: BulkCorrectionCreate, options?: WriteOptions) =>
    http.post('/v1/events/corrections', { body, ...options }),
  /** Computes what such a file would change, and on which invoices. */
  previewCorrections: (body: BulkCorrectionCreate, options?: WriteOptions) =>
    http.post('/v1/events/corrections/preview', { body, ...options }),
  needsCostBackfill: (query?: Query<'/v1/events/needs-cost-backfill'>, options?: RequestOptions) =>
    http.get('/v1/events/needs-cost-backfill', { query, ...options }),
  /** Estimates the cost of a mapping without creating it. */
  estimateModelMapping: (query: Query<'/v1/events/map-model/estimate'>, options?: RequestOptions) =>
    http.get('/v1/events/map-model/estimate', { query, ...options }),
  /** Maps an unknown model to a price. Events already stored get their cost too. */
  mapModel: (body: ModelMappingCreate, options?: WriteOptions) =>
    http.post('/v1/events/map-model', { body, ...options }),
})

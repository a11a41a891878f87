import type { ModelMappingCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Stored usage events, and the mapping of models whose cost is unknown. */
export const eventsOf = (http: Http) => ({
  list: (query?: Query<'/v1/events'>, options?: RequestOptions) =>
    http.list('/v1/events', { query, ...options }),
  get: (eventId: string, options?: RequestOptions) =>
    http.get('/v1/events/{eventId}', { path: { eventId }, ...options }),
  needsCostBackfill: (query?: Query<'/v1/events/needs-cost-backfill'>, options?: RequestOptions) =>
    http.get('/v1/events/needs-cost-backfill', { query, ...options }),
  /** Estimates the cost of a mapping without creating it. */
  estimateModelMapping: (query: Query<'/v1/events/map-model/estimate'>, options?: RequestOptions) =>
    http.get('/v1/events/map-model/estimate', { query, ...options }),
  /** Maps an unknown model to a price. Events already stored get their cost too. */
  mapModel: (body: ModelMappingCreate, options?: WriteOptions) =>
    http.post('/v1/events/map-model', { body, ...options }),
})

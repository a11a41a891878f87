import type { ModelMappingCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Usage as it is stored, and what is done where its cost is unknown. */
export const eventsOf = (http: Http) => ({
  list: (query?: Query<'/v1/events'>, options?: RequestOptions) =>
    http.list('/v1/events', { query, ...options }),
  get: (eventId: string, options?: RequestOptions) =>
    http.get('/v1/events/{eventId}', { path: { eventId }, ...options }),
  needsCostBackfill: (query?: Query<'/v1/events/needs-cost-backfill'>, options?: RequestOptions) =>
    http.get('/v1/events/needs-cost-backfill', { query, ...options }),
  /** What a mapping would cost, without making it. */
  estimateModelMapping: (query: Query<'/v1/events/map-model/estimate'>, options?: RequestOptions) =>
    http.get('/v1/events/map-model/estimate', { query, ...options }),
  /** Says what an unknown model costs: events of before get their cost too. */
  mapModel: (body: ModelMappingCreate, options?: WriteOptions) =>
    http.post('/v1/events/map-model', { body, ...options }),
})

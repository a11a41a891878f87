import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The models that `events.mapModel` mapped to prices. */
export const modelMappingsOf = (http: Http) => ({
  list: (query?: Query<'/v1/model-mappings'>, options?: RequestOptions) =>
    http.list('/v1/model-mappings', { query, ...options }),
  get: (mappingId: string, options?: RequestOptions) =>
    http.get('/v1/model-mappings/{mappingId}', { path: { mappingId }, ...options }),
  /** Deletes a mapping. Events keep their costs; later ones wait until it is mapped again. */
  delete: (mappingId: string, options?: RequestOptions) =>
    http.delete('/v1/model-mappings/{mappingId}', { path: { mappingId }, ...options }),
})

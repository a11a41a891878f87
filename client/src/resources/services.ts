import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The catalog of models and services, with their cost. */
export const servicesOf = (http: Http) => ({
  list: (query?: Query<'/v1/services'>, options?: RequestOptions) =>
    http.list('/v1/services', { query, ...options }),
  get: (serviceId: string, options?: RequestOptions) =>
    http.get('/v1/services/{serviceId}', { path: { serviceId }, ...options }),
})

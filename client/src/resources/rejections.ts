import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Outcomes that did not hold: their units are not billed. */
export const rejectionsOf = (http: Http) => ({
  list: (query?: Query<'/v1/rejections'>, options?: RequestOptions) =>
    http.list('/v1/rejections', { query, ...options }),
  get: (rejectionId: string, options?: RequestOptions) =>
    http.get('/v1/rejections/{rejectionId}', { path: { rejectionId }, ...options }),
})

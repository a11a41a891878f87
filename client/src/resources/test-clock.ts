import type { TestClockMove } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The clock of a test deployment: a year of billing in a minute. */
export const testClockOf = (http: Http) => ({
  get: (options?: RequestOptions) => http.get('/v1/test-clock', { ...options }),
  /** Only forward; what falls due in between happens. */
  move: (body: TestClockMove, options?: WriteOptions) =>
    http.post('/v1/test-clock', { body, ...options }),
  /** Real time governs again. */
  letGo: (options?: RequestOptions) => http.delete('/v1/test-clock', { ...options }),
  timeline: (query?: Query<'/v1/test-clock/timeline'>, options?: RequestOptions) =>
    http.get('/v1/test-clock/timeline', { query, ...options }),
})

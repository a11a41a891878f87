import type { TestClockMove } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The clock of a test deployment, which runs a year of billing in a minute. */
export const testClockOf = (http: Http) => ({
  get: (options?: RequestOptions) => http.get('/v1/test-clock', { ...options }),
  /** Moves the clock forward. Everything that falls due in between takes place. */
  move: (body: TestClockMove, options?: WriteOptions) =>
    http.post('/v1/test-clock', { body, ...options }),
  /** Returns the deployment to real time. */
  letGo: (options?: RequestOptions) => http.delete('/v1/test-clock', { ...options }),
  timeline: (query?: Query<'/v1/test-clock/timeline'>, options?: RequestOptions) =>
    http.get('/v1/test-clock/timeline', { query, ...options }),
})

import type { GuardCheckCreate, GuardHoldCreate, GuardHoldExtend } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Decisions before and during a run. */
export const guardOf = (http: Http) => ({
  /** Decides if a run may start, and holds what it may cost. The same run gets the same hold. */
  createHold: (body: GuardHoldCreate, options?: WriteOptions) =>
    http.post('/v1/guard/holds', { body, ...options }),
  /** Answers like `createHold`, and holds nothing. */
  check: (body: GuardCheckCreate, options?: RequestOptions) =>
    http.post('/v1/guard/checks', { body, ...options }),
  /** Decides if a run may go on. */
  extendHold: (holdId: string, body: GuardHoldExtend, options?: WriteOptions) =>
    http.post('/v1/guard/holds/{holdId}/extend', { path: { holdId }, body, ...options }),
  /** Ends a run without an outcome. */
  releaseHold: (holdId: string, options?: WriteOptions) =>
    http.post('/v1/guard/holds/{holdId}/release', { path: { holdId }, ...options }),
  /** Lists what runs hold of budgets now. */
  listHolds: (query?: Query<'/v1/guard/holds'>, options?: RequestOptions) =>
    http.list('/v1/guard/holds', { query, ...options }),
  /** Lists blocked runs and warnings of the last 30 days, the latest first. */
  listDecisions: (query?: Query<'/v1/guard/decisions'>, options?: RequestOptions) =>
    http.list('/v1/guard/decisions', { query, ...options }),
  /** Lists what ended runs of each agent and signal cost, compared with their estimates. */
  listSuggestions: (query?: Query<'/v1/guard/suggestions'>, options?: RequestOptions) =>
    http.get('/v1/guard/suggestions', { query, ...options }),
  getHold: (holdId: string, options?: RequestOptions) =>
    http.get('/v1/guard/holds/{holdId}', { path: { holdId }, ...options }),
})

import type { RepricingPreviewCreate, RepricingRunCreate, RepricingRunReverse } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Runs that price stored usage by the rates in force. */
export const repricingRunsOf = (http: Http) => ({
  list: (query?: Query<'/v1/repricing-runs'>, options?: RequestOptions) =>
    http.list('/v1/repricing-runs', { query, ...options }),
  get: (runId: string, options?: RequestOptions) =>
    http.get('/v1/repricing-runs/{runId}', { path: { runId }, ...options }),
  /** Computes what a run would change, and changes nothing. */
  preview: (body: RepricingPreviewCreate, options?: RequestOptions) =>
    http.post('/v1/repricing-runs/preview', { body, ...options }),
  create: (body: RepricingRunCreate, options?: WriteOptions) =>
    http.post('/v1/repricing-runs', { body, ...options }),
  /** Ends a run. What it changed stays. */
  cancel: (runId: string, options?: WriteOptions) =>
    http.post('/v1/repricing-runs/{runId}/cancel', { path: { runId }, ...options }),
  /** Restores the costs that an ended run changed. */
  reverse: (runId: string, body: RepricingRunReverse = {}, options?: WriteOptions) =>
    http.post('/v1/repricing-runs/{runId}/reverse', { path: { runId }, body, ...options }),
})

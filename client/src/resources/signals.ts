import type { SignalBulkCreate, SignalCreate, SignalUpdate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The outcomes that you bill. */
export const signalsOf = (http: Http) => ({
  list: (query?: Query<'/v1/signals'>, options?: RequestOptions) =>
    http.list('/v1/signals', { query, ...options }),
  get: (signalId: string, options?: RequestOptions) =>
    http.get('/v1/signals/{signalId}', { path: { signalId }, ...options }),
  create: (body: SignalCreate, options?: WriteOptions) =>
    http.post('/v1/signals', { body, ...options }),
  /** Up to 100 at once, all or none. */
  createMany: (signals: SignalBulkCreate['signals'], options?: WriteOptions) =>
    http.post('/v1/signals/bulk', { body: { signals }, ...options }),
  update: (signalId: string, body: SignalUpdate, options?: RequestOptions) =>
    http.patch('/v1/signals/{signalId}', { path: { signalId }, body, ...options }),
  delete: (signalId: string, options?: RequestOptions) =>
    http.delete('/v1/signals/{signalId}', { path: { signalId }, ...options }),
})

import type { Http, RequestOptions } from '../http/http.ts'
import { withKey } from '../keyed-record.ts'
import type { UsageRecord } from '../usage-record.ts'

export const usageOf = (http: Http) => ({
  /**
   * Sends 1 to 100 records immediately and returns the outcome of each; `record` of the client
   * sends in the background. A record without an `idempotencyKey` gets one, so that retries count
   * nothing twice.
   */
  record: (records: readonly UsageRecord[], options?: RequestOptions) =>
    http.post('/v1/usage/record', { body: { records: records.map(withKey) }, ...options }),
  /** Computes what records would cost and earn; stores nothing. */
  estimate: (records: readonly UsageRecord[], options?: RequestOptions) =>
    http.post('/v1/usage/estimate', { body: { records: [...records] }, ...options }),
})

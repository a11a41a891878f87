import type { RejectionRequestDecline } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** What customers ask in the portal: units of outcomes that should not be billed. */
export const rejectionRequestsOf = (http: Http) => ({
  list: (query?: Query<'/v1/rejection-requests'>, options?: RequestOptions) =>
    http.list('/v1/rejection-requests', { query, ...options }),
  get: (rejectionRequestId: string, options?: RequestOptions) =>
    http.get('/v1/rejection-requests/{rejectionRequestId}', {
      path: { rejectionRequestId },
      ...options,
    }),
  /** Rejects the units that a customer asks for. */
  accept: (rejectionRequestId: string, options?: WriteOptions) =>
    http.post('/v1/rejection-requests/{rejectionRequestId}/accept', {
      path: { rejectionRequestId },
      ...options,
    }),
  /** The outcome stays billed, and the customer sees the reason. */
  decline: (rejectionRequestId: string, body: RejectionRequestDecline, options?: WriteOptions) =>
    http.post('/v1/rejection-requests/{rejectionRequestId}/decline', {
      path: { rejectionRequestId },
      body,
      ...options,
    }),
})

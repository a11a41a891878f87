import type { PortalSessionCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Links to the customer portal. A link opens once, and its session lasts an hour. */
export const portalSessionsOf = (http: Http) => ({
  list: (query?: Query<'/v1/portal-sessions'>, options?: RequestOptions) =>
    http.list('/v1/portal-sessions', { query, ...options }),
  get: (sessionId: string, options?: RequestOptions) =>
    http.get('/v1/portal-sessions/{sessionId}', { path: { sessionId }, ...options }),
  /** Creates a session. Only this response contains the link. */
  create: (body: PortalSessionCreate, options?: WriteOptions) =>
    http.post('/v1/portal-sessions', { body, ...options }),
  revoke: (sessionId: string, options?: RequestOptions) =>
    http.delete('/v1/portal-sessions/{sessionId}', { path: { sessionId }, ...options }),
})

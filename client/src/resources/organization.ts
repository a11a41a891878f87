import type { OrganizationUpdate } from '../api.gen.ts'
import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The organization that owns the key. */
export const organizationOf = (http: Http) => ({
  get: (options?: RequestOptions) => http.get('/v1/organization', { ...options }),
  update: (body: OrganizationUpdate, options?: RequestOptions) =>
    http.patch('/v1/organization', { body, ...options }),
  /** Returns a sample invoice of the organization as PDF. */
  sampleInvoice: (query?: Query<'/v1/organization/sample-invoice'>, options?: RequestOptions) =>
    http.bytes('/v1/organization/sample-invoice', { query, ...options }),
  /** How far the organization is on the way to its first paid invoice. */
  gettingStarted: (options?: RequestOptions) => http.get('/v1/getting-started', { ...options }),
  /** Checks that the key works, and returns its owner. */
  verify: (options?: RequestOptions) => http.get('/v1/verify', { ...options }),
})

import type { OrganizationUpdate } from '../api.gen.ts'
import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The operator: whose key it is. */
export const organizationOf = (http: Http) => ({
  get: (options?: RequestOptions) => http.get('/v1/organization', { ...options }),
  update: (body: OrganizationUpdate, options?: RequestOptions) =>
    http.patch('/v1/organization', { body, ...options }),
  /** An invoice as the organization's would look, as PDF. */
  sampleInvoice: (query?: Query<'/v1/organization/sample-invoice'>, options?: RequestOptions) =>
    http.bytes('/v1/organization/sample-invoice', { query, ...options }),
  /** Whether the key works, and whose it is. */
  verify: (options?: RequestOptions) => http.get('/v1/verify', { ...options }),
})

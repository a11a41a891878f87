import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Emails that were sent, or that are kept because no mail server is configured. */
export const emailsOf = (http: Http) => ({
  list: (query?: Query<'/v1/emails'>, options?: RequestOptions) =>
    http.list('/v1/emails', { query, ...options }),
  get: (emailId: string, options?: RequestOptions) =>
    http.get('/v1/emails/{emailId}', { path: { emailId }, ...options }),
  /** Returns the email as an HTML page. */
  document: (
    emailId: string,
    query?: Query<'/v1/emails/{emailId}/document'>,
    options?: RequestOptions,
  ) => http.text('/v1/emails/{emailId}/document', { path: { emailId }, query, ...options }),
})

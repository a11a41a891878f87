import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The mails that were sent, or are kept where no mail server is set up. */
export const emailsOf = (http: Http) => ({
  list: (query?: Query<'/v1/emails'>, options?: RequestOptions) =>
    http.list('/v1/emails', { query, ...options }),
  get: (emailId: string, options?: RequestOptions) =>
    http.get('/v1/emails/{emailId}', { path: { emailId }, ...options }),
  /** The mail as a page of HTML. */
  document: (
    emailId: string,
    query?: Query<'/v1/emails/{emailId}/document'>,
    options?: RequestOptions,
  ) => http.text('/v1/emails/{emailId}/document', { path: { emailId }, query, ...options }),
})

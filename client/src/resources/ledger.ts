import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Books in double entry, for accounting software. */
export const ledgerOf = (http: Http) => ({
  /** Journal of the days as CSV; debits equal credits for each document. */
  journal: (query: Query<'/v1/ledger/journal.csv'>, options?: RequestOptions) =>
    http.text('/v1/ledger/journal.csv', { query, ...options }),
})

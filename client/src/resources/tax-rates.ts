import type { TaxRateCreate, TaxRateUpdate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

export const taxRatesOf = (http: Http) => ({
  list: (query?: Query<'/v1/tax-rates'>, options?: RequestOptions) =>
    http.list('/v1/tax-rates', { query, ...options }),
  get: (taxRateId: string, options?: RequestOptions) =>
    http.get('/v1/tax-rates/{taxRateId}', { path: { taxRateId }, ...options }),
  create: (body: TaxRateCreate, options?: WriteOptions) =>
    http.post('/v1/tax-rates', { body, ...options }),
  update: (taxRateId: string, body: TaxRateUpdate, options?: RequestOptions) =>
    http.patch('/v1/tax-rates/{taxRateId}', { path: { taxRateId }, body, ...options }),
  delete: (taxRateId: string, options?: RequestOptions) =>
    http.delete('/v1/tax-rates/{taxRateId}', { path: { taxRateId }, ...options }),
})

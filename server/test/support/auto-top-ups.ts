import { type Api, must } from './app.ts'
import type { Fields } from './given.ts'

export const TERMS = {
  ...{ currency: 'USD', threshold: 20, amount: 100, maxPerMonth: 4 },
  consentedBy: 'Ann Lee, ann@acme.example',
  consentText: 'Charge our card 100 USD below 20 USD.',
} as const satisfies Fields

/** Sends a request to set the automatic top-ups of a customer; it may be refused. */
export const trySetAutoTopUp = (api: Api, customerId: string, fields: Fields = {}) =>
  api.post(`/v1/customers/${customerId}/auto-top-ups`, { ...TERMS, ...fields })

export const setAutoTopUp = (api: Api, customerId: string, fields: Fields = {}) =>
  must(trySetAutoTopUp(api, customerId, fields))

export const switchOff = (api: Api, customerId: string, { id }: Fields) =>
  api.post(`/v1/customers/${customerId}/auto-top-ups/${id}/switch-off`, undefined)

/** Reads the automatic top-ups of a customer. */
export const readAutoTopUps = async (api: Api, customerId: string): Promise<Fields[]> =>
  (await must(api.get(`/v1/customers/${customerId}/auto-top-ups`))).autoTopUps

/** Lists the top-ups of a customer, the oldest first. */
export const topUpsOf = async (api: Api, customerId: string): Promise<Fields[]> =>
  (await must(api.get(`/v1/customers/${customerId}/top-ups`))).results.toReversed()

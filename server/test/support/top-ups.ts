import { expect } from 'vitest'
import { newId } from '../../src/platform/id.ts'
import { type Api, must, type TestApp } from './app.ts'
import type { Fields } from './given.ts'

/** Saves a card of the sandbox for a customer. Card numbers: `provider/sandbox/cards.ts`. */
export async function saveTestCard(
  t: Pick<TestApp, 'database'>,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  number = '4242424242424242',
): Promise<void> {
  await t.database.pool.query(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, brand, last4, saved_at, created_at, updated_at)
     values ($1, 'sandbox', $2, $3, $4, 'visa', $5, '2020-01-01Z', '2020-01-01Z', '2020-01-01Z')
     on conflict (customer_id, provider) do update set provider_method_id = excluded.provider_method_id`,
    [
      customerId,
      organizationId,
      `sandbox_cus_${customerId}`,
      `sandbox_pm_${number}`,
      number.slice(-4),
    ],
  )
}

/** Tops up with a new key; returns the answer of the API. */
export const tryTopUp = (api: Api, customerId: string, fields: Fields = {}) =>
  api.post(`/v1/customers/${customerId}/top-ups`, {
    ...{ amount: 100, currency: 'USD', method: 'checkout' },
    ...fields,
  })

export const topUp = (api: Api, customerId: string, fields: Fields = {}) =>
  must(tryTopUp(api, customerId, fields))

/** Sends the same request with a given key. */
export async function topUpWithKey(
  t: Pick<TestApp, 'app'>,
  { apiKey, customerId, key }: { apiKey: string; customerId: string; key?: string },
  fields: Fields = {},
) {
  const response = await t.app.inject({
    method: 'POST',
    url: `/v1/customers/${customerId}/top-ups`,
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: JSON.stringify({ amount: 100, currency: 'USD', method: 'checkout', ...fields }),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

/** The part of a link to the payment page that identifies its invoice. */
export function tokenOf({ payUrl }: Fields): { token: string } {
  const token = String(payUrl).split('/pay/').at(1)
  expect(token).toBeDefined()
  return { token: token ?? newId() }
}

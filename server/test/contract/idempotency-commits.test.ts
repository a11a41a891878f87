import { beforeAll, expect, test } from 'vitest'
import type { Api } from '../support/app.ts'
import { givenIssuedInvoice } from '../support/deal.ts'
import { type Fields, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, readInvoice } from '../support/invoice.ts'
import { unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let api: Api

const t = useTestApp({ now: () => new Date('2026-04-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
beforeAll(() => {
  api = { ...t.api, post: postWithKey }
})

/** Sends a request with a new idempotency key, derived from the request. */
async function postWithKey(url: string, body: unknown) {
  const answer = await t.app.inject({
    method: 'POST',
    url,
    headers: {
      'x-api-key': t.organization.secretKey,
      'content-type': 'application/json',
      'idempotency-key': `${unique('key')} ${url}`,
    },
    payload: JSON.stringify(body),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson ? answer.json() : undefined,
  }
}

async function succeed(url: string, body: Fields) {
  const answer = await api.post(url, body)
  expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

test('every POST that changes something notes so at its key, in the transaction of the change', async () => {
  const paid = await givenIssuedInvoice(api, 100)
  const payments = `${INVOICES}/${paid.id}/payments`
  await succeed(payments, { amount: 100, method: 'cash' })
  const [payment] = (await readInvoice(api, paid.id)).payments
  await succeed(`${payments}/${payment?.id}/refund`, { amount: 10 })
  const open = await givenIssuedInvoice(api, 50)
  await succeed(`${INVOICES}/${open.id}/void`, {})
  const coupon = { name: 'Ten', percentOff: 10, duration: 'once' }
  const { id: couponId } = await succeed('/v1/coupons', coupon)
  const { id: customerId } = await succeed('/v1/customers', { name: 'Acme' })
  await succeed('/v1/discounts', { couponId, customerId })
  await succeed('/v1/tax-rates', { name: 'VAT', percentage: 20 })
  await api.record(unknownModel())
  const { model, modelProvider } = unknownModel()
  await succeed('/v1/events/map-model', {
    sourceModel: model,
    sourceProvider: modelProvider,
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  })

  const { rows } = await t.database.pool.query(
    `select idempotency_key as key, committed_at is not null as "isNoted"
       from idempotent_requests where response_status between 200 and 299`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ isNoted }) => !isNoted)).toEqual([])
})

import { test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { must } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { sendInvoice } from '../support/invoice.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-15T00:00:00Z')
const t = useTestApp({ now: () => now })

// `visited-shards.ts` asserts it after each of these tests.
test('queries for a known customer visit only its shard', async () => {
  const { api } = t
  const deal = await givenDeal(api, { prices: [FEE, TICKETS], subscription: SINCE_JANUARY })
  const { customerId, subscriptionId, externalId, agentCode } = deal
  const work = { customerExternalId: externalId, agentCode, signalName: 'ticket' }
  const record = llm({ ...work, usageDate: '2026-02-10', idempotencyKey: 'once' })
  await must(api.record(llm({ ...work, usageDate: '2026-01-10' }), record))
  await must(api.record(record))
  for (const path of ['events', 'invoices', 'subscriptions', 'payments']) {
    await must(api.get(`/v1/${path}?customerId=${customerId}`))
  }
  const january = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
  await must(deal.preview(january))
  const invoice = await sendInvoice(api, await deal.generate(january))
  const payment = { amount: 10, method: 'bank_transfer' }
  await must(api.post(`/v1/invoices/${invoice.id}/payments`, payment))
  await must(api.get(`/v1/invoices/${invoice.id}/timeline`))
  const february = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }
  const { id } = await deal.generate(february)
  await must(api.post(`/v1/invoices/${id}/void`, { reason: 'a mistake' }))
  await must(api.patch(`/v1/subscriptions/${subscriptionId}`, { seatsCount: 3 }))
  await must(api.get(`/v1/subscriptions/${subscriptionId}/changelog`))
  await must(api.patch(`/v1/customers/${customerId}`, { name: 'Acme Robotics' }))
  await must(api.post('/v1/portal-sessions', { customerId }))
  const year = 'startDate=2026-01-01&endDate=2026-03-01'
  for (const figure of ['usage', 'revenue']) {
    await must(api.get(`/v1/analytics/${figure}?customerId=${customerId}&${year}`))
  }
  now = new Date('2026-04-03T00:00:00Z')
  await runBilling(t.dependencies, { now, allBut: [] })
  await t.followUp()
})

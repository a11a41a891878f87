import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../../../test/support/deal.ts'
import { type GivenInvoice, givenInvoice } from '../../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { markEmptyPaid, markOverdue } from './overdue.ts'

const t = useTestApp()

/** Returns the event types published about the objects, oldest first. */
async function told(...ids: string[]): Promise<string[]> {
  const { rows } = await t.database.pool.query(
    `select type from outbox_events where object_id = any($1::uuid[]) order by id`,
    [ids],
  )
  return rows.map(({ type }) => type)
}

const pay = ({ url }: Pick<GivenInvoice, 'url'>, amount: number) =>
  must(t.api.post(`${url}/payments`, { amount, method: 'cash' }))

test('every status of an invoice publishes an event, and so do its payments and refunds', async () => {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 7, '2026-01-05')
  const draft = await deal.generate({ billingPeriodStart: '2026-01-01' })
  const url = `/v1/invoices/${draft.id}`
  await must(t.api.post(`${url}/send`, {}))
  const first = await pay({ url }, 3)
  expect(await told(draft.id)).toEqual(['invoice.finalized', 'invoice.issued'])
  const second = await pay({ url }, 4)
  const refunds = [
    await must(t.api.post(`${url}/payments/${first.id}/refund`, {})),
    await must(t.api.post(`${url}/payments/${second.id}/refund`, {})),
  ]
  expect(await told(draft.id)).toEqual([
    'invoice.finalized',
    'invoice.issued',
    'invoice.paid',
    'invoice.refunded',
  ])
  expect(await told(first.id, second.id)).toEqual(['payment.succeeded', 'payment.succeeded'])
  expect(await told(...refunds.map(({ id }) => id))).toEqual([
    'refund.succeeded',
    'refund.succeeded',
  ])
  expect(await told(deal.subscriptionId)).toEqual(['subscription.created'])

  const cancelled = await givenInvoice(t)
  await must(t.api.post(`${cancelled.url}/void`, {}))
  expect(await told(cancelled.id)).toEqual(['invoice.voided'])
})

test('a bulk status change publishes one event for each invoice', async () => {
  const due = [await givenInvoice(t), await givenInvoice(t)]
  const empty = [await givenInvoice(t, { total: '0.00' }), await givenInvoice(t, { total: '0.00' })]
  const { db, clock } = t.dependencies
  const moment = clock.moment(t.organization.id)
  const scope = { now: new Date(Date.now() + 40 * 86_400_000), only: t.organization.id }
  await markEmptyPaid(db, scope, moment)
  const counts = await Promise.all([markOverdue(db, scope, moment), markOverdue(db, scope, moment)])
  await markEmptyPaid(db, scope, moment)
  expect(counts.toSorted()).toEqual([0, 2])
  expect(await told(...due.map(({ id }) => id))).toEqual(['invoice.overdue', 'invoice.overdue'])
  expect(await told(...empty.map(({ id }) => id))).toEqual(['invoice.paid', 'invoice.paid'])
})

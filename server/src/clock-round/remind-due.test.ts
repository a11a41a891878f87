import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })

test('reminders of an invoice sent to a different address are not retried forever', async () => {
  const deal = await givenDeal(t.api, {
    customer: { email: undefined },
    subscription: SINCE_JANUARY,
  })
  await deal.use('ticket', 100, '2026-01-01T00:00:00Z')
  const draft = await deal.generate()
  await t.api.post(`/v1/invoices/${draft.id}/send`, { recipientEmail: 'ap@acme.test' })
  at = new Date('2026-02-10T00:00:00Z')
  const run = () => runBilling(t.dependencies, { now: at, only: t.organization.id })
  expect(await run()).toMatchObject({ overdue: 1, reminded: 1 })
  expect(await run()).toMatchObject({ reminded: 0 })
  await t.followUp()
  const { body } = await t.api.get(`/v1/emails?invoiceId=${draft.id}`)
  expect(body.results).toMatchObject([{ kind: 'invoice' }])
})

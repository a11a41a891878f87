import { expect, test } from 'vitest'
import { givenDeal, tiered } from '../../test/support/deal.ts'
import type { Fields } from '../../test/support/given.ts'
import { type Invoice, readInvoice } from '../../test/support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

// What customers of Stripe Billing and of Lago get for the same contract, worked out by hand from their documentation.

let at = new Date('2026-01-15T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

async function run(time: string) {
  at = new Date(time)
  await runBilling(t.dependencies, { now: at, only: organization.id })
}

/** Returns the invoices of a customer in order: the day of issue, the total, and each line with its days. */
async function shownOf({ customerId }: { customerId: string }) {
  const { body } = await api.get(`/v1/invoices?customerId=${customerId}`)
  const ids: string[] = body.data.map(({ id }: { id: string }) => id)
  const invoices = await Promise.all(ids.map((id): Promise<Invoice> => readInvoice(api, id)))
  return invoices
    .toSorted((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1))
    .map(({ issueDate, total, lineItems }) => [
      `${issueDate.slice(0, 10)} ${total}`,
      ...lineItems.map(
        ({ type, quantity, amount, periodStart, periodEnd }) =>
          `${type} ${quantity} ${periodStart.slice(0, 10)} ${periodEnd.slice(0, 10)} ${amount}`,
      ),
    ])
}

async function billed(
  prices: Fields[],
  subscription: Fields,
  uses: [number, string][],
  runs: string[],
) {
  at = new Date(`${subscription.startDate}T00:00:00Z`)
  await api.patch('/v1/organization', { graceHours: 0 })
  const deal = await givenDeal(api, { prices, subscription })
  const times = [String(subscription.startDate), ...runs].map((day) => `${day}T00:00:00Z`)
  const left = [...uses]
  for (const time of times) {
    await run(time)
    while (left[0] && left[0][1].slice(0, 7) === time.slice(0, 7)) {
      const [quantity, date] = left[0]
      await deal.use('call', quantity, date)
      left.shift()
    }
  }
  return shownOf(deal)
}

test('Stripe: a licensed price with an anchor on the 1st and a metered price', async () => {
  // Seats: 5 × 20.00, billed in advance. The first period is prorated: 100 × 17 ÷ 31 = 54.84.
  // Calls: graduated, billed for the period that ended: 100 × 0.10 + 20 × 0.05 = 11.00.
  const seats = { chargeType: 'seat_based', rate: 20, billTiming: 'advance' }
  const invoices = await billed(
    [seats, tiered('call', 'graduated')],
    { startDate: '2026-01-15', billingDay: 1, seatsCount: 5 },
    [
      [120, '2026-01-20T00:00:00Z'],
      [40, '2026-02-20T00:00:00Z'],
    ],
    ['2026-02-01', '2026-03-01'],
  )
  expect(invoices).toEqual([
    ['2026-01-15 54.84', 'seat_based 5 2026-01-15 2026-02-01 54.84'],
    [
      '2026-02-01 111',
      'seat_based 5 2026-02-01 2026-03-01 100',
      'usage 120 2026-01-15 2026-02-01 11',
    ],
    [
      '2026-03-01 104',
      'seat_based 5 2026-03-01 2026-04-01 100',
      'usage 40 2026-02-01 2026-03-01 4',
    ],
  ])
})

test('Lago: a plan that is paid in advance, on the anniversary of a 31st', async () => {
  // The subscription fee of 50.00 is billed on 31 January, 28 February and 31 March, charges with the fee of the next period.
  const fee = { chargeType: 'recurring', rate: 50, billTiming: 'advance' }
  const invoices = await billed(
    [fee, tiered('call', 'graduated')],
    { startDate: '2026-01-31' },
    [
      [10, '2026-02-10T00:00:00Z'],
      [1_100, '2026-03-10T00:00:00Z'],
    ],
    ['2026-02-01', '2026-02-28', '2026-03-01', '2026-03-31'],
  )
  expect(invoices).toEqual([
    ['2026-01-31 50', 'recurring 1 2026-01-31 2026-02-28 50'],
    ['2026-02-28 51', 'recurring 1 2026-02-28 2026-03-31 50', 'usage 10 2026-01-31 2026-02-28 1'],
    // 100 × 0.10 + 900 × 0.05 + 100 × 0.01 = 56.00
    [
      '2026-03-31 106',
      'recurring 1 2026-03-31 2026-04-30 50',
      'usage 1100 2026-02-28 2026-03-31 56',
    ],
  ])
})

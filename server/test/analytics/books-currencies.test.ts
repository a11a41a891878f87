import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { flatPrice, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-06-10T12:00:00Z') })

test.each(['CLP', 'KWD', 'USD'])(
  'an invoice in %s is reconciled by the decimals of its currency',
  async (currency) => {
    const prices = [flatPrice('ticket', '0.1237'), { chargeType: 'recurring', rate: 10.5 }]
    const deal = await givenDeal(t.api, { prices, plan: { currency }, subscription: SINCE_JANUARY })
    await deal.use('ticket', 7, '2026-01-10T00:00:00Z')
    const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-01-20' }
    await sendInvoice(t.api, await deal.generate(window))
    const dates = 'startDate=2025-12-01&endDate=2026-07-01'
    const url = `/v1/analytics/reconciliation?${dates}&customerId=${deal.customerId}`
    const { checks } = await must(t.api.get(url))
    const lines = checks.find(({ name }: { name: string }) => name === 'lines_equal_prices')
    expect(lines.compared).toBeGreaterThan(0)
    expect(checks.flatMap(({ differences }: { differences: unknown[] }) => differences)).toEqual([])
  },
)

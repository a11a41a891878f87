import type { Api } from '../../../server/test/support/app.ts'
import { FEE, givenDeal, tiered } from '../../../server/test/support/deal.ts'
import type { Invoice } from '../../../server/test/support/invoice.ts'

/**
 * Creates a draft with a fee and with usage priced by three tiers; everything named is called
 * `name`.
 */
export async function givenInvoiceWithTiers(
  api: Api,
  name = 'Northwind',
  units = 1200,
): Promise<Invoice> {
  const deal = await givenDeal(api, {
    customer: { name },
    agent: { name },
    plan: { name },
    prices: [
      { ...FEE, name },
      { ...tiered('ticket', 'graduated'), name },
    ],
  })
  await deal.use('ticket', units, '2026-03-10T12:00:00Z')
  return deal.generate({ billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' })
}

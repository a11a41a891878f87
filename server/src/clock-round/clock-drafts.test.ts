import { describe, expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { moveClock } from '../../test/support/test-clock.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

async function run(time: string) {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}

type Deal = Awaited<ReturnType<typeof givenDeal>>
const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }

/** Returns the status, first day and total of each invoice, ordered by period. */
async function invoicesOf({ customerId }: Deal): Promise<[string, string, number][]> {
  const { data } = (await api.get(`/v1/invoices?customerId=${customerId}`)).body
  return data
    .map(
      ({ status, periodStart, total }: { status: string; periodStart: string; total: number }) => [
        status,
        periodStart.slice(0, 10),
        total,
      ],
    )
    .toSorted(([, a]: [string, string], [, b]: [string, string]) => (a < b ? -1 : 1))
}

const mailsOf = async ({ customerId }: Deal) => {
  await t.followUp()
  const { data } = (await api.get(`/v1/invoices?customerId=${customerId}`)).body
  const answers = await Promise.all(
    data.map(({ id }: { id: string }) => api.get(`/v1/emails?invoiceId=${id}`)),
  )
  return answers.flatMap(({ body }) => body.results)
}

describe('a draft generated on request for a period that the clock bills', () => {
  test('is finalized after the grace that runs from the end of its window', async () => {
    at = new Date('2026-01-10T00:00:00Z')
    const deal = await givenDeal(api, { subscription: { startDate: '2026-01-01' } })
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    await deal.generate()
    await run('2026-02-01T23:59:59Z')
    expect(await invoicesOf(deal)).toEqual([['draft', '2026-01-01', 3]])
    await run('2026-02-02T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([['issued', '2026-01-01', 3]])
  })

  test('is finalized after the grace from its first creation, however often it is recomputed', async () => {
    at = new Date('2026-01-10T00:00:00Z')
    const deal = await givenDeal(api, { subscription: { startDate: '2026-01-01' } })
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    at = new Date('2026-02-20T06:00:00Z')
    const draft = await deal.generate(JANUARY)
    at = new Date('2026-02-21T05:00:00Z')
    expect((await deal.generate(JANUARY)).id).toBe(draft.id)
    await run('2026-02-21T05:59:59Z')
    expect((await invoicesOf(deal))[0]).toEqual(['draft', '2026-01-01', 3])
    await run('2026-02-21T06:00:00Z')
    expect((await invoicesOf(deal))[0]).toEqual(['issued', '2026-01-01', 3])
  })

  test('is finalized when it covers the rest of a partly invoiced period', async () => {
    at = new Date('2026-01-01T00:00:00Z')
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    await deal.use('ticket', 4, '2026-01-20T00:00:00Z')
    at = new Date('2026-01-21T00:00:00Z')
    const first = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-01-15' }
    await deal.generate(first)
    await deal.generate({ billingPeriodStart: '2026-01-15', billingPeriodEnd: '2026-02-01' })
    await deal.generate(first)
    await run('2026-02-02T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([
      ['draft', '2026-01-01', 3],
      ['issued', '2026-01-15', 4],
    ])
  })

  test('is finalized also where a voided invoice had billed its period before', async () => {
    at = new Date('2026-01-01T00:00:00Z')
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    const { data } = (await api.get(`/v1/invoices?customerId=${deal.customerId}`)).body
    await api.post(`/v1/invoices/${data[0].id}/void`, {})
    await run('2026-02-10T00:00:00Z')
    expect((await invoicesOf(deal)).map(([status]) => status)).toEqual(['void'])
    await deal.generate(JANUARY)
    await run('2026-02-11T00:00:00Z')
    const statuses = (await invoicesOf(deal)).map(([status]) => status)
    expect(statuses.toSorted()).toEqual(['issued', 'void'])
  })
})

describe('any other draft waits for a manual decision', () => {
  test('of a period that ended before the subscription was created', async () => {
    at = new Date('2026-06-10T00:00:00Z')
    const deal = await givenDeal(api, {
      subscription: { startDate: '2026-01-01', autoCollectPayment: true },
    })
    await saveCard(deal)
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    const { id } = await deal.generate(JANUARY)
    for (const time of ['2026-06-10T00:01:00Z', '2026-06-12T00:00:00Z', '2026-06-30T00:00:00Z']) {
      await run(time)
    }
    expect(await invoicesOf(deal)).toEqual([['draft', '2026-01-01', 3]])
    expect(await mailsOf(deal)).toEqual([])
    expect((await api.get(`/v1/invoices/${id}/payments`)).body.results).toEqual([])
    expect((await api.post(`/v1/invoices/${id}/send`, {})).status).toBe(200)
  })

  test('of a part of a period', async () => {
    at = new Date('2026-01-01T00:00:00Z')
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    await deal.use('ticket', 4, '2026-01-20T00:00:00Z')
    at = new Date('2026-01-21T00:00:00Z')
    await deal.generate({ billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-01-15' })
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-20T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([
      ['draft', '2026-01-01', 3],
      ['issued', '2026-01-15', 4],
    ])
  })

  test('of several periods at once', async () => {
    at = new Date('2026-01-01T00:00:00Z')
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', 3, '2026-01-05T00:00:00Z')
    at = new Date('2026-02-10T00:00:00Z')
    await deal.generate({ billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-03-01' })
    await run('2026-03-01T00:00:00Z')
    await run('2026-03-20T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([['draft', '2026-01-01', 3]])
  })

  test('and the test clock does not finalize it', async () => {
    at = new Date('2026-06-10T00:00:00Z')
    const deal = await givenDeal(api, { subscription: { startDate: '2026-01-01' } })
    await deal.generate(JANUARY)
    await moveClock(api, '2026-06-20T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([['draft', '2026-01-01', 0]])
  })
})

/** The sandbox accepts every later charge of this card. */
async function saveCard({ customerId }: Deal): Promise<void> {
  await t.database.pool.query(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, created_at, updated_at)
     values ($1, 'sandbox', $2, 'someone', 'sandbox_pm_4242424242424242', $3, $3)`,
    [customerId, organization.id, at],
  )
}

import { describe, expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../test/support/deal.ts'
import { lineTable, month } from '../../test/support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const scope = () => ({ now: at, only: organization.id })

/** Runs the billing that is due at `time`. */
async function run(time: string) {
  at = new Date(time)
  return runBilling(t.dependencies, scope())
}

const invoicesOf = async ({ customerId }: { customerId: string }) =>
  (await api.get(`/v1/invoices?customerId=${customerId}`)).body.data
const mailsOf = async (invoiceId: string) => {
  await t.followUp()
  return (await api.get(`/v1/emails?invoiceId=${invoiceId}`)).body.results
}

async function dealFrom(time: string, options: Parameters<typeof givenDeal>[1] = {}) {
  at = new Date(time)
  const startDate = time.slice(0, 10)
  return givenDeal(api, {
    ...options,
    subscription: { ...SINCE_JANUARY, startDate, ...options.subscription },
  })
}

describe('a period that has ended', () => {
  test('becomes a draft, and after the grace it is finalized, issued and mailed', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z')
    await deal.use('ticket', 5, '2026-01-10T00:00:00Z')
    await run('2026-01-31T23:59:59Z')
    expect(await invoicesOf(deal)).toEqual([])

    await run('2026-02-01T00:00:00Z')
    expect(await invoicesOf(deal)).toMatchObject([{ status: 'draft', total: 5 }])
    await deal.use('ticket', 2, '2026-01-31T23:00:00Z')

    await run('2026-02-01T23:59:59Z')
    expect(await invoicesOf(deal)).toMatchObject([{ status: 'draft' }])
    await run('2026-02-02T00:00:00Z')
    const [invoice] = await invoicesOf(deal)
    expect(invoice).toMatchObject({
      status: 'issued',
      total: 7,
      issueDate: '2026-02-02T00:00:00.000Z',
      dueDate: '2026-03-04T00:00:00.000Z',
    })
    expect(await mailsOf(invoice.id)).toMatchObject([{ kind: 'invoice', to: deal.email }])
  })

  test('is invoiced once, even by concurrent workers', async () => {
    const deal = await dealFrom('2026-03-01T00:00:00Z')
    await deal.use('ticket', 1, '2026-03-10T00:00:00Z')
    for (const time of ['2026-04-01T00:00:00Z', '2026-04-05T00:00:00Z']) {
      at = new Date(time)
      await Promise.all([1, 2, 3].map(() => runBilling(t.dependencies, scope())))
    }
    const invoices = await invoicesOf(deal)
    expect(invoices).toHaveLength(1)
    expect(await mailsOf(invoices[0].id)).toHaveLength(1)
  })

  test('of a subscription that began before it was created is invoiced on request only', async () => {
    at = new Date('2026-05-10T00:00:00Z')
    const deal = await givenDeal(api, { subscription: { startDate: '2026-01-01' } })
    await deal.use('ticket', 1, '2026-04-10T00:00:00Z')
    await run('2026-05-11T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([])
    await run('2026-06-01T00:00:00Z')
    await run('2026-06-03T00:00:00Z')
    expect(await invoicesOf(deal)).toMatchObject([
      { periodStart: '2026-05-01T00:00:00.000Z', status: 'paid', total: 0 },
    ])
  })

  test('is not billed again once its invoice was voided after finalization', async () => {
    const deal = await dealFrom('2026-06-10T00:00:00Z')
    await deal.use('ticket', 1, '2026-06-20T00:00:00Z')
    await run('2026-07-10T00:00:00Z')
    await run('2026-07-11T00:00:00Z')
    const [issued] = await invoicesOf(deal)
    expect(issued.status).toBe('issued')
    await api.post(`/v1/invoices/${issued.id}/void`, {})
    await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { name: 'Renamed' })
    await run('2026-07-20T00:00:00Z')
    expect(await invoicesOf(deal)).toMatchObject([{ status: 'void' }])
  })

  test('is billed again, with a grace of its own, once its draft was voided', async () => {
    const deal = await dealFrom('2026-06-10T00:00:00Z')
    await deal.use('ticket', 1, '2026-06-20T00:00:00Z')
    await run('2026-07-10T00:00:00Z')
    const [draft] = await invoicesOf(deal)
    at = new Date('2026-07-10T20:00:00Z')
    await api.post(`/v1/invoices/${draft.id}/void`, {})
    await run('2026-07-10T20:01:00Z')
    const { periodStart, periodEnd } = draft
    const again = { status: 'draft', total: 1, periodStart, periodEnd }
    expect(await invoicesOf(deal)).toMatchObject([again, { id: draft.id, status: 'void' }])
    await run('2026-07-11T20:00:00Z')
    expect(await invoicesOf(deal)).toMatchObject([{ status: 'draft' }, { status: 'void' }])
    await run('2026-07-11T20:01:00Z')
    expect(await invoicesOf(deal)).toMatchObject([{ status: 'issued' }, { status: 'void' }])
  })

  test('is billed as a whole after a draft of a part was voided, and on request after an invoice was', async () => {
    const deal = await dealFrom('2026-08-01T00:00:00Z')
    await deal.use('ticket', 4, '2026-08-05T00:00:00Z')
    at = new Date('2026-08-20T00:00:00Z')
    const part = await deal.generate(month('2026-08-03', '2026-08-10'))
    await api.post(`/v1/invoices/${part.id}/void`, {})
    await run('2026-09-01T00:00:00Z')
    const [whole] = await invoicesOf(deal)
    expect(whole).toMatchObject({ total: 4, periodStart: '2026-08-01T00:00:00.000Z' })
    await run('2026-09-02T00:00:00Z')
    await api.post(`/v1/invoices/${whole.id}/void`, {})
    // The period of a void invoice is billed only on request, even after the draft of such a
    // request is voided.
    const onRequest = await deal.generate(month('2026-08-01', '2026-09-01'))
    await api.post(`/v1/invoices/${onRequest.id}/void`, {})
    await run('2026-09-05T00:00:00Z')
    expect((await invoicesOf(deal)).map(({ status }: { status: string }) => status)).toEqual([
      'void',
      'void',
      'void',
    ])
  })

  test('has one invoice, however a void of its draft and the sweeps interleave', async () => {
    const deal = await dealFrom('2026-06-10T00:00:00Z')
    await deal.use('ticket', 1, '2026-06-20T00:00:00Z')
    await run('2026-07-10T00:00:00Z')
    at = new Date('2026-07-11T00:00:00Z')
    for (let round = 0; round < 4; round += 1) {
      const [latest] = await invoicesOf(deal)
      const [voided] = await Promise.all([
        api.post(`/v1/invoices/${latest.id}/void`, {}),
        runBilling(t.dependencies, scope()),
        runBilling(t.dependencies, scope()),
      ])
      expect([200, 400, 409], JSON.stringify(voided.body)).toContain(voided.status)
      await runBilling(t.dependencies, scope())
      const live = (await invoicesOf(deal)).filter(
        ({ status }: { status: string }) => status !== 'void',
      )
      const wasDraft = voided.status === 200 && voided.body.finalizedAt === null
      if (wasDraft) expect(live).toMatchObject([{ total: 1 }])
      expect(live.length).toBeLessThan(2)
    }
  })

  test('of which a part was invoiced separately gets the rest', async () => {
    const deal = await dealFrom('2026-08-01T00:00:00Z')
    await deal.use('ticket', 1, '2026-08-05T00:00:00Z')
    await deal.use('ticket', 2, '2026-08-20T00:00:00Z')
    at = new Date('2026-08-21T00:00:00Z')
    await deal.generate({ billingPeriodStart: '2026-08-01', billingPeriodEnd: '2026-08-10' })
    await run('2026-09-01T00:00:00Z')
    const totals = (await invoicesOf(deal)).map(({ total }: { total: number }) => total)
    expect(totals.toSorted()).toEqual([1, 2])
  })

  test('of which nothing is owed is settled without a mail', async () => {
    const deal = await dealFrom('2026-09-01T00:00:00Z')
    await run('2026-10-01T00:00:00Z')
    await run('2026-10-05T00:00:00Z')
    const [invoice] = await invoicesOf(deal)
    expect(invoice).toMatchObject({ status: 'paid', total: 0 })
    expect(await mailsOf(invoice.id)).toEqual([])
  })

  test('of a plan that prices nothing makes no invoice', async () => {
    const deal = await dealFrom('2026-09-01T00:00:00Z', { prices: [] })
    await run('2026-10-05T00:00:00Z')
    expect(await invoicesOf(deal)).toEqual([])
  })

  test('of a customer without any address is issued and falls due without a mail, and says so', async () => {
    const deal = await dealFrom('2026-09-01T00:00:00Z', {
      customer: { email: null, netTerms: 10 },
    })
    await deal.use('ticket', 1, '2026-09-20T00:00:00Z')
    await run('2026-10-01T00:00:00Z')
    await run('2026-10-02T00:00:00Z')
    const [invoice] = await invoicesOf(deal)
    expect(invoice).toMatchObject({
      status: 'issued',
      issuedWithoutEmail: true,
      dueDate: '2026-10-12T00:00:00.000Z',
    })
    expect(await mailsOf(invoice.id)).toEqual([])
    await run('2026-10-12T00:00:00Z')
    expect((await api.get(`/v1/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'overdue',
      issuedWithoutEmail: true,
    })
    const unmailed = async () =>
      (await api.get(`/v1/invoices?issuedWithoutEmail=true&customerId=${deal.customerId}`)).body
        .data
    expect(await unmailed()).toMatchObject([{ id: invoice.id }])
    const path = `/v1/invoices/${invoice.id}/send`
    expect((await api.post(path, {})).status).toBe(400)
    expect((await api.post(path, { recipientEmail: 'ap@acme.test' })).status).toBe(200)
    expect(await unmailed()).toEqual([])
    expect(await mailsOf(invoice.id)).toMatchObject([{ kind: 'invoice', to: 'ap@acme.test' }])
  })

  test('is due after the terms of the customer at its issue, if the subscription has none', async () => {
    const deal = await dealFrom('2026-11-01T00:00:00Z', { customer: { netTerms: 5 } })
    await deal.use('ticket', 1, '2026-11-20T00:00:00Z')
    await run('2026-12-01T00:00:00Z')
    await api.patch(`/v1/customers/${deal.customerId}`, { netTerms: 7 })
    await run('2026-12-02T00:00:00Z')
    expect(await invoicesOf(deal)).toMatchObject([{ dueDate: '2026-12-09T00:00:00.000Z' }])
  })
})

test('an unpaid invoice becomes overdue on its due date, and is reminded of on the chosen days', async () => {
  const deal = await dealFrom('2027-01-01T00:00:00Z', { subscription: { netTerms: 10 } })
  await deal.use('ticket', 1, '2027-01-20T00:00:00Z')
  await run('2027-02-01T00:00:00Z')
  await run('2027-02-02T00:00:00Z')
  const [{ id }] = await invoicesOf(deal)
  const status = async () => (await api.get(`/v1/invoices/${id}`)).body.status
  await run('2027-02-11T23:59:59Z')
  expect(await status()).toBe('issued')
  await run('2027-02-12T00:00:00Z')
  expect(await status()).toBe('overdue')
  const reminders = async () =>
    (await mailsOf(id)).filter(({ kind }: { kind: string }) => kind === 'reminder').length
  expect(await reminders()).toBe(0)
  for (const [day, count] of [
    ['2027-02-15', 1],
    ['2027-02-16', 1],
    ['2027-02-19', 2],
    ['2027-02-26', 3],
    ['2027-04-30', 3],
  ] as const) {
    await run(`${day}T00:00:00Z`)
    expect(await reminders(), day).toBe(count)
  }
})

test('the last period of a subscription that ends is cut, prorated and invoiced', async () => {
  const deal = await dealFrom('2027-05-01T00:00:00Z', {
    prices: [TICKETS, { chargeType: 'recurring', rate: 31 }],
    subscription: { endDate: '2027-05-10' },
  })
  await deal.use('ticket', 3, '2027-05-10T23:00:00Z')
  await deal.use('ticket', 100, '2027-05-11T00:00:00Z')
  await run('2027-05-11T00:00:00Z')
  const [draft] = await invoicesOf(deal)
  const { body } = await api.get(`/v1/invoices/${draft.id}`)
  expect(body.periodEnd).toBe('2027-05-11T00:00:00.000Z')
  expect(lineTable(body)).toEqual([
    ['usage', 3, 3],
    ['recurring', 1, 10],
  ])
})

test('late usage of an ended subscription is billed by the clock too', async () => {
  const deal = await dealFrom('2027-06-01T00:00:00Z', { subscription: { endDate: '2027-06-30' } })
  await run('2027-07-01T00:00:00Z')
  await run('2027-07-05T00:00:00Z')
  await deal.use('ticket', 3, '2027-06-10T00:00:00Z')
  await run('2027-08-01T00:00:00Z')
  await run('2027-08-05T00:00:00Z')
  expect(await invoicesOf(deal)).toMatchObject([
    // The last period had no usage, so its first invoice is the one for late usage.
    { status: 'issued', total: 3, periodStart: '2027-06-01T00:00:00.000Z' },
  ])
  await run('2027-10-05T00:00:00Z')
  expect(await invoicesOf(deal)).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../test/support/deal.ts'
import { lineTable } from '../../test/support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-06T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

async function run(time: string | Date) {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}

async function givenEnded(subscription: Record<string, unknown>, use: [number, string][] = []) {
  at = new Date('2026-01-06T00:00:00Z')
  const deal = await givenDeal(api, {
    subscription: { ...SINCE_JANUARY, startDate: '2026-01-06', ...subscription },
  })
  for (const [quantity, time] of use) await deal.use('ticket', quantity, time)
  const list = async () => (await api.get(`/v1/invoices?customerId=${deal.customerId}`)).body.data
  return { deal, list }
}

const DAILY = { billingCycle: 'custom', customCycleDays: 1 }
const totalsOf = (data: { status: string; total: number }[]) =>
  data.map(({ status, total }) => [status, total])

test('late usage after the end is settled when the calendar month ends, however short the cycle', async () => {
  const { deal, list } = await givenEnded({ ...DAILY, endDate: '2026-01-07' }, [
    [1, '2026-01-06T08:00:00Z'],
    [1, '2026-01-07T08:00:00Z'],
  ])
  for (let day = 7; day <= 12; day += 1) await run(new Date(Date.UTC(2026, 0, day)))
  expect(totalsOf(await list())).toEqual([
    ['issued', 1],
    ['issued', 1],
  ])
  await deal.use('ticket', 5, '2026-01-06T12:00:00Z')
  for (let day = 13; day <= 31; day += 1) await run(new Date(Date.UTC(2026, 0, day)))
  // Changes of the subscription make the clock look, but settle nothing early.
  await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { name: 'Renamed' })
  await run('2026-01-31T23:59:59Z')
  expect(await list()).toHaveLength(2)

  await run('2026-02-01T00:00:00Z')
  const [draft] = await list()
  expect(draft).toMatchObject({ status: 'draft', periodEnd: '2026-02-01T00:00:00.000Z', total: 5 })
  // Usage recorded while the invoice is a draft is added to it.
  await deal.use('ticket', 2, '2026-01-07T12:00:00Z')
  await run('2026-02-01T23:59:59Z')
  expect((await list())[0]).toMatchObject({ id: draft.id, status: 'draft' })
  await run('2026-02-02T00:00:00Z')
  const { body } = await api.get(`/v1/invoices/${draft.id}`)
  expect([body.status, lineTable(body)]).toEqual([
    'issued',
    [
      ['late_usage', 5, 5],
      ['late_usage', 2, 2],
    ],
  ])

  await deal.use('ticket', 3, '2026-01-07T12:00:00Z')
  for (const time of ['2026-02-03', '2026-02-28', '2026-03-01', '2026-03-02', '2026-06-01']) {
    await run(`${time}T00:00:00Z`)
  }
  expect((await list()).map(({ total }: { total: number }) => total)).toEqual([3, 7, 1, 1])
})

test('late usage is settled at month end even if the subscription was changed before the next sweep', async () => {
  const { deal, list } = await givenEnded({ endDate: '2026-01-20' }, [[1, '2026-01-06T08:00:00Z']])
  await run('2026-01-21T00:00:00Z')
  await run('2026-01-25T00:00:00Z')
  await deal.use('ticket', 5, '2026-01-07T12:00:00Z')
  // No sweep has run since the month ended.
  at = new Date('2026-02-01T00:00:10Z')
  await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { name: 'Renamed' })
  await run('2026-02-01T00:00:30Z')
  expect(totalsOf(await list())).toEqual([
    ['draft', 5],
    ['issued', 1],
  ])
})

test('a voided draft of late usage is created again at once', async () => {
  const { deal, list } = await givenEnded({ endDate: '2026-01-20' }, [[1, '2026-01-06T08:00:00Z']])
  await run('2026-01-21T00:00:00Z')
  await run('2026-01-25T00:00:00Z')
  await deal.use('ticket', 5, '2026-01-07T12:00:00Z')
  await run('2026-02-01T00:00:00Z')
  const [draft] = await list()
  at = new Date('2026-02-01T10:00:00Z')
  await api.post(`/v1/invoices/${draft.id}/void`, {})
  await run('2026-02-01T10:01:00Z')
  expect(totalsOf(await list())).toEqual([
    ['draft', 5],
    ['void', 5],
    ['issued', 1],
  ])
})

test.each([
  ['Pacific/Auckland', '2026-01-31T11:00:00.000Z'],
  ['America/New_York', '2026-02-01T05:00:00.000Z'],
])('in %s the month ends at %s', async (timezone, monthEnd) => {
  const { deal, list } = await givenEnded({ timezone, endDate: '2026-01-20' }, [
    [1, '2026-01-08T08:00:00Z'],
  ])
  await run('2026-01-22T00:00:00Z')
  await run('2026-01-25T00:00:00Z')
  await deal.use('ticket', 5, '2026-01-08T12:00:00Z')
  await run(new Date(Date.parse(monthEnd) - 1_000))
  expect(await list()).toHaveLength(1)
  await run(monthEnd)
  expect((await list())[0]).toMatchObject({ status: 'draft', total: 5, periodEnd: monthEnd })
})

test('the last period has no invoice while every line is zero, and one when late usage of it arrives', async () => {
  const { deal, list } = await givenEnded({ endDate: '2026-02-14' }, [[1, '2026-01-08T08:00:00Z']])
  for (const time of ['2026-02-06', '2026-02-07', '2026-02-15', '2026-02-16', '2026-03-01']) {
    await run(`${time}T00:00:00Z`)
  }
  expect(totalsOf(await list())).toEqual([['issued', 1]])
  await deal.use('ticket', 2, '2026-02-10T08:00:00Z')
  await run('2026-03-31T00:00:00Z')
  expect(await list()).toHaveLength(1)
  await run('2026-04-01T00:00:00Z')
  await run('2026-04-02T00:00:00Z')
  expect((await list())[0]).toMatchObject({
    status: 'issued',
    total: 2,
    periodStart: '2026-02-06T00:00:00.000Z',
    periodEnd: '2026-02-15T00:00:00.000Z',
  })
})

const SEAT = { name: 'Seat', chargeType: 'seat_based', rate: 7 }

test('a draft of the last period that becomes zero during its grace period is voided, and late usage gets another', async () => {
  at = new Date('2026-01-06T00:00:00Z')
  const subscription = { startDate: '2026-01-06', endDate: '2026-01-20', seatsCount: 1 }
  const deal = await givenDeal(api, {
    prices: [SEAT, TICKETS],
    subscription: { ...SINCE_JANUARY, ...subscription },
  })
  const list = async () => (await api.get(`/v1/invoices?customerId=${deal.customerId}`)).body.data
  await run('2026-01-21T00:00:00Z')
  expect(totalsOf(await list())).toEqual([['draft', 3.39]])
  const seats = await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { seatsCount: 0 })
  expect(seats.status).toBe(200)
  for (const time of ['2026-01-22', '2026-01-23', '2026-02-01', '2026-02-02']) {
    await run(`${time}T00:00:00Z`)
  }
  expect((await list()).map(({ status }: { status: string }) => status)).toEqual(['void'])
  await deal.use('ticket', 2, '2026-01-10T08:00:00Z')
  await run('2026-03-01T00:00:00Z')
  await run('2026-03-02T00:00:00Z')
  expect((await list())[0]).toMatchObject({
    status: 'issued',
    total: 2,
    periodStart: '2026-01-06T00:00:00.000Z',
    periodEnd: '2026-01-21T00:00:00.000Z',
  })
})

test('a draft that bills nothing becomes final while the subscription continues, and when a person sends it', async () => {
  at = new Date('2026-01-06T00:00:00Z')
  const given = (fields: object) =>
    givenDeal(api, {
      prices: [SEAT],
      subscription: { ...SINCE_JANUARY, startDate: '2026-01-06', seatsCount: 1, ...fields },
    })
  const [running, ended] = [await given({}), await given({ endDate: '2026-02-05' })]
  await run('2026-02-06T00:00:00Z')
  const list = async ({ customerId }: { customerId: string }) =>
    (await api.get(`/v1/invoices?customerId=${customerId}`)).body.data
  for (const { subscriptionId } of [running, ended]) {
    await api.patch(`/v1/subscriptions/${subscriptionId}`, { seatsCount: 0 })
  }
  const [{ id }] = await list(ended)
  expect((await api.post(`/v1/invoices/${id}/send`, undefined)).status).toBe(200)
  await run('2026-02-07T00:00:00Z')
  expect(totalsOf(await list(running))).toEqual([['paid', 0]])
  expect((await list(ended))[0]).toMatchObject({ total: 0 })
  expect(totalsOf(await list(ended))).not.toContainEqual(['void', 0])
})

test('late usage that costs nothing is settled by an invoice that has its quantity', async () => {
  const free = { pricingModel: 'graduated', rate: undefined }
  const tiers = [
    { lower: 0, upper: 10, rate: 0 },
    { lower: 10, upper: null, rate: 1 },
  ]
  at = new Date('2026-01-06T00:00:00Z')
  const deal = await givenDeal(api, {
    prices: [{ ...TICKETS, ...free, tiers }],
    subscription: { ...SINCE_JANUARY, startDate: '2026-01-06', endDate: '2026-01-20' },
  })
  await deal.use('ticket', 1, '2026-01-08T00:00:00Z')
  await run('2026-01-21T00:00:00Z')
  await run('2026-01-22T00:00:00Z')
  await deal.use('ticket', 2, '2026-01-08T00:00:00Z')
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  const { data } = (await api.get(`/v1/invoices?customerId=${deal.customerId}`)).body
  expect(totalsOf(data)).toEqual([
    ['paid', 0],
    ['paid', 0],
  ])
  const { body } = await api.get(`/v1/invoices/${data[0].id}`)
  expect(lineTable(body)).toEqual([['late_usage', 2, 0]])
})

test('late usage is billed after the end, also if it is on a draft that must be sent manually', async () => {
  at = new Date('2026-01-06T00:00:00Z')
  const subscription = { startDate: '2026-01-06', endDate: '2026-02-20' }
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, ...subscription } })
  const window = { billingPeriodStart: '2026-02-06', billingPeriodEnd: '2026-02-08' }
  at = new Date('2026-02-10T00:00:00Z')
  await deal.generate(window)
  for (const day of [10, 11, 20, 21, 22, 23, 24]) await run(new Date(Date.UTC(2026, 1, day)))
  await deal.use('ticket', 5, '2026-01-10T00:00:00Z')
  const waiting = await deal.generate(window)
  expect(waiting).toMatchObject({ status: 'draft', total: 5 })
  for (const time of ['2026-03-06', '2026-03-07', '2026-03-08', '2026-04-06', '2026-04-08']) {
    await run(`${time}T00:00:00Z`)
  }
  const { data } = (await api.get(`/v1/invoices?customerId=${deal.customerId}`)).body
  const totals = data.map(({ id, total }: Record<string, unknown>) => [id === waiting.id, total])
  expect(totals.filter(([, total]: [boolean, number]) => total > 0)).toEqual([[false, 5]])
  const { body: left } = await api.get(`/v1/invoices/${waiting.id}`)
  expect(left).toMatchObject({ status: 'draft', total: 0 })
})

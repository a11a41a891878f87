import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import { type Deal, FEE, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { ABSENT, type Fields, givenSubscription } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  GENERATE,
  INVOICES,
  type Invoice,
  type Line,
  MARCH,
  month,
  sendInvoice,
  usageLine,
} from '../support/invoice.ts'
import { givenPortal } from '../support/portal.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-20T12:00:00Z')
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const stranger = useStranger(t)

beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

type Step = Fields & { kind: string; amount: string; calculations: Fields[] }
type Explanation = Fields & { steps: Step[]; usage: Fields | null; laterLines: Fields[] }

const lineUrl = (invoice: { id: string }, line: { id: string } | undefined) =>
  `${INVOICES}/${invoice.id}/lines/${line?.id}`
const explain = (invoice: Invoice, line: Line | undefined): Promise<Explanation> =>
  must(t.api.get(`${lineUrl(invoice, line)}/explanation`))
const eventsOf = (invoice: Invoice, line: Line | undefined, query = '') =>
  must(t.api.get(`${lineUrl(invoice, line)}/events${query}`))
const lineOf = ({ lineItems }: Invoice, type: string) => lineItems.find((one) => one.type === type)
const stepsOf = ({ steps }: Explanation) => steps.map(({ kind, amount }) => `${kind} ${amount}`)

async function april(deal: Deal): Promise<Invoice> {
  now = new Date('2026-05-02T00:00:00Z')
  return sendInvoice(t.api, await deal.generate(APRIL))
}

describe('a line is explained', () => {
  test('by its tiers, each of which can be multiplied out', async () => {
    const deal = await givenDeal(t.api, { prices: [tiered('page', 'graduated')] })
    await deal.use('page', 150, '2026-03-10T10:00:00Z')
    const invoice = await deal.generate(MARCH)
    const explanation = await explain(invoice, usageLine(invoice, 'page'))
    expect(explanation).toMatchObject({
      amount: '12.5',
      currency: 'USD',
      tariff: { pricingModel: 'graduated', rate: null, tiers: { length: 3 } },
      earlierLines: [],
      laterLines: [],
    })
    expect(explanation.steps).toEqual([
      {
        kind: 'price',
        description: 'The price of 150 units',
        quantity: '150',
        lineId: null,
        amount: '12.5',
        calculations: [
          {
            description: 'Units above 0 up to 100: 100 units × 0.1',
            counted: 'units',
            ...{ count: '100', rate: '0.1', divisor: null, flatFee: '0', amount: '10' },
            ...{ lower: '0', upper: '100', units: '100' },
          },
          {
            description: 'Units above 100 up to 1000: 50 units × 0.05',
            counted: 'units',
            ...{ count: '50', rate: '0.05', divisor: null, flatFee: '0', amount: '2.5' },
            ...{ lower: '100', upper: '1000', units: '50' },
          },
        ],
      },
    ])
  })

  test('by the days of a fee, less the days before the part', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE] })
    const invoice = await deal.generate(month('2026-03-11', '2026-04-01'))
    const explanation = await explain(invoice, lineOf(invoice, 'recurring'))
    expect(stepsOf(explanation)).toEqual(['fee 49', 'before -15.81'])
    expect(explanation.steps[1]?.calculations).toMatchObject([
      { counted: 'days', count: '10', rate: '49', divisor: '31' },
    ])
    expect(explanation).toMatchObject({ amount: '33.19', usage: null, tariff: null })
  })

  test('with the usage behind it, which later usage does not change on the line', async () => {
    const deal = await givenDeal(t.api, { prices: [flatPrice('page', 0.5)] })
    await deal.use('page', 10, '2026-03-10T10:00:00Z')
    await deal.use('page', 4, '2026-03-11T10:07:00Z')
    const invoice = await sendInvoice(t.api, await deal.generate(MARCH))
    const line = usageLine(invoice, 'page')
    const before = await explain(invoice, line)
    expect(before.usage).toMatchObject({
      ranges: [{ start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' }],
      eventCount: 2,
      recordedQuantity: '14',
      rejectedQuantity: '0',
      billableQuantity: '14',
      billedQuantity: '14',
      settledQuantity: '0',
      openQuantity: '0',
    })
    await deal.use('page', 3, '2026-03-12T10:00:00Z')
    const after = await explain(invoice, line)
    expect(after.steps).toEqual(before.steps)
    expect(after.usage).toMatchObject({ recordedQuantity: '17', openQuantity: '3' })
  })

  test('with the lines that settle it later, and these with the lines before them', async () => {
    const deal = await givenDeal(t.api, { prices: [tiered('page', 'graduated')] })
    await deal.use('page', 90, '2026-03-10T10:00:00Z')
    now = new Date('2026-04-02T00:00:00Z')
    const march = await sendInvoice(t.api, await deal.generate(MARCH))
    await deal.use('page', 20, '2026-03-25T10:00:00Z')
    const second = await april(deal)
    await deal.use('page', 10, '2026-03-25T11:00:00Z')
    const third = await deal.generate(month('2026-05-01', '2026-06-01'))
    const [first, late, later] = [
      await explain(march, usageLine(march, 'page')),
      await explain(second, lineOf(second, 'late_usage')),
      await explain(third, lineOf(third, 'late_usage')),
    ]
    expect(first.laterLines).toMatchObject([
      {
        invoiceNumber: second.invoiceNumber,
        invoiceStatus: 'issued',
        quantity: '20',
        amount: '1.5',
      },
      { invoiceNumber: third.invoiceNumber, invoiceStatus: 'draft', quantity: '10', amount: '0.5' },
    ])
    expect(first.usage).toMatchObject({
      ...{ billedQuantity: '90', settledQuantity: '30', openQuantity: '0' },
    })
    expect(stepsOf(late)).toEqual(['price 10.5', 'billed -9'])
    expect(stepsOf(later)).toEqual(['price 11', 'billed -9', 'billed -1.5'])
    expect(later.steps[2]).toMatchObject({
      description: `Less 20 units that invoice ${second.invoiceNumber} billed`,
      lineId: lineOf(second, 'late_usage')?.id,
    })
    expect(later.usage).toMatchObject({ eventCount: 3, billedQuantity: '120' })
  })

  test('without the usage that another subscription billed', async () => {
    const deal = await givenDeal(t.api, { prices: [flatPrice('page', 0.5)] })
    await deal.use('page', 10, '2026-03-15T10:00:00Z')
    const first = await sendInvoice(t.api, await deal.generate(month('2026-03-01', '2026-03-20')))
    await must(t.api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: '2026-03-10' }))
    const { customerId, agentId, planId } = deal
    const next = await givenSubscription(t.api, {
      ...{ customerId, agentId, planId, startDate: '2026-03-11' },
    })
    await deal.use('page', 7, '2026-03-12T11:00:00Z')
    await deal.use('page', 5, '2026-03-20T10:00:00Z')
    const ids = { customerId, subscriptionId: next.id }
    const second: Invoice = await must(t.api.post(GENERATE, ids))
    expect((await explain(first, usageLine(first, 'page'))).usage).toMatchObject({
      ...{ eventCount: 2, recordedQuantity: '17', openQuantity: '7' },
    })
    expect((await explain(second, usageLine(second, 'page'))).usage).toMatchObject({
      ranges: [{ start: '2026-03-20T00:00:00.000Z', end: expect.any(String) }],
      ...{ eventCount: 1, recordedQuantity: '5', openQuantity: '0' },
    })
  })

  test('only on its own invoice and in its own organization', async () => {
    const deal = await givenDeal(t.api)
    const [invoice, other] = [await deal.generate(MARCH), await (await givenDeal(t.api)).generate()]
    const [line] = invoice.lineItems
    for (const path of ['explanation', 'events']) {
      const own = `${lineUrl(invoice, line)}/${path}`
      expect((await t.api.get(own)).status).toBe(200)
      expect((await stranger.get(own)).status).toBe(404)
      expect((await t.api.get(`${lineUrl(other, line)}/${path}`)).status).toBe(404)
      expect((await t.api.get(`${lineUrl(invoice, { id: ABSENT })}/${path}`)).status).toBe(404)
      expect((await t.api.get(`${lineUrl(invoice, { id: 'x' })}/${path}`)).status).toBe(400)
    }
  })
})

describe('the events behind a line', () => {
  test('are those of its ranges, in pages and as CSV, and lead back to the line', async () => {
    const deal = await givenDeal(t.api, { prices: [flatPrice('page', 0.5), flatPrice('call', 1)] })
    const days = ['01', '10', '10', '31']
    for (const [at, day] of days.entries()) {
      await deal.use('page', 1, `2026-03-${day}T00:00:00Z`, { runId: `run-${at}` })
    }
    await deal.use('page', 1, '2026-04-01T00:00:00Z')
    await deal.use('call', 1, '2026-03-10T00:00:00Z')
    now = new Date('2026-04-02T00:00:00Z')
    const invoice = await sendInvoice(t.api, await deal.generate(MARCH))
    const line = usageLine(invoice, 'page')
    const whole = await eventsOf(invoice, line)
    expect(whole).toMatchObject({ totalResults: 4 })
    const runs = (page: { results: Fields[] }) => page.results.map(({ runId }) => runId)
    expect(runs(whole)).toEqual(['run-3', 'run-2', 'run-1', 'run-0'])
    const first = await eventsOf(invoice, line, '?limit=3')
    const rest = await eventsOf(invoice, line, `?limit=3&after=${first.nextAfter}`)
    expect([...runs(first), ...runs(rest)]).toEqual(runs(whole))
    expect(rest.nextAfter).toBeUndefined()
    const { rows } = await readCsv(t, `${lineUrl(invoice, line)}/events`)
    expect(rows.map(({ runId }) => runId)).toEqual(runs(whole))

    const event = await must(t.api.get(`/v1/events/${whole.results[0].id}`))
    const lines = [
      {
        invoiceId: invoice.id,
        invoiceNumber: invoice.invoiceNumber,
        invoiceStatus: 'issued',
        lineId: line.id,
        type: 'usage',
        description: line.description,
        periodStart: line.periodStart,
        periodEnd: line.periodEnd,
      },
    ]
    expect(event.invoiceLines).toEqual(lines)
    expect((await must(t.api.get('/v1/runs/run-3'))).invoiceLines).toEqual(lines)
  })

  test('lead to a draft until a finalized line bills them, then to the lines that settle it', async () => {
    const deal = await givenDeal(t.api, { prices: [flatPrice('page', 0.5)] })
    const { eventId } = await deal.use('page', 10, '2026-03-10T10:00:00Z')
    const linesOf = async (id: string) =>
      (await must(t.api.get(`/v1/events/${id}`))).invoiceLines.map(
        ({ type, invoiceStatus }: Fields) => `${type} ${invoiceStatus}`,
      )
    expect(await linesOf(eventId)).toEqual([])
    const draft = await deal.generate(MARCH)
    expect(await linesOf(eventId)).toEqual(['usage draft'])
    await sendInvoice(t.api, draft)
    const late = await deal.use('page', 1, '2026-03-11T10:00:00Z')
    expect(await linesOf(late.eventId)).toEqual(['usage issued'])
    await april(deal)
    expect(await linesOf(late.eventId)).toEqual(['usage issued', 'late_usage issued'])
  })

  test('of a line without usage are none', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE] })
    const invoice = await deal.generate(MARCH)
    const fee = lineOf(invoice, 'recurring')
    expect(await eventsOf(invoice, fee)).toMatchObject({ results: [], totalResults: 0 })
  })
})

describe('in the portal', () => {
  test('a line is explained without costs, and drafts that settle it stay hidden', async () => {
    const deal = await givenDeal(t.api, { prices: [flatPrice('page', 0.5)] })
    await deal.use('page', 10, '2026-03-10T10:00:00Z', { runId: 'run-1' })
    now = new Date('2026-04-02T00:00:00Z')
    const invoice = await sendInvoice(t.api, await deal.generate(MARCH))
    const line = usageLine(invoice, 'page')
    await deal.use('page', 5, '2026-03-11T10:00:00Z')
    await deal.generate(APRIL)
    const portal = await givenPortal(t, t.api, deal.customerId)
    const url = `/v1/portal${lineUrl(invoice, line).slice(3)}`
    const operators = await explain(invoice, line)
    const { eventCount: _1, uncostedEventCount: _2, cost: _3, ...usage } = operators.usage ?? {}
    expect(operators.laterLines).toHaveLength(1)
    expect(await must(portal.get(`${url}/explanation`))).toEqual({
      ...operators,
      laterLines: [],
      usage: { ...usage, settledQuantity: '0', openQuantity: '5' },
    })
    const events = await must(portal.get(`${url}/events`))
    expect(events).toMatchObject({ totalResults: 2 })
    expect(events.results[1]).toEqual({
      id: expect.any(String),
      runId: 'run-1',
      usageDate: '2026-03-10T10:00:00.000Z',
      quantity: '10',
      rejectedQuantity: '0',
      evidenceUrl: null,
      evidence: null,
      correctedAt: null,
      voidedAt: null,
    })
  })

  test('only lines of visible invoices of the customer are explained', async () => {
    const [deal, other] = [await givenDeal(t.api), await givenDeal(t.api)]
    await deal.use('ticket', 1, '2026-03-10T10:00:00Z')
    const invoice = await deal.generate(MARCH)
    const url = `/v1/portal${lineUrl(invoice, invoice.lineItems[0]).slice(3)}`
    const [own, foreign] = [
      await givenPortal(t, t.api, deal.customerId),
      await givenPortal(t, t.api, other.customerId),
    ]
    for (const path of ['explanation', 'events']) {
      expect((await own.get(`${url}/${path}`)).status).toBe(404)
    }
    await sendInvoice(t.api, invoice)
    for (const path of ['explanation', 'events']) {
      expect((await own.get(`${url}/${path}`)).status).toBe(200)
      expect((await foreign.get(`${url}/${path}`)).status).toBe(404)
    }
  })
})

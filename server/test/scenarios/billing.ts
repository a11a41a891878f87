import { expect, vi } from 'vitest'
import { exact, given, recordOne, sms, unique } from '../contract/given.ts'
import type { Api, TestApp } from '../support/app.ts'

/** What the tests of invoices share: a deal to bill, and the sums that hold on every invoice. */
export type Fields = Record<string, unknown>
type Amount = number | string

type Tier = { lower: Amount; upper: Amount | null; rate: Amount; units: Amount; amount: Amount }

export type Line = {
  id: string
  type: string
  description: string
  strategyId: string | null
  pricingModel: string | null
  signalName: string | null
  quantity: Amount
  unitPrice: Amount | null
  tiers: Tier[] | null
  /** On an adjustment: what its period was billed before, in all. */
  billed?: { quantity: Amount; amount: Amount } | null
  amount: Amount
  cost: Amount | null
  eventCount: number
  periodStart: string
  periodEnd: string
}

type Payment = { id: string; amount: Amount; amountRefunded: Amount; status: string }
type Applied = { name: string; amount: Amount }
type Tax = Applied & { percentage: Amount; isInclusive: boolean; taxableAmount: Amount }

export type Invoice = {
  id: string
  invoiceNumber: string
  status: string
  customerExternalId: string
  currency: string
  periodStart: string
  periodEnd: string
  issueDate: string
  dueDate: string
  createdAt: string
  subtotal: Amount
  discountTotal: Amount
  taxTotal: Amount
  creditTotal: Amount
  total: number
  totalAmount: number
  totalCost: number
  amountPaid: Amount
  amountRefunded: Amount
  amountDue: Amount
  lineItems: Line[]
  discounts: Applied[]
  taxes: Tax[]
  payments: Payment[]
}

export const INVOICES = '/v1/invoices'
export const GENERATE = '/v1/invoices/generate'

/** 49 a month. */
export const FEE: Fields = { chargeType: 'recurring', rate: 49 }

export const TIERS = [
  { lower: 0, upper: 100, rate: 0.1 },
  { lower: 100, upper: 1000, rate: 0.05 },
  { lower: 1000, upper: null, rate: 0.01 },
]

/** A price for the signal of that name. */
export const priced = (signal: string, fields: Fields): Fields => ({ signal, ...fields })
export const flatPrice = (signal: string, rate: Amount): Fields =>
  priced(signal, { pricingModel: 'flat', rate })
export const tiered = (signal: string, pricingModel: string, tiers: Fields[] = TIERS): Fields =>
  priced(signal, { pricingModel, tiers })

type Parts = { customer?: Fields; plan?: Fields; subscription?: Fields }

/** Ways to make what an invoice needs, through the API alone. */
export function billing(api: Api) {
  const give = given(api)

  const read = async (id: string): Promise<Invoice> => {
    const { status, body } = await api.get(`${INVOICES}/${id}`)
    expect(status).toBe(200)
    return body
  }

  const must = async (url: string, body?: unknown) => {
    const answer = await api.post(url, body)
    const said = `${url} ${JSON.stringify(answer.body)}`
    expect(answer.status, said).toBeGreaterThanOrEqual(200)
    expect(answer.status, said).toBeLessThan(300)
    return answer.body
  }

  const send = async ({ id }: { id: string }, body?: Fields): Promise<Invoice> => {
    await must(`${INVOICES}/${id}/send`, body)
    return read(id)
  }
  const cancel = async ({ id }: { id: string }): Promise<Invoice> => {
    await must(`${INVOICES}/${id}/void`)
    return read(id)
  }
  const pay = async ({ id }: { id: string }, amount: number): Promise<Invoice> => {
    await must(`${INVOICES}/${id}/payments`, { amount, method: 'bank_transfer', reference: 'R1' })
    return read(id)
  }

  /** A customer subscribed, from 2026-03-01, to an agent's plan with these prices. */
  const deal = async (prices: Fields[], parts: Parts = {}) => {
    const externalId = unique('customer')
    const email = `${externalId}@example.com`
    const customer = await give.customer({ externalId, email, ...parts.customer })
    const { id: agentId, agentCode } = await give.agent()
    const { id: planId } = await give.plan({ agentId, ...parts.plan })
    const rows: Fields[] = []
    for (const { signal, ...price } of prices) {
      if (signal === undefined) rows.push(price)
      else {
        const { id: signalId } = await give.signal({ agentId, name: signal })
        rows.push({ chargeType: 'usage', signalId, ...price })
      }
    }
    const strategies = await give.strategies(planId, ...rows)
    const subscription = await give.subscription({
      planId,
      agentId,
      customerId: customer.id,
      ...parts.subscription,
    })
    const ids = { customerId: customer.id as string, subscriptionId: subscription.id as string }
    const use = (signalName: string, quantity: number, usageDate: string, fields: Fields = {}) =>
      recordOne(
        api,
        sms({
          customerExternalId: externalId,
          agentCode,
          signalName,
          quantity,
          usageDate,
          ...fields,
        }),
      )
    const generate = async (window: Fields = {}): Promise<Invoice> => {
      const { status, body } = await api.post(GENERATE, { ...ids, ...window })
      expect(status, JSON.stringify(body)).toBe(201)
      expectToAddUp(body)
      return body
    }
    const change = async (index: number, fields: Fields) => {
      const url = `/v1/pricing-plans/${planId}/pricing-strategies/${strategies[index].id}`
      const { status, body } = await api.patch(url, fields)
      expect(status, JSON.stringify(body)).toBe(200)
    }
    return { ...ids, ids, externalId, email, agentId, agentCode, planId, use, generate, change }
  }

  /** An invoice of that amount, issued to a customer of its own. */
  const issued = async (amount = 100, parts: Parts = {}): Promise<Invoice> => {
    const { generate } = await deal([{ chargeType: 'recurring', rate: amount }], parts)
    return send(await generate())
  }

  return { give, deal, read, must, send, cancel, pay, issued }
}

export type Billing = ReturnType<typeof billing>
export type Deal = Awaited<ReturnType<Billing['deal']>>

/** The calendar month from the first of that month, as a window. */
export const month = (start: string, end: string): Fields => ({
  billingPeriodStart: `${start}T00:00:00.000Z`,
  billingPeriodEnd: `${end}T00:00:00.000Z`,
})
export const MARCH = month('2026-03-01', '2026-04-01')
export const APRIL = month('2026-04-01', '2026-05-01')

export const sum = (amounts: readonly Amount[]): bigint =>
  amounts.reduce((total, amount) => total + exact(amount), 0n)

const DIGITS: Record<string, bigint> = { JPY: 0n, KWD: 3n }
const unitOf = (currency: string): bigint => 10n ** (24n - (DIGITS[currency] ?? 2n))

/** Half away from zero, to the minor unit of the currency. */
export function rounded(amount: bigint, currency: string): bigint {
  const unit = unitOf(currency)
  const size = amount < 0n ? -amount : amount
  const whole = ((size + unit / 2n) / unit) * unit
  return amount < 0n ? -whole : whole
}

/** Whatever is on the invoice, a reader can recompute its totals from what it shows. */
export function expectToAddUp(invoice: Invoice): void {
  const { currency, lineItems, discounts, taxes } = invoice
  for (const { amount, tiers, quantity, description, billed } of lineItems) {
    expect(exact(amount) % unitOf(currency), `${description}: minor units`).toBe(0n)
    if (!tiers || tiers.length === 0) continue
    // An adjustment shows the tiers of the whole period and takes off what was billed of it.
    const price = rounded(sum(tiers.map((tier) => tier.amount)), currency)
    expect(price - exact(billed?.amount ?? 0), description).toBe(exact(amount))
    const units = sum(tiers.map((tier) => tier.units))
    expect(units - exact(billed?.quantity ?? 0), description).toBe(exact(quantity))
  }
  const added = taxes.filter((tax) => !tax.isInclusive).map((tax) => tax.amount)
  const subtotal = sum(lineItems.map((line) => line.amount))
  const discountTotal = sum(discounts.map((discount) => discount.amount))
  expect(exact(invoice.subtotal)).toBe(subtotal)
  expect(exact(invoice.discountTotal)).toBe(discountTotal)
  const credit = exact(invoice.creditTotal)
  expect(exact(invoice.total)).toBe(subtotal - discountTotal + sum(added) - credit)
  expect(invoice.totalAmount).toBe(invoice.total)
}

const isBilled = (line: Line) => Number(line.amount) !== 0

/** Type, signal and amount of the lines that come to something, in no particular order. */
export const billedLines = (invoice: Invoice) =>
  invoice.lineItems
    .filter(isBilled)
    .map(({ type, signalName, amount }) => [type, signalName ?? '', Number(amount)])
    .sort()

export const amountsOf = (invoice: Invoice, type: string): number[] =>
  invoice.lineItems
    .filter((line) => line.type === type && isBilled(line))
    .map(({ amount }) => Number(amount))

/** The one usage line of that signal. */
export function usageLine(invoice: Invoice, signalName: string): Line {
  const lines = invoice.lineItems.filter(
    (line) => line.type === 'usage' && line.signalName === signalName,
  )
  expect(lines).toHaveLength(1)
  const [line] = lines
  if (!line) throw new Error(`no line of ${signalName}`)
  return line
}

export type Mail = {
  id: string
  kind: string
  status: string
  to: unknown
  subject: string
  invoiceId: string | null
}

/** The mails about an invoice. */
export async function mailsOf(api: Api, invoiceId: string): Promise<Mail[]> {
  const { status, body } = await api.get('/v1/emails?limit=100')
  expect(status).toBe(200)
  return body.results.filter((mail: Mail) => mail.invoiceId === invoiceId)
}

/** Moves the test clock; when it answers, everything due until then has happened. */
export async function moveClock(api: Api, now: string): Promise<void> {
  const { status, body } = await api.post('/v1/test-clock', { now })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  const hasArrived = async () => expect((await api.get('/v1/test-clock')).body.movingTo).toBeNull()
  await vi.waitFor(hasArrived, { timeout: 120_000, interval: 50 })
}

/** A page of the product as a browser without a key sees it. */
export const browse = ({ app }: TestApp, url: string) => app.inject({ method: 'GET', url })

import { expect } from 'vitest'
import type { Api } from './app.ts'
import { must } from './app.ts'
import { type Amount, exact, minorUnit, rounded, sum } from './exact.ts'
import type { Fields } from './given.ts'

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
  /** On an adjustment: the total billed for its period before. */
  billed?: { quantity: Amount; amount: Amount } | null
  proration?: {
    daysBefore: number
    daysCovered: number
    daysFull: number
    seatDaysBefore: number | null
  } | null
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
  updatedAt: string
  kind: string
  customerId: string
  subscriptionId: string | null
  customerExternalId: string
  buyer: Fields
  currency: string
  periodStart: string
  periodEnd: string
  issueDate: string
  dueDate: string
  netTerms: number
  createdAt: string
  subtotal: Amount
  discountTotal: Amount
  promotionTotal: Amount
  netTotal: Amount
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
  promotions: Applied[]
  taxes: Tax[]
  payments: Payment[]
}

export const INVOICES = '/v1/invoices'
export const GENERATE = '/v1/invoices/generate'

/** Returns a billing period of one calendar month. */
export const month = (start: string, end: string): Fields => ({
  billingPeriodStart: `${start}T00:00:00.000Z`,
  billingPeriodEnd: `${end}T00:00:00.000Z`,
})
export const MARCH = month('2026-03-01', '2026-04-01')
export const APRIL = month('2026-04-01', '2026-05-01')

export async function readInvoice(api: Api, id: string): Promise<Invoice> {
  const { status, body } = await api.get(`${INVOICES}/${id}`)
  expect(status).toBe(200)
  return body
}

type Named = { id: string }

export async function sendInvoice(api: Api, { id }: Named, body?: Fields): Promise<Invoice> {
  await must(api.post(`${INVOICES}/${id}/send`, body))
  return readInvoice(api, id)
}

export async function voidInvoice(api: Api, { id }: Named): Promise<Invoice> {
  await must(api.post(`${INVOICES}/${id}/void`, undefined))
  return readInvoice(api, id)
}

export async function payInvoice(api: Api, { id }: Named, amount: number): Promise<Invoice> {
  const payment = { amount, method: 'bank_transfer', reference: 'R1' }
  await must(api.post(`${INVOICES}/${id}/payments`, payment))
  return readInvoice(api, id)
}

/** Asserts that an invoice's totals can be recomputed from what it shows. */
export function expectToAddUp(invoice: Invoice): void {
  const { currency, lineItems, discounts, promotions, taxes } = invoice
  for (const { amount, tiers, quantity, description, billed } of lineItems) {
    expect(exact(amount) % minorUnit(currency), `${description}: minor units`).toBe(0n)
    if (!tiers || tiers.length === 0) continue
    // An adjustment shows the tiers of the whole period and subtracts what was already billed.
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
  const promotionTotal = sum(promotions.map((promotion) => promotion.amount))
  expect(exact(invoice.promotionTotal)).toBe(promotionTotal)
  const credit = exact(invoice.creditTotal)
  const net = subtotal - discountTotal - promotionTotal
  expect(exact(invoice.total)).toBe(net + sum(added) - credit)
  expect(invoice.totalAmount).toBe(invoice.total)
}

const isBilled = (line: Line) => Number(line.amount) !== 0

/** Returns type, signal and amount of the lines with an amount; their order is not significant. */
export const billedLines = (invoice: Invoice) =>
  invoice.lineItems
    .filter(isBilled)
    .map(({ type, signalName, amount }) => [type, signalName ?? '', Number(amount)])
    .sort()

export const amountsOf = (invoice: Invoice, type: string): number[] =>
  invoice.lineItems
    .filter((line) => line.type === type && isBilled(line))
    .map(({ amount }) => Number(amount))

/** Returns the only usage line of that signal. */
export function usageLine(invoice: Invoice, signalName: string): Line {
  const lines = invoice.lineItems.filter(
    (line) => line.type === 'usage' && line.signalName === signalName,
  )
  expect(lines).toHaveLength(1)
  const [line] = lines
  if (!line) throw new Error(`no line of ${signalName}`)
  return line
}

/** Returns the lines of an invoice as tuples of type, quantity and amount. */
export const lineTable = (invoice: Pick<Invoice, 'lineItems'>) =>
  invoice.lineItems.map(({ type, quantity, amount }) => [type, quantity, amount])

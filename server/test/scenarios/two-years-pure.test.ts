import { describe, expect, test } from 'vitest'
import { type Decimal, decimal, decimalFromInteger, ZERO } from '../../src/domain/money.ts'
import { parseTiers, type TieredModel, type UsagePricing } from '../../src/domain/prices/pricing.ts'
import { instantOf } from '../../src/domain/time/dates.ts'
import { countedFrom, partsOf } from '../../src/domain/time/parts.ts'
import { intersect } from '../../src/domain/time/range.ts'
import type { BillingContext } from '../../src/features/billing/context/billing-context.ts'
import type { BilledUsage } from '../../src/features/billing/facts/billed-queries.ts'
import type { InvoiceFacts } from '../../src/features/billing/facts/facts.ts'
import { inLine, inPart } from '../../src/features/billing/facts/usage-facts.ts'
import { computeInvoice } from '../../src/features/billing/lines/compute.ts'
import { lifetimeOf } from '../../src/features/billing/window.ts'
import type { DiscountFacts } from '../../src/features/discounts/applicable.ts'
import type {
  InvoicedDiscount,
  InvoicedLines,
} from '../../src/features/discounts/invoiced-periods.ts'
import { invoicedPeriods } from '../../src/features/discounts/invoiced-periods.ts'
import { periodKey } from '../../src/features/discounts/use.ts'
import type { ComputedInvoice } from '../../src/features/invoices/drafts/computed-invoice.ts'
import type { Strategy } from '../../src/features/pricing-plans/strategies/strategy.ts'
import { DEFAULT_FIELDS } from '../../src/features/subscriptions/terms/fields.ts'
import golden from './golden/two-years.json' with { type: 'json' }

/**
 * Runs the scenario of two-years.test.ts on the computation alone, without service and database.
 */
type Period = (typeof golden.invoices)[number]

const SUBSCRIPTION = 'subscription'
const LAST_PERIOD = 24
const TAX = {
  taxRateId: 'tax',
  name: 'Sales tax',
  percentage: decimal('8.875'),
  isInclusive: false,
}
const COUPON = { discountId: 'coupon', couponId: 'coupon', name: '20 percent off' }
const MODELS = { report: 'flat', page: 'graduated', call: 'volume', lookup: 'credit_pool' } as const

const pricesIn = ({ period }: Period) => (period < 12 ? golden.prices.before : golden.prices.after)

function pricingOf(model: TieredModel, rows: unknown): UsagePricing {
  const parsed = parseTiers(rows, model)
  if (!parsed.ok) throw new Error(parsed.problems.join('; '))
  return { pricingModel: model, tiers: parsed.tiers }
}

function strategiesIn(period: Period): Strategy[] {
  const prices = pricesIn(period)
  const at = new Date(0)
  const common = (id: string) =>
    ({
      id,
      planId: 'plan',
      name: id,
      billTiming: null,
      isActive: true,
      version: 1,
      createdAt: at,
      updatedAt: at,
    }) as const
  const usage = (signal: keyof typeof MODELS, pricing: UsagePricing): Strategy => ({
    ...common(signal),
    chargeType: 'usage',
    signalId: signal,
    pricing,
  })
  return [
    usage('report', { pricingModel: 'flat', rate: decimal(prices.report) }),
    usage('page', pricingOf('graduated', prices.page)),
    usage('call', pricingOf('volume', prices.call)),
    usage('lookup', pricingOf('credit_pool', prices.lookup)),
    { ...common('platform'), chargeType: 'recurring', rate: decimal(prices.platform) },
    { ...common('seat'), chargeType: 'seat_based', rate: decimal(golden.prices.seat) },
    { ...common('setup'), chargeType: 'onetime', rate: decimal(golden.prices.setup) },
  ]
}

function billingIn(period: Period): BillingContext {
  const isEnding = period.period === LAST_PERIOD
  const last = golden.invoices.at(-1)
  return {
    subscription: {
      ...DEFAULT_FIELDS,
      id: SUBSCRIPTION,
      organizationId: 'organization',
      customerId: 'customer',
      planId: 'plan',
      agentId: 'agent',
      startDate: '2027-01-31',
      endDate: isEnding ? '2029-01-14' : null,
      startsAt: new Date('2027-01-31T05:00:00Z'),
      endsAt: isEnding && last ? new Date(last.periodEnd) : null,
      moved: null,
      succession: null,
      dealId: SUBSCRIPTION,
      owesOnetime: true,
      timeZone: 'America/New_York',
      netTermsInForce: 30,
      seats: [{ from: null, count: period.seats }],
      version: 1,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    },
    pastSchedules: [],
    agent: { id: 'agent', name: 'Agent' },
    currency: 'USD',
    strategies: strategiesIn(period),
    signals: new Map(
      Object.keys(MODELS).map((id) => [id, { id, name: id, shortName: id }] as const),
    ),
  }
}

/** Returns what earlier invoices billed, as the database would. */
class Books {
  readonly #billed: BilledUsage[] = []
  readonly #discounts: InvoicedDiscount[] = []
  readonly #lines: InvoicedLines[] = []
  /** Units by line, late ones included. */
  readonly #used = new Map<string, number>()

  factsOf(period: Period): InvoiceFacts {
    const billing = billingIn(period)
    for (const { of, signal, quantity } of period.late) {
      const key = `${of} ${signal}`
      this.#used.set(key, (this.#used.get(key) ?? 0) + quantity)
    }
    const [start, end] = [period.periodStart, period.periodEnd].map((at) => new Date(at))
    const asked = start && end && { start: instantOf(start), end: instantOf(end) }
    const window = asked && intersect(asked, lifetimeOf(billing))
    if (!window) throw new Error('the period is covered')
    const parts = partsOf(billing.subscription, billing.pastSchedules, window)
    const units = new Map<string, number>(
      [...this.#billed].map((line) => [inLine(line), this.#used.get(line.lineId) ?? 0]),
    )
    for (const [signal, quantity] of Object.entries(period.usage)) {
      for (const part of parts) units.set(inPart(signal, part), quantity)
    }
    return {
      billing,
      window,
      isFinalInvoice: false,
      isAdvanceOnly: false,
      parts,
      inAdvance: [],
      claims: [],
      freed: [],
      periodStarts: parts.map(countedFrom),
      usage: {
        billed: this.#billed,
        billedCost: ZERO,
        invoiced: [],
        usageOf: (key) => ({
          quantity: decimalFromInteger(units.get(key) ?? 0),
          cost: ZERO,
          eventCount: 0,
        }),
      },
      billedFees: [],
      billedOnetimeFees: period.period > 1 ? ['setup'] : [],
      proration: undefined,
      discounts: this.#discountFacts(period),
      taxRates: [TAX],
      credit: { grants: [], drawn: [] },
    }
  }

  #discountFacts({ period }: Period): DiscountFacts {
    const off = { percentOff: decimal('20'), amountOff: null, currency: null }
    const usedIn = new Set(
      this.#discounts
        .filter(({ amount }) => !amount.eq(ZERO))
        .map(({ periodStart }) => periodKey(SUBSCRIPTION, periodStart)),
    )
    const coupon = { ...COUPON, ...off, periods: 3, usedIn }
    const periods = invoicedPeriods({
      lines: this.#lines,
      discounts: this.#discounts,
      currency: 'USD',
      supply: () => [coupon],
    })
    const invoiced = new Map(
      [...periods].map(([start, one]) => [periodKey(SUBSCRIPTION, new Date(start)), one]),
    )
    return { live: period < 4 ? [] : [coupon], invoiced }
  }

  /** Adds a final invoice. */
  keep({ period }: Period, { lines, discounts }: ComputedInvoice): void {
    for (const line of lines) {
      if (line.type === 'late_usage') this.#raise(line.sourceId, line)
      if (line.type !== 'usage') continue
      const lineId = `${period} ${line.signalId}`
      this.#used.set(lineId, Number(line.quantity.toFixed()))
      this.#billed.push({
        lineId,
        invoiceId: `${period}`,
        invoiceNumber: `${period}`,
        strategyId: line.strategyId ?? '',
        description: line.description,
        signalId: line.signalId ?? '',
        signalName: line.signalName ?? '',
        pricing: JSON.parse(JSON.stringify(line.pricing)),
        countedFrom: line.countedFrom,
        billingPeriodStart: line.billingPeriodStart,
        periodStart: line.periodStart,
        periodEnd: line.periodEnd,
        finalizedAt: line.periodEnd,
        billedUntil: line.periodEnd,
        quantity: line.quantity,
        amount: line.amount,
        cost: ZERO,
        eventCount: '0',
      })
    }
    const invoiceId = `${period}`
    this.#discounts.push(...discounts.map((one) => ({ ...one, invoiceId })))
    this.#lines.push(
      ...lines.map(({ type, amount, billingPeriodStart: periodStart }) => {
        return { invoiceId, periodStart, amount, billsTime: type !== 'late_usage' }
      }),
    )
  }

  #raise(lineId: string | null, { quantity, amount }: { quantity: Decimal; amount: Decimal }) {
    const line = this.#billed.find((one) => one.lineId === lineId)
    if (!line) throw new Error(`no line ${lineId}`)
    line.quantity = line.quantity.plus(quantity)
    line.amount = line.amount.plus(amount)
  }
}

const shownLine = (type: string, signal: string, amount: string) => `${type} ${signal} ${amount}`

describe('two years of a customer, computed from facts alone', () => {
  const books = new Books()

  test.each(golden.invoices)('period $period is $total', (period) => {
    const computed = computeInvoice(books.factsOf(period))
    const lines = computed.lines
      .filter(({ amount }) => !amount.eq(ZERO))
      .map(({ type, signalId, amount }) =>
        shownLine(type === 'late_usage' ? 'late' : type, signalId ?? '', amount.toFixed(2)),
      )
    expect(lines.sort()).toEqual(
      period.lines.map(({ type, signal, amount }) => shownLine(type, signal, amount)).sort(),
    )
    const { subtotal, discountTotal, taxTotal, total } = computed
    expect({
      subtotal: subtotal.toFixed(2),
      discountTotal: discountTotal.toFixed(2),
      taxTotal: taxTotal.toFixed(2),
      total: total.toFixed(2),
    }).toEqual({
      subtotal: period.subtotal,
      discountTotal: period.discountTotal,
      taxTotal: period.taxTotal,
      total: period.total,
    })
    books.keep(period, computed)
  })
})

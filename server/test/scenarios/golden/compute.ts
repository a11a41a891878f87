/**
 * Computes the invoices of one customer for two years without any code of the service: integer
 * millionths in bigints, tier by tier and day by day. `node compute.ts` writes two-years.json,
 * whose first invoice was checked by hand.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const UNIT = 1_000_000n
type Signal = 'report' | 'page' | 'call' | 'lookup'
const SIGNALS: readonly Signal[] = ['report', 'page', 'call', 'lookup']
type Tier = { lower: number; upper: number | null; rate: string }
type Prices = { report: string; page: Tier[]; call: Tier[]; lookup: Tier[]; platform: string }

const tiers = (...rows: [number, number | null, string][]): Tier[] =>
  rows.map(([lower, upper, rate]) => ({ lower, upper, rate }))

const before: Prices = {
  report: '0.333',
  page: tiers([0, 100, '0.1'], [100, 1000, '0.055'], [1000, null, '0.0125']),
  call: tiers([0, 50, '2'], [50, 200, '1.5'], [200, null, '1.115']),
  lookup: tiers([0, 500, '99'], [500, null, '0.215']),
  platform: '49.99',
}
/** From the twelfth period on. */
const after: Prices = {
  ...before,
  report: '0.41',
  page: tiers([0, 100, '0.12'], [100, 1000, '0.0655'], [1000, null, '0.0125']),
  platform: '54.99',
}
const SEAT = '12.5'
const SETUP = '500'
const COUPON = { percent: 20n, first: 4, last: 6 }
/** 8.875 percent, in thousandths of a percent. */
const TAX = 8875n

/** Midnights in New York: five hours behind UTC in standard time, four in daylight saving time. */
const BOUNDS = `2027-01-31T05 2027-02-28T05 2027-03-31T04 2027-04-30T04 2027-05-31T04 2027-06-30T04
  2027-07-31T04 2027-08-31T04 2027-09-30T04 2027-10-31T04 2027-11-30T05 2027-12-31T05 2028-01-31T05
  2028-02-29T05 2028-03-31T04 2028-04-30T04 2028-05-31T04 2028-06-30T04 2028-07-31T04 2028-08-31T04
  2028-09-30T04 2028-10-31T04 2028-11-30T05 2028-12-31T05 2029-01-15T05`
  .split(/\s+/)
  .map((hour) => `${hour}:00:00.000Z`)

/** Units of report, page, call and lookup by period: most are at a tier's bound. */
const USED: readonly [number, number, number, number][] = [
  [7, 100, 50, 0],
  [12, 101, 51, 500],
  [0, 1000, 200, 501],
  [33, 1001, 201, 499],
  [1, 1500, 0, 1000],
  [10, 99, 49, 250],
  [3, 2500, 150, 500],
  [25, 0, 40, 777],
  [5, 640, 60, 20],
  [18, 1, 1, 1],
  [40, 333, 75, 502],
  [11, 100, 50, 500],
  [2, 101, 51, 501],
  [9, 999, 200, 0],
  [0, 0, 0, 0],
  [64, 1000, 199, 640],
  [17, 1001, 201, 3],
  [8, 50, 500, 510],
  [100, 10, 10, 10],
  [21, 750, 33, 999],
  [6, 101, 20, 500],
  [13, 4000, 88, 750],
  [1, 1, 300, 501],
  [30, 60, 30, 600],
]

/** Late usage of an invoiced period: recorded in `during`, dated in `of`. */
const LATE: readonly { of: number; during: number; signal: Signal; quantity: number }[] = [
  { of: 3, during: 4, signal: 'page', quantity: 40 },
  // Corrected after the coupon was used up: the period keeps its coupon.
  { of: 5, during: 7, signal: 'report', quantity: 30 },
  { of: 8, during: 9, signal: 'call', quantity: 20 },
  // Two periods late, and after the price changed: it pays the price that its invoice used.
  { of: 11, during: 13, signal: 'report', quantity: 10 },
  // All units become cheaper: a credit.
  { of: 14, during: 15, signal: 'call', quantity: 1 },
]

const seatsIn = (period: number): number => (period < 8 ? 3 : period < 20 ? 5 : 4)
const pricesIn = (period: number): Prices => (period < 12 ? before : after)
/** Days covered and days of the full period; the last one is cut after 14 January. */
const daysIn = (period: number): [bigint, bigint] => (period === 24 ? [15n, 31n] : [1n, 1n])

function micros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** Rounds half away from zero to whole cents. */
function cents(numerator: bigint, denominator = 1n): bigint {
  const divisor = denominator * (UNIT / 100n)
  const size = numerator < 0n ? -numerator : numerator
  const whole = (2n * size + divisor) / (2n * divisor)
  return numerator < 0n ? -whole : whole
}

const text = (amount: bigint): string => {
  const size = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

function priceOf(prices: Prices, signal: Signal, units: number): bigint {
  const quantity = BigInt(units)
  if (signal === 'report') return quantity * micros(prices.report)
  const rows = prices[signal]
  if (signal === 'call') {
    const row = rows.find(({ upper }) => upper === null || units <= upper)
    return quantity * micros(row?.rate ?? '0')
  }
  if (signal === 'lookup') {
    const [pool, overage] = rows
    const extra = Math.max(0, units - (pool?.upper ?? 0))
    return micros(pool?.rate ?? '0') + BigInt(extra) * micros(overage?.rate ?? '0')
  }
  return rows.reduce((total, { lower, upper, rate }) => {
    const inside = Math.max(0, Math.min(units, upper ?? units) - lower)
    return total + BigInt(inside) * micros(rate)
  }, 0n)
}

/** `of`: the period that a late line corrects. */
type Line = { type: string; signal: string; quantity: number; amount: bigint; of?: number }

const usedIn = (period: number, signal: Signal) => USED[period - 1]?.[SIGNALS.indexOf(signal)] ?? 0

function linesOf(period: number): Line[] {
  const prices = pricesIn(period)
  const [covered, full] = daysIn(period)
  const usage = SIGNALS.map((signal) => {
    const quantity = usedIn(period, signal)
    return { type: 'usage', signal, quantity, amount: cents(priceOf(prices, signal, quantity)) }
  })
  const late = LATE.filter(({ during }) => during === period).map(({ of, signal, quantity }) => {
    const billed = usedIn(of, signal)
    const was = cents(priceOf(pricesIn(of), signal, billed))
    const truly = cents(priceOf(pricesIn(of), signal, billed + quantity))
    return { type: 'late', signal, quantity, amount: truly - was, of }
  })
  const seats = seatsIn(period)
  const fees = [
    {
      type: 'recurring',
      signal: '',
      quantity: 1,
      amount: cents(micros(prices.platform) * covered, full),
    },
    {
      type: 'seat_based',
      signal: '',
      quantity: seats,
      amount: cents(micros(SEAT) * BigInt(seats) * covered, full),
    },
  ]
  const setup = { type: 'onetime', signal: '', quantity: 1, amount: cents(micros(SETUP)) }
  const all = [...usage, ...late, ...fees, ...(period === 1 ? [setup] : [])]
  return all.filter(({ amount }) => amount !== 0n)
}

const amountOf = (lines: readonly Line[]) => lines.reduce((total, { amount }) => total + amount, 0n)
const ownOf = (lines: readonly Line[]) => amountOf(lines.filter(({ type }) => type !== 'late'))

/** Returns the coupon's discount in cents on a period whose lines sum to `subtotal`. */
function discountOf(period: number, subtotal: bigint): bigint {
  const isDiscounted = period >= COUPON.first && period <= COUPON.last
  // Cents times 10,000 are millionths.
  return isDiscounted ? cents(subtotal * 10_000n * COUPON.percent, 100n) : 0n
}

/**
 * A correction changes the discount of the period that it corrects; no period is corrected twice.
 */
function lateDiscountOf(during: number): bigint {
  return linesOf(during)
    .filter(({ type }) => type === 'late')
    .reduce((total, { of = 0, amount }) => {
      const before = ownOf(linesOf(of))
      return total + discountOf(of, before + amount) - discountOf(of, before)
    }, 0n)
}

function invoiceOf(period: number) {
  const lines = linesOf(period)
  const subtotal = amountOf(lines)
  const discount = discountOf(period, ownOf(lines)) + lateDiscountOf(period)
  const taxable = subtotal - discount
  const tax = cents(taxable * 10_000n * TAX, 100_000n)
  return {
    period,
    periodStart: BOUNDS[period - 1],
    periodEnd: BOUNDS[period],
    seats: seatsIn(period),
    usage: Object.fromEntries(SIGNALS.map((signal) => [signal, usedIn(period, signal)])),
    late: LATE.filter(({ during }) => during === period).map(({ of, signal, quantity }) => ({
      of,
      signal,
      quantity,
      usageDate: BOUNDS[of - 1],
    })),
    lines: lines.map(({ of: _, ...line }) => ({ ...line, amount: text(line.amount) })),
    subtotal: text(subtotal),
    discountTotal: text(discount),
    taxTotal: text(tax),
    total: text(taxable + tax),
  }
}

export const story = {
  prices: { before, after, seat: SEAT, setup: SETUP },
  invoices: USED.map((_, index) => invoiceOf(index + 1)),
}

if (import.meta.main) {
  const file = join(import.meta.dirname, 'two-years.json')
  writeFileSync(file, `${JSON.stringify(story, null, 2)}\n`)
}

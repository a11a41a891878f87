import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import { type PricedTier, type PricingModel, priceUsage, type UsagePricing } from './pricing.ts'
import { type LineDays, prorate } from './proration.ts'

/** Figures of an invoice line, from which its amount follows. */
export type LineFigures = {
  type: string
  pricingModel: PricingModel | null
  quantity: Decimal
  unitPrice: Decimal | null
  tiers: readonly PricedTier[]
  /** Part of the tiers' total, or of the days of a fee, that the line does not bill. */
  billed: BilledPart | null
  proration: LineDays | null
  amount: Decimal
}

type BilledPart = { quantity: Decimal; amount: Decimal }

/** A line that billed a part of the same usage earlier. */
export type EarlierLine = BilledPart & { id: string }

/** What the count of a calculation counts. */
export const COUNTED = [
  'units',
  'packages',
  'pools',
  'periods',
  'seats',
  'days',
  'seat_days',
  'times',
] as const

/**
 * One multiplication: `amount` = `count` × `rate` / `divisor` + `flatFee`, exact. A quotient that
 * never ends is rounded to 40 decimals.
 */
export type Calculation = {
  counted: (typeof COUNTED)[number]
  count: Decimal
  rate: Decimal
  /** Days of the full period; null: the product is not divided. */
  divisor: Decimal | null
  flatFee: Decimal
  /** Bounds of the tier and its units; null if the price has no tiers. */
  tier: Pick<PricedTier, 'lower' | 'upper' | 'units'> | null
  amount: Decimal
}

export const STEP_KINDS = ['price', 'fee', 'agreed', 'before', 'billed', 'unexplained'] as const

/**
 * A part of the amount of a line. With calculations, the amount is their sum, rounded once to the
 * minor unit of the currency, and negative for `before`.
 * - price: units at their tariff.
 * - fee: a recurring, seat-based or one-time fee.
 * - agreed: an amount agreed outside the plan.
 * - before: what the part of the billing period before the line amounts to, or what other lines
 *   billed in advance of the fee of the period.
 * - billed: what an earlier line billed of the same usage.
 * - unexplained: the rest of the amount, on lines of versions that did not store their figures.
 */
export type Step = {
  kind: (typeof STEP_KINDS)[number]
  /** Units, which the steps of a usage line add up to; null for other lines. */
  quantity: Decimal | null
  calculations: readonly Calculation[]
  /** Id of the line that billed it; null for all other kinds. */
  lineId: string | null
  amount: Decimal
}

type Context = {
  currency: string
  /** Tariff of a usage line; null if it is not known. */
  pricing: UsagePricing | null
  /** Lines that billed a part of the same usage earlier, which late usage settles. */
  earlier: readonly EarlierLine[]
}

/** Returns the steps from which the amount of an invoice line follows; they add up to it. */
export function explainLine(line: LineFigures, context: Context): Step[] {
  const steps = stepsOf(line, context)
  const rest = line.amount.minus(sum(steps.map(({ amount }) => amount)))
  if (rest.eq(ZERO)) return steps
  return [...steps, { ...PLAIN_STEP, kind: 'unexplained', amount: rest }]
}

const PLAIN_STEP = { quantity: null, calculations: [], lineId: null } as const

function stepsOf(line: LineFigures, context: Context): Step[] {
  const { type, quantity, unitPrice, proration, billed } = line
  if (type === 'usage' || type === 'late_usage') return usageSteps(line, context)
  const rate = unitPrice ?? line.amount
  const roundedStep = stepIn(context.currency)
  if (billed !== null && proration !== null) {
    // Days that are given back have the quantity of their fee, negative.
    const isBySeat = type === 'seat_based' || !(quantity.eq(ONE) || quantity.neg().eq(ONE))
    return settledSteps({ quantity, rate, proration, isBySeat, billed }, context)
  }
  if (type === 'recurring' || type === 'seat_based') {
    const isBySeat = type === 'seat_based'
    if (proration !== null) return proratedSteps({ quantity, rate, proration, isBySeat }, context)
    return [roundedStep('fee', [times(isBySeat ? 'seats' : 'periods', quantity, rate)])]
  }
  return [roundedStep(type === 'onetime' ? 'fee' : 'agreed', [times('times', quantity, rate)])]
}

/** Returns a function that builds a step, whose amount is the rounded sum of its calculations. */
function stepIn(currency: string) {
  return (kind: Step['kind'], calculations: readonly Calculation[]): Step => {
    const total = roundToMinorUnit(sum(calculations.map(({ amount }) => amount)), currency)
    return { ...PLAIN_STEP, kind, calculations, amount: kind === 'before' ? total.neg() : total }
  }
}

function usageSteps(line: LineFigures, context: Context): Step[] {
  const { quantity, unitPrice, tiers, billed } = line
  const isShownByRate = billed === null && tiers.length === 0 && unitPrice !== null
  const price = stepIn(context.currency)(
    'price',
    isShownByRate ? [times('units', quantity, unitPrice)] : tierCalculations(tiers, line),
  )
  const priced = { ...price, quantity: billed === null ? quantity : quantity.plus(billed.quantity) }
  return [priced, ...(billed === null ? [] : billedSteps(billed, line, context))]
}

/** Returns the steps of the units that the tiers price and the line does not bill. */
function billedSteps(billed: BilledPart, line: LineFigures, context: Context): Step[] {
  const byLines = context.earlier.map(({ id, quantity, amount }): Step => {
    const negative = { quantity: quantity.neg(), amount: amount.neg() }
    return { ...PLAIN_STEP, kind: 'billed', lineId: id, ...negative }
  })
  const before = {
    quantity: billed.quantity.minus(sum(context.earlier.map(({ quantity }) => quantity))),
    amount: billed.amount.minus(sum(context.earlier.map(({ amount }) => amount))),
  }
  if (before.quantity.eq(ZERO) && before.amount.eq(ZERO)) return byLines
  return [beforeStep(before, line, context), ...byLines]
}

function beforeStep(
  { quantity, amount }: BilledPart,
  line: LineFigures,
  { currency, pricing }: Context,
): Step {
  const negative = { quantity: quantity.neg(), amount: amount.neg() }
  if (pricing !== null && quantity.gte(ZERO)) {
    const { tiers } = priceUsage(pricing, quantity)
    const step = stepIn(currency)('before', tierCalculations(tiers, line))
    if (step.amount.eq(negative.amount)) return { ...step, ...negative }
  }
  return { ...PLAIN_STEP, kind: 'before', ...negative }
}

function tierCalculations(
  tiers: readonly PricedTier[],
  { pricingModel }: LineFigures,
): Calculation[] {
  return tiers.map((tier, position) => {
    const { units, rate, flatFee, packages } = tier
    const bounds = { lower: tier.lower, upper: tier.upper, units }
    const isPool = pricingModel === 'credit_pool' && position === 0
    if (isPool) return { ...times('pools', ONE, rate), tier: bounds }
    if (packages) return { ...times('packages', packages.count, rate), tier: bounds }
    const product = times('units', units, rate)
    return { ...product, flatFee, amount: product.amount.plus(flatFee), tier: bounds }
  })
}

type Fee = { quantity: Decimal; rate: Decimal; proration: LineDays; isBySeat: boolean }

/** Returns the fee until the end of the line's days, less the fee until their start. */
function proratedSteps({ quantity, rate, proration, isBySeat }: Fee, context: Context): Step[] {
  const { daysBefore, daysCovered, daysFull, seatDaysBefore } = proration
  const count = Number(quantity.toFixed())
  const before = seatDaysBefore ?? count * daysBefore
  const feeOf = feeOfDays({ rate, daysFull, isBySeat })
  const roundedStep = stepIn(context.currency)
  const until = roundedStep('fee', [feeOf(before + count * daysCovered)])
  return before === 0 ? [until] : [until, roundedStep('before', [feeOf(before)])]
}

/** Returns the fee of all billed days of the period, less what other lines billed of it in advance. */
function settledSteps(
  { quantity, rate, proration, isBySeat, billed }: Fee & { billed: BilledPart },
  { currency }: Context,
): Step[] {
  const { daysCovered, daysFull } = proration
  const before = Number(billed.quantity.toFixed())
  const feeOf = feeOfDays({ rate, daysFull, isBySeat })
  const roundedStep = stepIn(currency)
  const all = roundedStep('fee', [feeOf(before + Number(quantity.toFixed()) * daysCovered)])
  const known = roundedStep('before', [feeOf(before)])
  const amount = billed.amount.neg()
  // Days that were billed in another order can differ from their fee by the rounding.
  return [all, known.amount.eq(amount) ? known : { ...PLAIN_STEP, kind: 'before', amount }]
}

function feeOfDays({
  rate,
  daysFull,
  isBySeat,
}: Omit<Fee, 'quantity' | 'proration'> & { daysFull: number }) {
  return (days: number): Calculation => ({
    ...times(isBySeat ? 'seat_days' : 'days', decimalFromInteger(days), rate),
    divisor: decimalFromInteger(daysFull),
    amount: prorate(rate, { daysCovered: days, daysFull }),
  })
}

const ONE = decimalFromInteger(1)

function times(counted: Calculation['counted'], count: Decimal, rate: Decimal): Calculation {
  const amount = count.times(rate)
  return { counted, count, rate, divisor: null, flatFee: ZERO, tier: null, amount }
}

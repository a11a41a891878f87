import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import type { Calculation, Step } from '../../../domain/prices/explain-line.ts'
import type { UsagePricing } from '../../../domain/prices/pricing.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { LineExplanation } from './explain.ts'
import type { RelatedLine } from './queries.ts'
import type { LineExplanation as LineExplanationBody } from './schemas.ts'
import { calculationInWords, stepInWords } from './step-words.ts'

/** Builds the explanation as the API returns it to the operator. */
export function explanationBody(
  invoice: Invoice,
  explanation: LineExplanation,
): LineExplanationBody {
  const { usage } = explanation
  return {
    ...stepsBody(invoice, explanation),
    usage: usage && {
      ...usageBody(usage, usage.settledQuantity),
      eventCount: usage.eventCount,
      uncostedEventCount: usage.uncostedEventCount,
      cost: usage.cost.toFixed(),
    },
  }
}

/** Builds everything except the usage. */
export function stepsBody(
  { id: invoiceId, invoiceNumber, currency }: Invoice,
  { line, pricing, steps, earlier, later }: LineExplanation,
) {
  const numberOf = new Map(earlier.map((one) => [one.id, one.invoiceNumber]))
  return {
    invoiceId,
    invoiceNumber,
    lineId: line.id,
    type: line.type,
    description: line.description,
    currency,
    amount: line.amount.toFixed(),
    tariff: pricing && tariffBody(pricing),
    steps: steps.map((step) => stepBody(step, numberOf.get(step.lineId ?? ''))),
    earlierLines: earlier.map(relatedBody),
    laterLines: later.map(relatedBody),
  }
}

type Usage = NonNullable<LineExplanation['usage']>

/** Builds the usage without costs. `settled` are the units of the later lines that are shown. */
export function usageBody(usage: Usage, settled: Decimal) {
  const { ranges, quantity, rejectedQuantity, provisionalQuantity, billedQuantity } = usage
  const billable = quantity.minus(rejectedQuantity).minus(provisionalQuantity)
  return {
    ranges: ranges.map(({ start, end }) => ({
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
    })),
    recordedQuantity: quantity.toFixed(),
    rejectedQuantity: rejectedQuantity.toFixed(),
    billableQuantity: billable.toFixed(),
    billedQuantity: billedQuantity.toFixed(),
    settledQuantity: settled.toFixed(),
    openQuantity: billable.minus(billedQuantity).minus(settled).toFixed(),
    ...(provisionalQuantity.gt(ZERO) && { provisionalQuantity: provisionalQuantity.toFixed() }),
  }
}

/** Returns the units of some lines. */
export const unitsOf = (lines: readonly RelatedLine[]) => sum(lines.map(({ quantity }) => quantity))

function stepBody(step: Step, billedOn: string | undefined) {
  return {
    kind: step.kind,
    description: stepInWords(step, billedOn),
    quantity: step.quantity?.toFixed() ?? null,
    calculations: step.calculations.map(calculationBody),
    lineId: step.lineId,
    amount: step.amount.toFixed(),
  }
}

function calculationBody(calculation: Calculation) {
  const { counted, count, rate, divisor, flatFee, tier, amount } = calculation
  return {
    description: calculationInWords(calculation),
    counted,
    count: count.toFixed(),
    rate: rate.toFixed(),
    divisor: divisor?.toFixed() ?? null,
    flatFee: flatFee.toFixed(),
    lower: tier?.lower.toFixed() ?? null,
    upper: tier?.upper?.toFixed() ?? null,
    units: tier?.units.toFixed() ?? null,
    amount: amount.toFixed(),
  }
}

function tariffBody(pricing: UsagePricing) {
  const { pricingModel } = pricing
  if ('tiers' in pricing) {
    const tiers = pricing.tiers.map(({ lower, upper, rate, flatFee }) => ({
      lower: lower.toFixed(),
      upper: upper?.toFixed() ?? null,
      rate: rate.toFixed(),
      flatFee: flatFee.toFixed(),
    }))
    return { pricingModel, rate: null, packageSize: null, tiers }
  }
  const packageSize = 'packageSize' in pricing ? pricing.packageSize.toFixed() : null
  return { pricingModel, rate: pricing.rate.toFixed(), packageSize, tiers: [] }
}

function relatedBody(line: RelatedLine) {
  const { id: lineId, quantity, amount, ...shown } = line
  return { ...shown, lineId, quantity: quantity.toFixed(), amount: amount.toFixed() }
}

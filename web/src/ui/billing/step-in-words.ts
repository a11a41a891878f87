import type { InvoiceLineExplanation, PortalInvoiceLineExplanation } from '../../api/api-types.ts'
import { formatCount, formatPrice, type MoneyValue } from '../values/money.ts'

type Explanation = InvoiceLineExplanation | PortalInvoiceLineExplanation
type Step = Explanation['steps'][number]
type Calculation = Step['calculations'][number]

const MINUS = '-'

/** Returns a step with its units as a reader writes them; `billedOn` is the invoice of a `billed` step. */
export function stepInWords({ kind, quantity, description }: Step, billedOn?: string): string {
  if (quantity === null) return description
  if (kind === 'price') return `The price of ${unitsInWords(quantity)}`
  const units = unitsInWords(quantity.startsWith(MINUS) ? quantity.slice(1) : quantity)
  if (kind === 'before') {
    return `Less the price of ${units} of the billing period before this line`
  }
  if (kind === 'billed' && billedOn !== undefined) {
    return `Less ${units} that invoice ${billedOn} billed`
  }
  return description
}

const NAMES: Readonly<Record<Calculation['counted'], readonly [one: string, many: string]>> = {
  units: ['unit', 'units'],
  packages: ['package', 'packages'],
  pools: ['pool', 'pools'],
  periods: ['period', 'periods'],
  seats: ['seat', 'seats'],
  days: ['day', 'days'],
  seat_days: ['seat day', 'seat days'],
  times: ['time', 'times'],
}

/** Returns a multiplication, such as "Units above 1,000: 200 units × $0.01". */
export function calculationInWords(calculation: Calculation, currency: string): string {
  const { counted, count, rate, divisor, flatFee } = calculation
  const tier = tierInWords(calculation)
  const product = `${counts(count, NAMES[counted])} × ${formatPrice(rate, currency)}`
  const divided = divisor === null ? '' : ` / ${formatCount(divisor)} days of the period`
  const fee = isNothing(flatFee) ? '' : ` + ${formatPrice(flatFee, currency)}`
  return `${tier === undefined ? '' : `${tier}: `}${product}${divided}${fee}`
}

function tierInWords({ counted, lower, upper, units }: Calculation): string | undefined {
  if (lower === null || units === null) return undefined
  if (counted === 'pools') return `${formatCount(units)} of ${unitsInWords(upper ?? 0)} in the pool`
  if (counted === 'packages') return unitsInWords(units)
  if (upper === null) return isNothing(lower) ? 'All units' : `Units above ${formatCount(lower)}`
  if (isNothing(lower)) return `Units up to ${formatCount(upper)}`
  return `Units above ${formatCount(lower)}, up to ${formatCount(upper)}`
}

const unitsInWords = (count: MoneyValue) => counts(count, NAMES.units)

const counts = (count: MoneyValue, [one, many]: readonly [string, string]) =>
  `${formatCount(count)} ${Number(count) === 1 ? one : many}`

/** Returns true for zero in any notation. */
const isNothing = (value: MoneyValue) => Number(value) === 0

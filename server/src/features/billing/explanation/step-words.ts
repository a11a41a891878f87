import { ZERO } from '../../../domain/money.ts'
import type { Calculation, Step } from '../../../domain/prices/explain-line.ts'

/**
 * Describes a step of the amount of a line in words. `billedOn` is the number of the invoice that an
 * earlier line is on.
 */
export function stepInWords(step: Step, billedOn: string | undefined): string {
  const units = step.quantity === null ? '' : quantityInWords(step)
  switch (step.kind) {
    case 'price':
      return `The price of ${units}`
    case 'fee':
      return 'The fee'
    case 'agreed':
      return 'An amount agreed outside the plan'
    case 'before':
      return units === ''
        ? 'Less the fee of the billing period before this line'
        : `Less the price of ${units} of the billing period before this line`
    case 'billed':
      return `Less ${units} that invoice ${billedOn ?? ''} billed`
    case 'unexplained':
      return 'The rest of the amount, which the stored figures do not explain'
  }
}

/** Describes a multiplication in words. */
export function calculationInWords(calculation: Calculation): string {
  const { counted, count, rate, divisor, flatFee, tier } = calculation
  const product = `${count.toFixed()} ${NAMES[counted]} × ${rate.toFixed()}`
  const divided = divisor === null ? '' : ` / ${divisor.toFixed()} days of the period`
  const fee = flatFee.eq(ZERO) ? '' : ` + ${flatFee.toFixed()}`
  return `${tier === null ? '' : `${tierInWords(calculation)}: `}${product}${divided}${fee}`
}

const NAMES: Record<Calculation['counted'], string> = {
  units: 'units',
  packages: 'packages',
  pools: 'pool',
  periods: 'period',
  seats: 'seats',
  days: 'days',
  seat_days: 'seat days',
  times: 'times',
}

function quantityInWords({ quantity, kind }: Step): string {
  const count = kind === 'price' || quantity === null ? quantity : quantity.neg()
  return `${count?.toFixed() ?? ''} units`
}

function tierInWords({ tier, counted }: Calculation): string {
  if (tier === null) return ''
  const { lower, upper, units } = tier
  if (counted === 'pools')
    return `${units.toFixed()} of ${upper?.toFixed() ?? ''} units in the pool`
  if (counted === 'packages') return `${units.toFixed()} units`
  if (upper === null) return lower.eq(ZERO) ? 'All units' : `Units above ${lower.toFixed()}`
  return `Units above ${lower.toFixed()} up to ${upper.toFixed()}`
}

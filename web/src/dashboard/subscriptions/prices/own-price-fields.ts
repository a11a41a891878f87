import type { PricingStrategy, SubscriptionPriceCreate } from '../../../api/api-types.ts'
import { formatCount, plainDecimal } from '../../../ui/values/money.ts'

/** Fields of the dialog by name; `rate0`, `rate1` … and `flatFee0` … are those of tiers. */
export type OwnPriceValues = {
  effectiveFrom: string
  usePlanPrice: boolean
  note: string
  rate: string
} & Record<string, unknown>

const AMOUNT = /^\d{1,14}([.]\d{1,14})?$/

/** Amounts of a price that the dialog edits; its bounds and its package stay as the plan has them. */
export function amountFieldsOf(strategy: PricingStrategy, currency: string) {
  const { tiers, chargeType, pricingModel } = strategy
  if (tiers === null) {
    const unit = UNITS[chargeType === 'usage' ? (pricingModel ?? 'flat') : chargeType] ?? ''
    return [{ name: 'rate', label: `${currency} ${unit}`, value: strategy.rate ?? 0 }]
  }
  return tiers.flatMap(({ upper, lower, rate, flatFee }, at) => {
    const units = upper === null ? `above ${formatCount(lower)}` : `up to ${formatCount(upper)}`
    const isPool = pricingModel === 'credit_pool' && at === 0
    const label = isPool ? `${currency} for the pool` : `${currency} each ${units}`
    const fee = { name: `flatFee${at}`, label: `${currency} once ${units}`, value: flatFee }
    return [{ name: `rate${at}`, label, value: rate }, ...(flatFee === 0 ? [] : [fee])]
  })
}

const UNITS: Record<string, string> = {
  flat: 'per unit',
  package: 'per package',
  recurring: 'per billing period',
  seat_based: 'per seat',
  onetime: 'once',
}

/** Returns the values that the dialog begins with: the price of the plan today. */
export function initialOf(strategy: PricingStrategy, currency: string): OwnPriceValues {
  const amounts = amountFieldsOf(strategy, currency).map(({ name, value }) => [
    name,
    plainDecimal(value),
  ])
  const none = { effectiveFrom: '', usePlanPrice: false, note: '', rate: '' }
  return { ...none, ...Object.fromEntries(amounts) }
}

/** Returns the messages of invalid fields. */
export function problemsOf(strategy: PricingStrategy, values: OwnPriceValues) {
  if (values.usePlanPrice) return {}
  const invalid = amountFieldsOf(strategy, '').filter(
    ({ name }) => !AMOUNT.test(String(values[name]).trim()),
  )
  return Object.fromEntries(invalid.map(({ name }) => [name, 'Enter an amount, such as 12.50']))
}

/** Converts the values to a request; amounts stay text, because parsing could round them. */
export function toBody(strategy: PricingStrategy, values: OwnPriceValues): SubscriptionPriceCreate {
  const { effectiveFrom, usePlanPrice, note } = values
  const terms = {
    ...(effectiveFrom !== '' && { effectiveFrom }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
  if (usePlanPrice) return { ...terms, usePlanPrice }
  return { ...terms, ...priceOf(strategy, values) }
}

/** Returns the price that the values are, with the bounds and the package of the plan. */
export function priceOf(strategy: PricingStrategy, values: OwnPriceValues) {
  const { pricingModel, packageSize, tiers } = strategy
  const amount = (name: string, known: number) => String(values[name] ?? known).trim()
  const model = pricingModel === null ? {} : { pricingModel }
  if (tiers === null) {
    const size = packageSize === null ? {} : { packageSize }
    return { ...model, ...size, rate: amount('rate', strategy.rate ?? 0) }
  }
  const changed = tiers.map(({ lower, upper, rate, flatFee }, at) => ({
    ...{ lower, upper, rate: amount(`rate${at}`, rate) },
    ...(pricingModel !== 'credit_pool' && { flatFee: amount(`flatFee${at}`, flatFee) }),
  }))
  return { ...model, tiers: changed }
}

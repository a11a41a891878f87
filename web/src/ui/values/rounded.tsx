import { formatCost, formatRounded, type MoneyValue, plainDecimal } from './money.ts'

type Props = { amount: MoneyValue; currency?: string }

/** An amount for a quick look, with all its digits in the tooltip and in the clipboard. */
export function Rounded({ amount, currency = 'USD' }: Props) {
  return (
    <span title={formatCost(amount, currency)} data-exact={plainDecimal(amount)}>
      {formatRounded(amount, currency)}
    </span>
  )
}

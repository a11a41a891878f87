import { formatCost, formatRounded, type MoneyValue } from './money.ts'

type Props = { amounts: readonly { currency: string; amount: MoneyValue }[] }

/** Amounts of several currencies, one below the other; they are never added. */
export function Amounts({ amounts }: Props) {
  return amounts.map(({ currency, amount }) => (
    <div key={currency} title={formatCost(amount, currency)}>
      {formatRounded(amount, currency)}
    </div>
  ))
}

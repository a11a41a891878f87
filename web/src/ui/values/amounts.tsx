import type { MoneyValue } from './money.ts'
import { Rounded } from './rounded.tsx'

type Props = { amounts: readonly { currency: string; amount: MoneyValue }[] }

/** Amounts of several currencies, one below the other; they are never added. */
export function Amounts({ amounts }: Props) {
  return amounts.map(({ currency, amount }) => (
    <div key={currency}>
      <Rounded amount={amount} currency={currency} />
    </div>
  ))
}

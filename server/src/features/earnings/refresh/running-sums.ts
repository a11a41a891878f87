import { add, type Decimal, ZERO } from '../../../domain/money.ts'

/** Returns the sum of the amounts up to each one, as exact decimal text. */
export function runningSums(amounts: readonly Decimal[]): string[] {
  let total = ZERO
  return amounts.map((amount) => {
    total = add(total, amount)
    return total.toFixed()
  })
}

/** Returns the sum of the counts up to each one. */
export function runningCounts(counts: readonly number[]): number[] {
  let total = 0
  return counts.map((count) => {
    total += count
    return total
  })
}

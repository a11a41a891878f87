import type { BudgetStatus } from '../../../api/api-types.ts'
import classes from './use-bar.module.css'

const FULL_PERCENT = 100

/** Returns the lengths of spent and held in percent of the limit, cut at its end. */
export function lengthsOf({ limit, spent, held }: Pick<BudgetStatus, 'limit' | 'spent' | 'held'>) {
  // Numbers are used only for the length of the bar.
  const whole = Number(limit)
  const shareOf = (amount: string) =>
    whole > 0 ? (Number(amount) / whole) * FULL_PERCENT : Number(amount) > 0 ? FULL_PERCENT : 0
  const [ofSpent, ofHeld] = [Math.max(0, shareOf(spent)), Math.max(0, shareOf(held))]
  const shown = Math.min(ofSpent, FULL_PERCENT)
  return {
    spent: shown,
    held: Math.min(ofHeld, FULL_PERCENT - shown),
    isOver: ofSpent > FULL_PERCENT,
  }
}

/** A bar of what is spent and held of a budget; the figures are next to it. */
export function UseBar({ status }: { status: BudgetStatus }) {
  const { spent, held, isOver } = lengthsOf(status)
  return (
    <div className={classes.bar} aria-hidden>
      <div className={classes.spent} data-over={isOver} style={{ width: `${spent}%` }} />
      <div className={classes.held} style={{ width: `${held}%` }} />
    </div>
  )
}

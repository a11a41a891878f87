import { BUCKET_MS, bucketOf, dayOf, monthAfter, monthOf, type Range } from '../time/range.ts'

export const BUDGET_PERIODS = ['run', 'day', 'month', 'billing_period', 'rolling', 'none'] as const
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

/** Usage dates of a window, as epoch milliseconds; without an end, all dates since the start. */
export type BudgetWindow = { start: number; end: number | null; resetsAt: number }

type Windowed = {
  period: BudgetPeriod
  /** Length of a rolling window in quarters of an hour. */
  rollingQuarters: number | null
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the window of a budget at a time (epoch milliseconds, business time); undefined for the
 * period of a run, whose use is that of the run alone, and for a credit, which has no period.
 *
 * Days and months are those of UTC. A rolling window slides by quarters of an hour and includes the
 * whole first quarter, so it never counts too little. It has no end, because usage dated later is
 * part of every window up to its date. A billing period that is not known is the month.
 */
export function windowAt(
  { period, rollingQuarters }: Windowed,
  now: number,
  billingPeriod?: Range<number>,
): BudgetWindow | undefined {
  switch (period) {
    case 'run':
    case 'none':
      return undefined
    case 'day': {
      const start = dayOf(now)
      return { start, end: start + DAY_MS, resetsAt: start + DAY_MS }
    }
    case 'month':
      return monthWindow(now)
    case 'billing_period':
      if (!billingPeriod) return monthWindow(now)
      return { ...billingPeriod, resetsAt: billingPeriod.end }
    case 'rolling': {
      const quarter = bucketOf(now)
      const start = quarter - (rollingQuarters ?? 0) * BUCKET_MS
      return { start, end: null, resetsAt: quarter + BUCKET_MS }
    }
  }
}

function monthWindow(now: number): BudgetWindow {
  const start = monthOf(now)
  const end = monthAfter(start)
  return { start, end, resetsAt: end }
}

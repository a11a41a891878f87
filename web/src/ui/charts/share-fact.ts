import { formatPercent } from '../values/money.ts'
import type { Fact } from './series.ts'

/** Returns the share of a point in a total for its tooltip; none if the total is zero. */
export const shareFact = (label: string, percent: number | null): Fact[] =>
  percent === null ? [] : [{ label, text: formatPercent(percent) }]

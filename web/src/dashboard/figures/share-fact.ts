import type { Fact } from '../../ui/charts/series.ts'
import { formatPercent } from '../../ui/values/money.ts'

/** Returns the share of a point in a total for its tooltip; none if the total is zero. */
export const shareFact = (label: string, percent: number | null): Fact[] =>
  percent === null ? [] : [{ label, text: formatPercent(percent) }]

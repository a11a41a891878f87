import type { Fact, Point } from '../../../ui/charts/series.ts'
import { shareFact } from '../../../ui/charts/share-fact.ts'
import { formatCost } from '../../../ui/values/money.ts'

type Earned = {
  revenue: number | null
  oneDayFees: number | null
  revenuePercent: number | null
}

/** Share above which fees of a single day explain a peak. */
const MARKED = 0.5

/** Facts of a point of earnings, and the mark of a point that consists mostly of fees of one day. */
export function earnedFacts(
  { revenue, oneDayFees, revenuePercent }: Earned,
  { currency, markOn }: { currency: string; markOn: string },
): Pick<Point, 'facts' | 'markOn'> {
  const fees: Fact[] =
    oneDayFees === null || oneDayFees === 0
      ? []
      : [{ label: 'Pool and one-time fees', text: formatCost(oneDayFees, currency) }]
  // Numbers are compared only to place the mark.
  const isMarked = revenue !== null && oneDayFees !== null && oneDayFees > revenue * MARKED
  return {
    facts: [...fees, ...shareFact('Share of the earned amount', revenuePercent)],
    ...(isMarked && { markOn }),
  }
}

import type { UncostedModel } from '../../api/api.gen.ts'
import { formatEstimate } from '../../ui/values/money.ts'

/** What events may cost by what is suggested. */
export function CostRange({ range }: { range: UncostedModel['estimatedCost'] }) {
  if (range === null) return '–'
  const [low, high] = [formatEstimate(range.low), formatEstimate(range.high)]
  return low === high ? low : `${low} – ${high}`
}

import type { UncostedModel } from '../../api/api-types.ts'
import { formatRounded } from '../../ui/values/money.ts'

/** Range of the cost that the suggestions would give the events. */
export function CostRange({ range }: { range: UncostedModel['estimatedCost'] }) {
  if (range === null) return '–'
  const [low, high] = [formatRounded(range.low, 'USD'), formatRounded(range.high, 'USD')]
  return low === high ? low : `${low} – ${high}`
}

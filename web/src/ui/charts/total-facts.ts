import { formatCount } from '../values/money.ts'
import type { Fact } from './series.ts'
import { shareFact } from './share-fact.ts'

type Counted = {
  total: number
  /** Name of what is counted, such as "units". */
  unit: string
  percent: number | null
}

/** Returns the total of a point with several series, and its share of the window. */
export const totalFacts = ({ total, unit, percent }: Counted): Fact[] => [
  { label: 'Total', text: formatCount(total) },
  ...shareFact(`Share of the ${unit}`, percent),
]

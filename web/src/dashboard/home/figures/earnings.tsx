import type { Days } from '../../../api/figures.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { AsOf } from '../../figures/as-of.tsx'
import { FourFigures } from './four-figures.tsx'
import { useOverview } from './use-overview.ts'
import { Why } from './why.tsx'

const HEIGHT = 216

/** The figures of a date range, and the causes of their changes. */
export function Earnings({ days }: { days: Days }) {
  const query = useOverview(days)
  return (
    <Loaded query={query} height={HEIGHT}>
      {(overview) => (
        <>
          <AsOf asOf={overview.asOf} receivedAt={query.dataUpdatedAt} />
          <FourFigures overview={overview} days={days} />
          <Why days={days} />
        </>
      )}
    </Loaded>
  )
}

import { type UsageQuestion, usageOf } from '../../../api/analytics.ts'
import type { UsageAnalytics } from '../../../api/api-types.ts'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useBefore } from '../frame/compared.tsx'
import type { Days, Window } from '../frame/use-window.ts'

type Props = {
  /** Undefined while loading and after a failure; the chart shows the error. */
  usage: UsageAnalytics | undefined
  before: Window['before']
  asked: (days: Days) => UsageQuestion
}

export function UsageFigures({ usage, before, asked }: Props) {
  const { slug } = useOrganization()
  const was = useBefore(before, (days) => usageOf(slug, { ...asked(days), top: 1 }))
  return (
    <FigureGrid
      figures={[
        {
          label: 'Events',
          value: usage && formatCount(usage.summary.totalEvents),
          note: was(({ summary }) => formatCount(summary.totalEvents)),
        },
        {
          label: 'Units',
          value: usage && formatCount(usage.summary.totalQuantity),
          note: was(({ summary }) => formatCount(summary.totalQuantity)),
        },
      ]}
    />
  )
}

import { Text } from '@mantine/core'
import type { EstimateSuggestionList } from '../../../api/api-types.ts'
import type { Column } from '../../../ui/table/column.ts'
import { Cost } from '../../../ui/values/cost.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { WorkName } from '../names.tsx'

export type Suggestion = EstimateSuggestionList['results'][number]

export const ESTIMATE_COLUMNS: readonly Column<Suggestion>[] = [
  { header: 'Agent', isKey: true, share: 40, cell: (one) => <WorkName {...one} /> },
  {
    header: 'Runs',
    cell: ({ runCount }) => formatCount(runCount),
    isFigure: true,
    isOffPhone: true,
    width: 80,
  },
  {
    header: 'Average estimate',
    cell: ({ averageEstimateUsd }) => <Cost value={averageEstimateUsd} />,
    isFigure: true,
    isOffPhone: true,
    width: 150,
  },
  {
    header: 'Average cost',
    cell: ({ averageCostUsd }) => <Cost value={averageCostUsd} />,
    isFigure: true,
    isOffPhone: true,
    width: 130,
  },
  {
    header: 'Above estimate',
    cell: ({ aboveEstimateCount, runCount }) =>
      `${formatCount(aboveEstimateCount)} of ${formatCount(runCount)}`,
    isFigure: true,
    isOffPhone: true,
    width: 140,
  },
  {
    header: 'Suggested estimate',
    cell: ({ suggestedEstimateUsd }) => (
      <Text size="sm" fw={600} component="span">
        <Cost value={suggestedEstimateUsd} />
      </Text>
    ),
    isFigure: true,
    width: 160,
  },
]

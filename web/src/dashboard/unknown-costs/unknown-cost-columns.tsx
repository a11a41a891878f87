import { Stack, Text } from '@mantine/core'
import type { UncostedModel } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CostRange } from './cost-range.tsx'
import { GroupActions } from './group-actions.tsx'
import { GroupLink } from './group-link.tsx'
import { REASONS } from './reasons.ts'

export const unknownCostColumns = (
  onSetPrice: (group: UncostedModel) => void,
): readonly Column<UncostedModel>[] => [
  {
    header: 'Model',
    share: 1,
    cell: ({ model, provider }) => (
      <Stack gap={0}>
        <GroupLink model={model} provider={provider} />
        <Text size="xs" c="dimmed" truncate>
          {provider}
        </Text>
      </Stack>
    ),
  },
  { header: 'Reason', cell: ({ reason }) => REASONS[reason].short, isOffPhone: true, width: 170 },
  { header: 'Events', cell: ({ count }) => formatCount(count), isFigure: true, width: 80 },
  {
    header: 'Customers',
    cell: ({ customerCount }) => formatCount(customerCount),
    isFigure: true,
    isOffPhone: true,
    width: 100,
  },
  {
    header: 'Oldest',
    isTime: true,
    cell: ({ oldestEventDate }) => <Timestamp at={oldestEventDate} as="bare" />,
    isOffPhone: true,
    width: 170,
  },
  {
    header: 'Estimated cost',
    cell: ({ estimatedCost }) => <CostRange range={estimatedCost} />,
    isFigure: true,
    width: 130,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (group) => <GroupActions group={group} onSetPrice={() => onSetPrice(group)} />,
    isOffPhone: true,
    width: 190,
  },
]

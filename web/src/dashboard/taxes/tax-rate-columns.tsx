import { Badge, Group, Stack, Text } from '@mantine/core'
import type { TaxRate } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatShare } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { ChangeTaxRate } from './change-tax-rate.tsx'
import { reachInWords } from './reach-in-words.ts'

export const TAX_RATE_COLUMNS: readonly Column<TaxRate>[] = [
  { header: 'Name', share: 28, sort: 'name', cell: (rate) => <Name rate={rate} /> },
  {
    header: 'Percent',
    cell: ({ percentage }) => formatShare(percentage),
    isFigure: true,
    width: 100,
  },
  {
    header: 'Prices',
    cell: ({ isInclusive }) => (isInclusive ? 'Tax included' : 'Tax added'),
    width: 190,
    isOffPhone: true,
  },
  { header: 'Applies to', cell: reachInWords, isOffPhone: true },
  {
    header: 'Status',
    cell: ({ isActive }) =>
      isActive ? (
        <StateBadge tone="good" label="Active" />
      ) : (
        <StateBadge tone="over" label="Inactive" />
      ),
    width: 120,
  },
  {
    header: 'Created',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    width: 190,
    isOffPhone: true,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (rate) => <ChangeTaxRate rate={rate} />,
    width: 60,
  },
]

function Name({ rate: { name, description, isDefault } }: { rate: TaxRate }) {
  return (
    <Stack gap={0}>
      <Group gap={8} wrap="nowrap">
        <Text fw={500} size="sm" truncate title={name}>
          {name}
        </Text>
        {isDefault && <Badge>Default</Badge>}
      </Group>
      {description && (
        <Text size="xs" c="dimmed" truncate title={description}>
          {description}
        </Text>
      )}
    </Stack>
  )
}

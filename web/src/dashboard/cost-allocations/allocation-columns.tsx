import { Stack, Text } from '@mantine/core'
import type { CostAllocation } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { amountInWords, monthInWords, monthsInWords } from './allocation-in-words.ts'
import { AllocationLink } from './allocation-link.tsx'
import { AllocationMenu } from './allocation-menu.tsx'
import type { AllocationsSearch } from './allocations-search.ts'
import { MonthStatus } from './month-status.tsx'

/** An allocation opens next to the list, which keeps its filters. */
export const allocationColumns = (search: AllocationsSearch): readonly Column<CostAllocation>[] => [
  { header: 'Model', share: 26, cell: (one) => <Name allocation={one} search={search} /> },
  { header: 'Amount', share: 26, cell: (one) => <Short text={amountInWords(one)} /> },
  { header: 'Months', share: 18, cell: (one) => monthsInWords(one), isOffPhone: true },
  { header: 'Latest month', cell: (one) => <Latest of={one} />, isOffPhone: true, width: 190 },
  {
    header: 'Added by',
    share: 12,
    cell: ({ actorName }) => <Short text={actorName ?? '–'} />,
    isOffPhone: true,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (one) => <AllocationMenu allocation={one} />,
    width: 48,
  },
]

function Name({ allocation, search }: { allocation: CostAllocation; search: AllocationsSearch }) {
  const { id, model, modelProvider } = allocation
  return (
    <Stack gap={0}>
      <AllocationLink
        allocationId={id}
        search={search}
        size="sm"
        fw={500}
        display="block"
        truncate
        title={model}
      >
        {model}
      </AllocationLink>
      <Text size="xs" c="dimmed" truncate title={modelProvider}>
        {modelProvider}
      </Text>
    </Stack>
  )
}

function Latest({ of: { months } }: { of: CostAllocation }) {
  const [latest] = months
  if (latest === undefined) return '–'
  return (
    <Stack gap={2}>
      <Text size="sm">{monthInWords(latest.month)}</Text>
      <MonthStatus month={latest} />
    </Stack>
  )
}

function Short({ text }: { text: string }) {
  return (
    <Text size="sm" truncate title={text}>
      {text}
    </Text>
  )
}

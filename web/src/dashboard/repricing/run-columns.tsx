import { Stack, Text } from '@mantine/core'
import type { RepricingRun } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { Cost } from '../../ui/values/cost.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import type { RepricingSearch } from './repricing-search.ts'
import { datesInWords, modelsInWords } from './run-in-words.ts'
import { RunLink } from './run-link.tsx'
import { RunStatus } from './run-status.tsx'

/** A run opens next to the list, which keeps its filters. */
export const runColumns = (search: RepricingSearch): readonly Column<RepricingRun>[] => [
  { header: 'Usage', share: 30, cell: (run) => <Usage run={run} search={search} /> },
  { header: 'Status', cell: (run) => <RunStatus run={run} />, width: 130 },
  {
    header: 'Changed',
    cell: ({ changedEventCount }) => formatCount(changedEventCount),
    isFigure: true,
    isOffPhone: true,
    width: 90,
  },
  {
    header: 'Cost before',
    cell: ({ costBefore }) => <Cost value={costBefore} />,
    isFigure: true,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Cost after',
    cell: ({ costAfter }) => <Cost value={costAfter} />,
    isFigure: true,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Started by',
    cell: ({ actorName, actor }) => (
      <Text size="sm" truncate title={actor}>
        {actorName ?? '–'}
      </Text>
    ),
    isOffPhone: true,
    share: 14,
  },
  {
    header: 'Created',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
]

function Usage({ run, search }: { run: RepricingRun; search: RepricingSearch }) {
  const models = modelsInWords(run)
  return (
    <Stack gap={0}>
      <RunLink runId={run.id} search={search} size="sm" fw={500} display="block" truncate>
        {run.reversesId === null ? datesInWords(run) : `Reversal, ${datesInWords(run)}`}
      </RunLink>
      <Text size="xs" c="dimmed" truncate title={models}>
        {models}
      </Text>
    </Stack>
  )
}

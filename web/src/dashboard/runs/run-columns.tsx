import { Group, Text } from '@mantine/core'
import type { Run } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { Cost } from '../../ui/values/cost.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { RunLink } from '../links/run-link.tsx'
import { durationInWords, NONE, outcomeInWords } from './run-in-words.ts'
import { RunStatus } from './run-status.tsx'

const ID_SHORT = 20
const ID_END = 6

/** A long id, such as of a trace, is shown by its end. */
const shortId = (id: string) => (id.length > ID_SHORT ? `…${id.slice(-ID_END)}` : id)

export const RUN_COLUMNS: readonly Column<Run>[] = [
  { header: 'Run', share: 30, cell: (run) => <Name run={run} /> },
  { header: 'Status', cell: (run) => <RunStatus run={run} />, width: 130 },
  {
    header: 'Customer',
    cell: ({ customerExternalId }) => <Short text={customerExternalId ?? NONE} />,
    isOffPhone: true,
    share: 18,
  },
  {
    header: 'Agent',
    cell: ({ agentCode }) => <Short text={agentCode ?? NONE} />,
    isOffPhone: true,
    share: 18,
  },
  {
    header: 'Outcome',
    cell: (run) => <Short text={outcomeInWords(run)} />,
    isOffPhone: true,
    share: 16,
  },
  {
    header: 'Started',
    cell: ({ startedAt }) => (startedAt === null ? NONE : <Timestamp at={startedAt} as="bare" />),
    isTime: true,
    isOffPhone: true,
    width: 170,
  },
  { header: 'Duration', cell: durationInWords, isFigure: true, isOffPhone: true, width: 100 },
  {
    header: 'Cost',
    cell: ({ eventCount, usageCost }) => (eventCount === 0 ? NONE : <Cost value={usageCost} />),
    isFigure: true,
    width: 110,
  },
]

/** The name of a run and its id, or its id alone; the whole id is in the title. */
function Name({ run: { runId, name, isError } }: { run: Run }) {
  return (
    <Group gap={6} wrap="nowrap">
      <RunLink runId={runId} size="sm" fw={500} truncate title={name ?? runId}>
        {name ?? shortId(runId)}
      </RunLink>
      {name !== null && (
        <Text size="xs" c="dimmed" flex="none" title={runId}>
          {shortId(runId)}
        </Text>
      )}
      {isError && (
        <Text size="xs" c="var(--mantine-color-error)" flex="none">
          Error
        </Text>
      )}
    </Group>
  )
}

function Short({ text }: { text: string }) {
  return (
    <Text size="sm" truncate title={text}>
      {text}
    </Text>
  )
}

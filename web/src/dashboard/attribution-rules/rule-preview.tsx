import { Stack, Text } from '@mantine/core'
import type { AttributionRulePreview, PreviewedRun } from '../../api/api-types.ts'
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx'
import { formatCount } from '../../ui/values/money.ts'

const COLUMNS: readonly SmallColumn<PreviewedRun>[] = [
  { header: 'Run', isName: true, cell: ({ name, runId }) => name ?? runId },
  { header: 'Gets', isName: true, cell: ({ assigned }) => assigned },
  {
    header: 'Customer now',
    cell: ({ isUnassigned }) => (isUnassigned ? 'None' : 'Has one'),
  },
]

/** The latest runs that a rule matches, and what it would give them. */
export function RulePreview({ preview }: { preview: AttributionRulePreview }) {
  const { runCount, matchedCount, runs } = preview
  return (
    <Stack gap={4}>
      <Text fw={500}>
        {runCount === 0
          ? 'There are no runs to compare yet.'
          : `Matches ${formatCount(matchedCount)} of the latest ${formatCount(runCount)} runs`}
      </Text>
      {runs.length > 0 && (
        <SmallTable
          name="Matched runs"
          columns={COLUMNS}
          rows={runs}
          rowKey={({ runId }) => runId}
          isLow
        />
      )}
    </Stack>
  )
}

import { Stack, Text } from '@mantine/core'
import type { PastDecision } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { DECISIONS, decisionInWords } from '../in-words.ts'
import { CustomerName, WorkName } from '../names.tsx'
import { RunEventsLink } from '../run-link.tsx'

export const DECISION_COLUMNS: readonly Column<PastDecision>[] = [
  {
    header: 'Decided',
    isTime: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="bare" />,
    isOffPhone: true,
  },
  {
    header: 'Decision',
    cell: ({ decision }) => (
      <StateBadge tone={decision === 'block' ? 'bad' : 'waiting'} label={DECISIONS[decision]} />
    ),
    width: 110,
  },
  { header: 'Why', isKey: true, share: 40, cell: (decision) => <Why decision={decision} /> },
  {
    header: 'Run',
    share: 20,
    cell: ({ runId }) => <RunEventsLink runId={runId} />,
    isOffPhone: true,
  },
  {
    header: 'Customer',
    share: 18,
    cell: ({ customerId }) => <CustomerName customerId={customerId} />,
    isOffPhone: true,
  },
  { header: 'Agent', share: 18, cell: (decision) => <WorkName {...decision} />, isOffPhone: true },
]

/** The budget that decided, and its figures at that instant. */
function Why({ decision }: { decision: PastDecision }) {
  const { slug } = useOrganization()
  const { budgetId, budgetName, customerId } = decision
  return (
    <Stack gap={0}>
      {budgetId === null ? (
        <Text size="sm" fw={500}>
          {budgetName}
        </Text>
      ) : (
        <AnchorLink
          to="/o/$slug/control/budgets"
          params={{ slug }}
          search={{ budget: budgetId, customerId }}
          size="sm"
          fw={500}
          truncate
          title={budgetName}
        >
          {budgetName}
        </AnchorLink>
      )}
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'normal' }}>
        {decisionInWords(decision)}
      </Text>
    </Stack>
  )
}

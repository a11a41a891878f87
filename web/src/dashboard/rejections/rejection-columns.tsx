import { Text } from '@mantine/core'
import type { Rejection } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { OUTCOME_COLUMNS } from './outcome-columns.tsx'
import { RejectedEventLink } from './rejected-event-link.tsx'
import { STATE_LABELS } from './rejection-states.ts'

export const REJECTION_COLUMNS: readonly Column<Rejection>[] = [
  {
    header: 'Rejected',
    isKey: true,
    isTime: true,
    cell: ({ eventId, rejectedAt }) => (
      <RejectedEventLink eventId={eventId}>
        <Timestamp at={rejectedAt} as="bare" />
      </RejectedEventLink>
    ),
  },
  ...OUTCOME_COLUMNS,
  {
    header: 'Status',
    cell: ({ state }) =>
      state === 'accepted' ? (
        <Text size="sm">{STATE_LABELS[state]}</Text>
      ) : (
        <StateBadge tone="over" label={STATE_LABELS[state]} />
      ),
  },
]

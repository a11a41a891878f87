import { Text } from '@mantine/core'
import type { Rejection } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from '../links/customer-link.tsx'
import { RejectedEventLink } from './rejected-event-link.tsx'
import { STATE_LABELS } from './rejection-states.ts'

const short = (text: string) => (
  <Text size="sm" truncate title={text}>
    {text}
  </Text>
)

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
  {
    header: 'Customer',
    share: 18,
    isOffPhone: true,
    cell: ({ customerId, customerExternalId }) => (
      <CustomerLink
        customerId={customerId}
        name={customerExternalId ?? 'Customer'}
        size="sm"
        display="block"
        truncate
      />
    ),
  },
  { header: 'Agent', share: 14, isOffPhone: true, cell: ({ agentName }) => short(agentName) },
  { header: 'Signal', share: 14, cell: ({ signalName }) => short(signalName) },
  {
    header: 'Units',
    isFigure: true,
    isOffPhone: true,
    cell: ({ quantity }) => formatCount(quantity),
  },
  { header: 'Reason', share: 28, isOffPhone: true, cell: ({ reason }) => short(reason) },
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

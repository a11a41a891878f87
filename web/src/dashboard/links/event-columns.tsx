import { Text } from '@mantine/core'
import type { UsageEvent } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from './customer-link.tsx'
import { EventLink } from './event-link.tsx'
import { EventState } from './event-state.tsx'
import { UnknownCostLink } from './unknown-cost-link.tsx'

const short = (text: string, width: number) => (
  <Text size="sm" maw={width} truncate title={text}>
    {text}
  </Text>
)

export const EVENT_COLUMNS: readonly Column<UsageEvent>[] = [
  {
    header: 'Usage date',
    isTime: true,
    cell: ({ id, usageDate }) => (
      <EventLink eventId={id}>
        <Timestamp at={usageDate} as="bare" />
      </EventLink>
    ),
  },
  {
    header: 'Customer',
    cell: ({ customerId, customerName: name }) => (
      <CustomerLink
        customerId={customerId}
        name={name}
        size="sm"
        display="block"
        maw="clamp(84px, 12vw, 150px)"
        truncate
      />
    ),
  },
  { header: 'Agent', cell: ({ agentName }) => short(agentName, 120), isOffPhone: true },
  { header: 'Signal', cell: ({ signal }) => short(signal.name, 130), isOffPhone: true },
  {
    header: 'Quantity',
    cell: ({ quantity }) => formatCount(quantity),
    isFigure: true,
    isOffPhone: true,
  },
  { header: 'Models', cell: ({ models }) => short(models.join(', '), 140), isOffPhone: true },
  {
    header: 'Cost',
    cell: ({ usageCost }) => (usageCost === null ? <UnknownCostLink /> : formatCost(usageCost)),
    isFigure: true,
  },
  {
    header: 'Status',
    cell: ({ eventProcessed }) => <EventState state={eventProcessed} />,
    isOffPhone: true,
  },
]

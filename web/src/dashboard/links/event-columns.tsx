import { Text } from '@mantine/core'
import type { UsageEvent } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { Cost } from '../../ui/values/cost.tsx'
import { quantityInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from './customer-link.tsx'
import { EventLink } from './event-link.tsx'
import { EventState } from './event-state.tsx'
import { UnknownCostLink } from './unknown-cost-link.tsx'

const short = (text: string) => (
  <Text size="sm" truncate title={text}>
    {text}
  </Text>
)

export const EVENT_COLUMNS: readonly Column<UsageEvent>[] = [
  {
    header: 'Usage date',
    isKey: true,
    sort: 'usageDate',
    isTime: true,
    cell: ({ id, usageDate }) => (
      <EventLink eventId={id}>
        <Timestamp at={usageDate} as="bare" />
      </EventLink>
    ),
  },
  {
    header: 'Customer',
    share: 18,
    cell: ({ customerId, customerName: name }) => (
      <CustomerLink customerId={customerId} name={name} size="sm" display="block" truncate />
    ),
  },
  { header: 'Agent', share: 13, cell: ({ agentName }) => short(agentName), isOffPhone: true },
  { header: 'Signal', share: 14, cell: ({ signal }) => short(signal.name), isOffPhone: true },
  {
    header: 'Quantity',
    cell: quantityInWords,
    isFigure: true,
    isOffPhone: true,
  },
  { header: 'Models', share: 26, cell: ({ models }) => short(models.join(', ')), isOffPhone: true },
  {
    header: 'Cost',
    sort: 'usageCost',
    cell: ({ usageCost }) =>
      usageCost === null ? <UnknownCostLink /> : <Cost value={usageCost} />,
    isFigure: true,
  },
  {
    header: 'Status',
    cell: ({ eventProcessed }) => <EventState state={eventProcessed} />,
    isOffPhone: true,
  },
]

import { Text } from '@mantine/core'
import type { UsageEvent } from '../../api/api.gen.ts'
import type { Column } from '../../ui/table/column.ts'
import { Cost } from '../../ui/values/cost.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { EventLink } from './event-link.tsx'
import { EventState } from './event-state.tsx'

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
    width: 180,
  },
  { header: 'Customer', cell: ({ customerName }) => short(customerName, 200) },
  { header: 'Agent', cell: ({ agent }) => short(agent.name, 150) },
  { header: 'Signal', cell: ({ signal }) => short(signal.name, 150) },
  { header: 'Quantity', cell: ({ quantity }) => formatCount(quantity), isFigure: true, width: 90 },
  { header: 'Models', cell: ({ models }) => short(models.join(', '), 180) },
  {
    header: 'Cost',
    cell: ({ usageCost }) => <Cost value={usageCost} />,
    isFigure: true,
    width: 110,
  },
  {
    header: 'State',
    cell: ({ eventProcessed }) => <EventState state={eventProcessed} />,
    width: 140,
  },
]

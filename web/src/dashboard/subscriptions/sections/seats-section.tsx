import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Subscription, SubscriptionSeats } from '../../../api/api-types.ts'
import { seatsQuery } from '../../../api/seats.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

const STATES = { past: 'Before', current: 'Current', upcoming: 'Upcoming' } as const

const COLUMNS: readonly Column<SubscriptionSeats>[] = [
  { header: 'From', cell: ({ from }) => formatDay(from) },
  { header: 'Seats', cell: ({ seatsCount }) => formatCount(seatsCount), width: 150 },
  {
    header: 'Status',
    cell: ({ state }) => (
      <Text size="sm" {...(state !== 'current' && { c: 'dimmed' })}>
        {STATES[state]}
      </Text>
    ),
    width: 170,
  },
]

/** The numbers of seats by date, once the number has changed. */
export default function SeatsSection({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const { id, timezoneInForce } = subscription
  const query = useQuery(seatsQuery(slug, id))
  if (!query.error && (query.data?.results.length ?? 0) < 2) return null
  return (
    <Section title="Seats" about={`Days in ${timezoneInForce}`}>
      <DataTable
        name="Seats by date"
        columns={COLUMNS}
        rowKey={({ from }) => from}
        query={query}
        pages={null}
        empty={<Empty title="No seats">The number of seats has not changed.</Empty>}
      />
    </Section>
  )
}

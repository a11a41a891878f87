import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ShownPeriod, Subscription } from '../../../api/api-types.ts'
import { periodsQuery } from '../../../api/subscriptions.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDay, formatPeriod } from '../../../ui/values/dates.ts'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const STATES = { past: 'Ended', current: 'Current', upcoming: 'Upcoming' } as const

const columns = (timeZone: string): readonly Column<ShownPeriod>[] => [
  { header: 'Period', cell: (period) => formatPeriod(period, timeZone) },
  {
    header: 'Status',
    cell: ({ state }) => (
      <Text size="sm" {...(state !== 'current' && { c: 'dimmed' })}>
        {STATES[state]}
      </Text>
    ),
    width: 150,
  },
  {
    header: 'Invoice',
    cell: ({ invoice, invoiceDate, state }) => {
      if (invoice !== null) return <InvoiceLink invoice={invoice} />
      return state === 'past' ? 'Not invoiced' : `Draft on ${formatDay(invoiceDate)}`
    },
    width: 170,
  },
]

/** Billing periods of the subscription. */
export function PeriodsSection({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const { id, timezoneInForce } = subscription
  return (
    <Section title="Billing periods" about={`Days in ${timezoneInForce}, the last one included`}>
      <DataTable
        name="Billing periods"
        columns={columns(timezoneInForce)}
        rowKey={({ start }) => start}
        query={useQuery(periodsQuery(slug, id))}
        pages={null}
        empty={<Empty title="No periods">The subscription ended before it started.</Empty>}
      />
    </Section>
  )
}

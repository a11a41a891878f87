import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../../api/api.gen.ts'
import { customerSubscriptionsQuery } from '../../../api/customers.ts'
import { usePreference } from '../../../ui/preferences.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Pages } from '../../../ui/table/pages.tsx'
import { formatDay, isDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { TabProps } from './tab-search.ts'

const STATES = {
  active: { tone: 'good', label: 'Active' },
  upcoming: { tone: 'waiting', label: 'Upcoming' },
  ended: { tone: 'over', label: 'Ended' },
} as const

const CYCLES = {
  monthly: () => 'Monthly',
  yearly: () => 'Yearly',
  custom: ({ customCycleDays }: Subscription) => `Every ${formatCount(customCycleDays ?? 0)} days`,
} as const

const COLUMNS: readonly Column<Subscription>[] = [
  {
    header: 'Name',
    cell: ({ name }) => (
      <Text fw={500} size="sm" maw={320} truncate title={name}>
        {name}
      </Text>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StateBadge {...STATES[status]} />, width: 130 },
  { header: 'Billed', cell: (one) => CYCLES[one.billingCycle](one), width: 140 },
  { header: 'Start', cell: ({ startDate }) => formatDay(startDate), width: 130 },
  {
    header: 'End',
    cell: ({ endDate }) => (endDate === null ? '–' : <End at={endDate} />),
    width: 130,
  },
  {
    header: 'Next invoice',
    cell: ({ nextInvoiceDate }) => (nextInvoiceDate === null ? '–' : formatDay(nextInvoiceDate)),
    width: 130,
  },
]

/** A day of the calendar, or the very instant. */
function End({ at }: { at: string }) {
  return isDay(at) ? formatDay(at) : <Timestamp at={at} />
}

export function CustomerSubscriptions({ search, onSearch }: TabProps) {
  const { slug } = useOrganization()
  const { id: customerId } = useCustomer()
  const pageSize = usePreference('pageSize')
  const [page, limit] = [search.page ?? 1, search.limit ?? pageSize]
  const query = useQuery({
    ...customerSubscriptionsQuery(slug, { customerId, page, limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      name="Subscriptions"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      query={query}
      pages={
        query.data && (
          <Pages
            list={query.data}
            page={page}
            limit={limit}
            onPage={(chosen) => onSearch({ ...search, page: chosen })}
            onLimit={(chosen) => onSearch({ limit: chosen })}
          />
        )
      }
      empty={
        <Empty title="No subscriptions">
          Usage of this customer is recorded, and billed once it has a subscription to a plan.
        </Empty>
      }
    />
  )
}

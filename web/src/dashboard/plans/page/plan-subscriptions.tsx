import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../../api/api-types.ts'
import { CUSTOMERS } from '../../../api/choices.ts'
import { subscriptionsQuery } from '../../../api/subscriptions.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useList } from '../../../ui/table/use-list.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { CustomerLink } from '../../links/customer-link.tsx'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { NewSubscriptionButton } from '../../subscriptions/list/new-subscription-button.tsx'
import { STATES } from '../../subscriptions/subscription-texts.ts'
import type { PlanSearch } from '../plans-search.ts'

const COLUMNS: readonly Column<Subscription>[] = [
  { header: 'Customer', cell: ({ customerId }) => <CustomerOf customerId={customerId} /> },
  {
    header: 'Subscription',
    cell: ({ id, name }) => (
      <Text size="sm" maw="clamp(120px, 20vw, 320px)" truncate component="div">
        <SubscriptionLink subscriptionId={id} name={name} />
      </Text>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StateBadge {...STATES[status]} />, width: 120 },
  {
    header: 'Start',
    cell: ({ startDate }) => formatDay(startDate),
    isOffPhone: true,
    width: 130,
  },
  {
    header: 'Next invoice',
    cell: ({ nextInvoiceDate }) => (nextInvoiceDate === null ? '–' : formatDay(nextInvoiceDate)),
    isOffPhone: true,
    width: 130,
  },
]

function CustomerOf({ customerId }: { customerId: string }) {
  const name = useChoice(CUSTOMERS, customerId)?.name ?? customerId
  return (
    <Text size="sm" fw={500} maw="clamp(120px, 20vw, 320px)" truncate component="div">
      <CustomerLink customerId={customerId} name={name} />
    </Text>
  )
}

type Props = { planId: string; search: PlanSearch; onSearch: (search: PlanSearch) => void }

export function PlanSubscriptions({ planId, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const query = useQuery({
    ...subscriptionsQuery(slug, { planId, page: list.page, limit: list.limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="Subscriptions"
      about="The customers billed by this plan."
      action={<NewSubscriptionButton planId={planId} variant="default" />}
    >
      <DataTable
        name="Subscriptions of this plan"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={list.pagesOf(query.data)}
        empty={
          <Empty title="No subscriptions yet">
            Customers are billed once they subscribe to this plan.
          </Empty>
        }
      />
    </Section>
  )
}

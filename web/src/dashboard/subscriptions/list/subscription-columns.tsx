import { Text } from '@mantine/core'
import type { Subscription } from '../../../api/api-types.ts'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CustomerLink } from '../../links/customer-link.tsx'
import { PlanLink } from '../../links/plan-link.tsx'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import { currentPeriodOf, dayOrNone } from '../subscription-dates.tsx'
import { STATES } from '../subscription-texts.ts'

export const SUBSCRIPTION_COLUMNS: readonly Column<Subscription>[] = [
  {
    header: 'Name',
    isKey: true,
    share: 21,
    sort: 'name',
    cell: ({ id, name }) => (
      <SubscriptionLink
        subscriptionId={id}
        name={name}
        size="sm"
        fw={500}
        truncate
        display="block"
      />
    ),
  },
  {
    header: 'Customer',
    share: 22,
    cell: ({ customerId, customerName }) => (
      <CustomerLink
        customerId={customerId}
        name={customerName}
        size="sm"
        truncate
        display="block"
      />
    ),
  },
  {
    header: 'Plan',
    share: 18,
    cell: ({ planId, planName }) => (
      <PlanLink planId={planId} name={planName} size="sm" truncate display="block" />
    ),
    isOffPhone: true,
  },
  {
    header: 'Agent',
    share: 17,
    cell: ({ agentName }) => <Party name={agentName} />,
    isOffPhone: true,
  },
  {
    header: 'Status',
    cell: ({ status }) => <StateBadge {...STATES[status]} />,
    width: 100,
  },
  { header: 'Current period', cell: currentPeriodOf, isOffPhone: true, width: 170 },
  {
    header: 'Next invoice',
    cell: ({ nextInvoiceDate }) => dayOrNone(nextInvoiceDate),
    isOffPhone: true,
    width: 110,
  },
]

function Party({ name }: { name: string }) {
  return (
    <Text size="sm" truncate title={name}>
      {name}
    </Text>
  )
}

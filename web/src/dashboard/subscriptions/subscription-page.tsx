import { Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Subscription } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { DiscountsSection } from '../discounts/discounts-section.tsx'
import { CustomerLink } from '../links/customer-link.tsx'
import { PlanLink } from '../links/plan-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { SubscriptionActions } from './actions/subscription-actions.tsx'
import { ReadSubscription } from './read-subscription.tsx'
import { InvoicesSection } from './sections/invoices-section.tsx'
import { PeriodsSection } from './sections/periods-section.tsx'
import { PlanChangeNote } from './sections/plan-change-note.tsx'
import { TermsSection } from './sections/terms-section.tsx'
import { UnbilledNote } from './sections/unbilled-note.tsx'
import type { SubscriptionSearch } from './subscription-search.ts'
import { STATES } from './subscription-texts.ts'

/** Loaded lazily: it has the words of all kinds of prices. */
const PricesSection = lazy(() => import('./prices/prices-section.tsx'))
/** Most subscriptions have no changes of seats. */
const SeatsSection = lazy(() => import('./sections/seats-section.tsx'))
/** Last on the page. */
const HistorySection = lazy(() => import('./sections/history-section.tsx'))

type Props = {
  subscriptionId: string
  search: SubscriptionSearch
  onSearch: (search: SubscriptionSearch) => void
}

/** A subscription: terms, invoices, periods and history. */
export function SubscriptionPage({ subscriptionId, search, onSearch }: Props) {
  return (
    <ReadSubscription subscriptionId={subscriptionId}>
      {(subscription) => (
        <Stack gap={32}>
          <Head subscription={subscription} />
          <PlanChangeNote subscription={subscription} />
          <UnbilledNote subscription={subscription} />
          <TermsSection subscription={subscription} />
          <Suspense fallback={<LinesSkeleton lines={4} />}>
            <PricesSection subscription={subscription} />
          </Suspense>
          <Suspense>
            <SeatsSection subscription={subscription} />
          </Suspense>
          <PeriodsSection subscription={subscription} />
          <InvoicesSection subscription={subscription} />
          <DiscountsSection
            customerId={subscription.customerId}
            of={{ subscriptionId, dealId: subscription.dealId }}
          />
          <Suspense fallback={<LinesSkeleton lines={4} />}>
            <HistorySection subscription={subscription} search={search} onSearch={onSearch} />
          </Suspense>
        </Stack>
      )}
    </ReadSubscription>
  )
}

function Head({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const { name, status, customerId, customerName, planId, planName, agentId, agentName } =
    subscription
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/subscriptions" params={{ slug }} size="sm">
        Subscriptions
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" maw="100%">
          <PageTitle>{name}</PageTitle>
          <StateBadge {...STATES[status]} />
        </Group>
        <SubscriptionActions subscription={subscription} />
      </Group>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <CustomerLink customerId={customerId} name={customerName} inherit /> on{' '}
        <PlanLink planId={planId} name={planName} inherit />, for{' '}
        <AnchorLink to="/o/$slug/agents/$agentId" params={{ slug, agentId }} inherit>
          {agentName}
        </AnchorLink>
      </Text>
    </Stack>
  )
}

import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PortalSubscription, PortalUsage } from '../../api/api-types.ts'
import {
  portalCurrentPeriodQuery,
  portalSubscriptionsQuery,
  portalUsageQuery,
} from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { formatPeriod } from '../../ui/values/dates.ts'
import { PortalPage } from '../shell/portal-page.tsx'
import GrowthChart from '../subscriptions/growth-chart.tsx'
import { SignalTable } from './signal-table.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { type UsageSearch, usageQueryOf } from './usage-search.ts'

/** Loaded after the figures: menus and dialogs are large. */
const Budgets = lazy(() => import('../budgets/budgets.tsx'))
const Requests = lazy(() => import('../outcomes/requests.tsx'))
const CompareDialog = lazy(() => import('./compare-dialog.tsx'))

const HEIGHT = 320

/** Shows usage by signal and day, with its amounts. */
export function UsagePage({ search }: { search: UsageSearch }) {
  const query = useQuery(portalSubscriptionsQuery)
  return (
    <PortalPage title="Usage">
      <Loaded query={query} height={HEIGHT}>
        {({ results }) => {
          const chosen = results.find(({ id }) => id === search.subscription) ?? firstOf(results)
          return chosen === undefined ? (
            <Empty title="Nothing to show">You have no subscription with usage to show.</Empty>
          ) : (
            <Stack gap={32}>
              <Usage key={chosen.id} subscription={chosen} all={results} search={search} />
              <Suspense>
                <Requests />
                <Budgets />
              </Suspense>
            </Stack>
          )
        }}
      </Loaded>
    </PortalPage>
  )
}

/** Returns the active subscription, otherwise the first one. */
const firstOf = (all: readonly PortalSubscription[]) =>
  all.find(({ status }) => status === 'active') ?? all[0]

type Props = {
  subscription: PortalSubscription
  all: readonly PortalSubscription[]
  search: UsageSearch
}

function Usage({ subscription, all, search }: Props) {
  const query = useQuery({
    ...portalUsageQuery(usageQueryOf(subscription.id, search)),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap={32}>
      <UsageFilters subscription={subscription} all={all} search={search} />
      <Loaded query={query} height={HEIGHT}>
        {(usage) => (
          <Figures usage={usage} isCurrent={search.period === undefined && usage.isRunning} />
        )}
      </Loaded>
    </Stack>
  )
}

type FiguresProps = { usage: PortalUsage; isCurrent: boolean }

function Figures({ usage, isCurrent }: FiguresProps) {
  const { period, timeZone, isRunning, signals } = usage
  if (period === null) {
    return <Empty title="Nothing to show">The subscription does not cover these days.</Empty>
  }
  const days = formatPeriod(period, timeZone)
  const growth = isCurrent && <Growth subscriptionId={usage.subscriptionId} />
  if (signals.length === 0) {
    return (
      <Stack gap={32}>
        <Empty title="No usage">This subscription has no usage-based prices.</Empty>
        {growth}
      </Stack>
    )
  }
  return (
    <Stack gap={32}>
      <Section
        title={days}
        about={isRunning ? 'Usage so far. It changes until the period ends.' : undefined}
        action={<CompareButton usage={usage} />}
      >
        <SignalTable signals={signals} />
      </Section>
      {growth}
      <Section title="By day" about="Units of each item">
        <UsageChart usage={usage} />
      </Section>
    </Stack>
  )
}

function CompareButton({ usage }: { usage: PortalUsage }) {
  const [isOpen, opened] = useDisclosure()
  return (
    <>
      <Button variant="default" size="xs" onClick={opened.open}>
        Compare with your own count
      </Button>
      <Suspense>{isOpen && <CompareDialog usage={usage} onClose={opened.close} />}</Suspense>
    </>
  )
}

/** Shows nothing if the period has no amount of its own, such as one that is already invoiced. */
function Growth({ subscriptionId }: { subscriptionId: string }) {
  const { data } = useQuery(portalCurrentPeriodQuery(subscriptionId))
  if (data?.days.length === 0) return null
  return (
    <Section
      title="Amount so far"
      about="Your next invoice, day by day: usage with fees, discounts and taxes."
    >
      <GrowthChart subscriptionId={subscriptionId} />
    </Section>
  )
}

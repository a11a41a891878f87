import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PortalOverview } from '../../api/api-types.ts'
import { portalOverviewQuery } from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { InvoiceRows } from '../invoices/invoice-rows.tsx'
import { PortalAnchor } from '../shell/portal-link.tsx'
import { PortalPage } from '../shell/portal-page.tsx'
import { SubscriptionCard } from '../subscriptions/subscription-card.tsx'
import { CreditNote } from './credit-note.tsx'
import { DuePanel } from './due-panel.tsx'
import { RunningPeriods } from './running-periods.tsx'

const HEIGHT = 320

/** Shows the amount due, current periods and past invoices. */
export function OverviewPage() {
  const query = useQuery(portalOverviewQuery)
  return (
    <PortalPage title="Home">
      <Loaded query={query} height={HEIGHT}>
        {(overview) => <Overview overview={overview} />}
      </Loaded>
    </PortalPage>
  )
}

function Overview({ overview }: { overview: PortalOverview }) {
  const { creditBalances, runningPeriods, lastInvoices, subscriptions, totalSubscriptions } =
    overview
  return (
    <Stack gap={32}>
      <Stack gap="sm">
        <DuePanel overview={overview} />
        <CreditNote balances={creditBalances} />
      </Stack>
      {runningPeriods.length > 0 && <RunningPeriods periods={runningPeriods} />}
      <Section
        title="Latest invoices"
        action={
          lastInvoices.length > 0 && <PortalAnchor to="/portal/invoices">All invoices</PortalAnchor>
        }
      >
        {lastInvoices.length === 0 ? (
          <Text c="dimmed">Your invoices will appear here.</Text>
        ) : (
          <InvoiceRows invoices={lastInvoices} label="Latest invoices" />
        )}
      </Section>
      {subscriptions.length > 0 && (
        <Section
          title="Subscriptions"
          action={
            <PortalAnchor to="/portal/subscriptions">
              {totalSubscriptions > subscriptions.length
                ? `All ${formatCount(totalSubscriptions)}`
                : 'Prices'}
            </PortalAnchor>
          }
        >
          {subscriptions.map((one) => (
            <SubscriptionCard key={one.id} subscription={one} isShort />
          ))}
        </Section>
      )}
    </Stack>
  )
}

import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import type { Subscription } from '../../../api/api-types.ts'
import { previewInvoice } from '../../../api/invoices.ts'
import { subscriptionsQuery } from '../../../api/subscriptions.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { dayIn } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { EventsOfDays } from '../../links/events-of-days.tsx'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { currentPeriodOf } from '../../subscriptions/subscription-dates.tsx'
import { useCustomer } from '../use-customer.ts'

const SHOWN = 5
const HEIGHT = 160
const CONFLICT = 409

/** Previews the invoice of the current period for each subscription. */
export default function RunningPeriods() {
  const { slug, refusalOf } = useOrganization()
  const { id: customerId } = useCustomer()
  const query = useQuery(
    subscriptionsQuery(slug, { customerId, status: 'active', limit: SHOWN, page: 1 }),
  )
  const reason = refusalOf('bill')
  return (
    <Section
      title="Current billing period"
      about="Amounts so far. They are not final: usage until the end of the period adds to them."
    >
      <Loaded query={query} height={HEIGHT}>
        {({ results, totalResults }) => (
          <Stack gap="md">
            {results.length === 0 && (
              <Text c="dimmed">
                No subscription is active, so there is no current billing period.
              </Text>
            )}
            {reason !== undefined && results.length > 0 && <Text c="dimmed">{reason}.</Text>}
            {reason === undefined &&
              results.map((one) => <RunningPeriod key={one.id} subscription={one} />)}
            {totalResults > SHOWN && (
              <Text size="sm" c="dimmed">
                {formatCount(totalResults - SHOWN)} more active.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function RunningPeriod({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const { id, name, customerId, timezoneInForce: timeZone } = subscription
  const query = useQuery(previewInvoice(slug, { customerId, subscriptionId: id }))
  const isInvoiced = query.error instanceof ApiError && query.error.status === CONFLICT
  return (
    <Panel
      title={currentPeriodOf(subscription)}
      about={<SubscriptionLink subscriptionId={id} name={name} inherit />}
      action={
        <Group>
          <Badge color="gray">So far</Badge>
        </Group>
      }
    >
      {isInvoiced ? (
        <Text c="dimmed">{query.error?.message}</Text>
      ) : (
        <Loaded query={query} height={HEIGHT}>
          {(invoice) => (
            <Stack gap={8}>
              <InvoiceLines
                lines={invoice.lineItems}
                currency={invoice.currency}
                dates={{
                  timeZone,
                  periodStart: invoice.periodStart,
                  periodEnd: invoice.periodEnd,
                }}
                more={({ signalId, periodStart, periodEnd }) =>
                  signalId === null ? null : (
                    <Text size="sm">
                      <EventsOfDays
                        days={{
                          startDate: dayIn(periodStart, timeZone),
                          endDate: dayIn(new Date(Date.parse(periodEnd) - 1), timeZone),
                        }}
                        of={{ customerId, signalId }}
                      >
                        Events behind this line
                      </EventsOfDays>
                    </Text>
                  )
                }
              />
              <InvoiceSums bill={invoice} timeZone={timeZone} isRunning />
            </Stack>
          )}
        </Loaded>
      )}
    </Panel>
  )
}

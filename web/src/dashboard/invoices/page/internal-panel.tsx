import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../../../api/api-types.ts'
import { eventCountQuery } from '../../../api/events.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { dayIn } from '../../../ui/values/dates.ts'
import { formatAmount, formatCount, formatRounded } from '../../../ui/values/money.ts'
import { EventsOfDays } from '../../links/events-of-days.tsx'
import { useOrganization } from '../../session/use-organization.ts'

/** Cost and margin of an invoice, visible to the organization only. */
export function InternalPanel({ invoice }: { invoice: Invoice }) {
  const { totalCost, margin, netTotal, currency, voidReason, agentBreakdown } = invoice
  const [agent] = agentBreakdown
  return (
    <Panel title="Internal" about="Never shown to the customer">
      <Stack gap="sm">
        <Facts
          facts={[
            ['Net total', formatAmount(netTotal, currency)],
            ['Cost', formatRounded(totalCost, 'USD')],
            [
              'Invoice margin',
              margin === null ? 'Only available in USD' : formatRounded(margin, currency),
            ],
            ...(agent ? [['Agent', agent.agentName] as const] : []),
            ...(voidReason === null ? [] : [['Void reason', voidReason] as const]),
          ]}
        />
        {agent && (
          <>
            <Uncosted invoice={invoice} agentId={agent.agentId} />
            <Text size="sm">
              <EventsOfDays
                days={daysOf(invoice)}
                of={{ customerId: invoice.customerId, agentId: agent.agentId }}
              >
                View events
              </EventsOfDays>
            </Text>
          </>
        )}
      </Stack>
    </Panel>
  )
}

/** Returns the days of the period, the last one included. */
const daysOf = ({ periodStart, periodEnd, timezone }: Invoice) => ({
  startDate: dayIn(periodStart, timezone),
  endDate: dayIn(new Date(Date.parse(periodEnd) - 1), timezone),
})

/** Events of the period without a cost, which the invoice margin does not include. */
function Uncosted({ invoice, agentId }: { invoice: Invoice; agentId: string }) {
  const { slug } = useOrganization()
  const { customerId, periodStart, periodEnd } = invoice
  const { data: count = 0 } = useQuery(
    eventCountQuery(slug, {
      customerId,
      agentId,
      eventProcessed: 'UNCOSTED',
      startDate: periodStart,
      endDate: new Date(new Date(periodEnd).getTime() - 1).toISOString(),
    }),
  )
  if (count === 0) return null
  return (
    <Text size="sm">
      {formatCount(count)} {count === 1 ? 'event' : 'events'} without a cost, not included in these
      figures.{' '}
      <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }} size="sm" underline="always">
        Unknown costs
      </AnchorLink>
    </Text>
  )
}

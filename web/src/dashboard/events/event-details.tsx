import { Stack, Text } from '@mantine/core'
import type { UsageEventDetail } from '../../api/api-types.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { Evidence } from '../../ui/values/evidence.tsx'
import { formatCost } from '../../ui/values/money.ts'
import { quantityInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from '../links/customer-link.tsx'
import { EventState } from '../links/event-state.tsx'
import { LinesThatBill } from '../links/lines-that-bill.tsx'
import { RunLink } from '../links/run-link.tsx'
import { EventRejections } from '../rejections/event-rejections.tsx'
import { CostLinesTable } from './cost-lines-table.tsx'
import { EventCorrections } from './event-corrections.tsx'
import { FilterLink } from './filter-link.tsx'
import { MissingCost } from './missing-cost.tsx'
import { SubscriptionName } from './subscription-name.tsx'
import { UsedPrices } from './used-prices.tsx'

/** All details of an event. */
export function EventDetails({ event }: { event: UsageEventDetail }) {
  const { usageCost, usageCostData, services, metadata } = event
  return (
    <Stack gap="lg">
      {usageCost === null ? (
        <MissingCost services={services} />
      ) : (
        <Section title={formatCost(usageCost)} about="Calculated at the prices of its usage date.">
          <CostLinesTable lines={usageCostData} />
          <UsedPrices services={services} />
        </Section>
      )}
      <EventCorrections corrections={event.corrections} />
      {(event.evidenceUrl !== null || event.evidence !== null) && (
        <Section title="Evidence" about="The customer sees it, too.">
          <Evidence evidenceUrl={event.evidenceUrl} evidence={event.evidence} />
        </Section>
      )}
      <EventRejections event={event} />
      <LinesThatBill lines={event.invoiceLines} />
      <Facts facts={factsOf(event)} />
      <Section title="Metadata">
        {Object.keys(metadata).length === 0 ? (
          <Text c="dimmed">No metadata was sent.</Text>
        ) : (
          <CopyText text={JSON.stringify(metadata, null, 2)} label="Copy metadata" isBlock />
        )}
      </Section>
    </Stack>
  )
}

function factsOf(event: UsageEventDetail) {
  const { customerId, customerName, customerExternalId, agentId, agentName, signal, runId } = event
  const { subscriptionId, idempotencyKey, createdAt, id, eventProcessed } = event
  const { customerCost = null } = event
  return [
    ['Customer', <CustomerLink key="c" customerId={customerId} name={customerName} inherit />],
    ['External id', customerExternalId ?? '–'],
    ['Agent', <FilterLink key="a" filter={{ agentId }} text={agentName} />],
    ['Signal', <FilterLink key="s" filter={{ signalId: signal.id }} text={signal.name} />],
    ['Quantity', quantityInWords(event)],
    ...(customerCost === null ? [] : [['Paid by the customer', formatCost(customerCost)] as const]),
    ['Status', <EventState key="p" state={eventProcessed} />],
    ['Subscription', <SubscriptionName key="u" subscriptionId={subscriptionId} />],
    ['Run', runId === null ? '–' : <Run key="r" runId={runId} />],
    [
      'Idempotency key',
      idempotencyKey === null ? '–' : <CopyText key="k" text={idempotencyKey} label="Copy key" />,
    ],
    ['Received', <Timestamp key="t" at={createdAt} />],
    ['Event id', <CopyText key="i" text={id} label="Copy event id" />],
  ] as const
}

/** Leads to the events of the run, and to the run itself. */
function Run({ runId }: { runId: string }) {
  return (
    <>
      <FilterLink filter={{ runId }} text={runId} />{' '}
      <RunLink runId={runId} inherit underline="always">
        Open run
      </RunLink>
    </>
  )
}

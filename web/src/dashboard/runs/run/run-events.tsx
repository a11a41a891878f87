import { Group } from '@mantine/core'
import type { RunDetail, RunEvent } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { Cost } from '../../../ui/values/cost.tsx'
import { Evidence } from '../../../ui/values/evidence.tsx'
import { quantityInWords } from '../../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { CustomerLink } from '../../links/customer-link.tsx'
import { EventLink } from '../../links/event-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const COLUMNS: readonly SmallColumn<RunEvent>[] = [
  { header: 'Signal', isName: true, cell: (event) => <Name event={event} /> },
  { header: 'Quantity', isFigure: true, cell: quantityInWords },
  {
    header: 'Cost',
    isFigure: true,
    cell: ({ usageCost }) => <Cost value={usageCost} />,
  },
  {
    header: 'Customer',
    cell: ({ customerId, customerExternalId }) => (
      <CustomerLink customerId={customerId} name={customerExternalId ?? 'Unassigned'} inherit />
    ),
  },
  {
    header: 'Usage date',
    isShort: true,
    cell: ({ usageDate }) => <Timestamp at={usageDate} />,
  },
  { header: 'Evidence', isName: true, cell: (event) => <Evidence {...event} /> },
]

/** The usage events that a run became. */
export function RunEvents({ run: { runId, events, eventCount } }: { run: RunDetail }) {
  const { slug } = useOrganization()
  return (
    <Section
      title="Events"
      about="The usage that is billed and costed."
      action={
        eventCount > 0 && (
          <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ runId }} size="sm">
            View in Events
          </AnchorLink>
        )
      }
    >
      {events.length === 0 ? (
        <NoRows>None yet. An event follows about ten seconds after the root span has ended.</NoRows>
      ) : (
        <SmallTable
          name="Events of the run"
          columns={COLUMNS}
          rows={events}
          rowKey={({ eventId }) => eventId}
        />
      )}
    </Section>
  )
}

function Name({ event: { eventId, signalName, voidedAt } }: { event: RunEvent }) {
  return (
    <Group gap={8}>
      <EventLink eventId={eventId}>{signalName}</EventLink>
      {voidedAt !== null && <StateBadge tone="over" label="Void" />}
    </Group>
  )
}

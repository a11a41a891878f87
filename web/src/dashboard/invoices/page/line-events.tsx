import { Anchor, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice, InvoiceLine } from '../../../api/api-types.ts'
import { type EventFilter, eventsQuery } from '../../../api/events.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { PageButtons } from '../../../ui/table/page-buttons.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { EVENT_COLUMNS } from '../../links/event-columns.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { InvoiceEventLink } from './invoice-event-link.tsx'

const SHOWN = 10
const COLUMNS = new Set(['Quantity', 'Models', 'Cost', 'Status'])

type Props = { invoice: Invoice; line: InvoiceLine }

/** Events behind a line, shown on request, because most readers only check the amounts. */
export function LineEvents({ invoice, line }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (line.signalId === null || line.agentId === null) return null
  return (
    <Stack gap={8} align="stretch">
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the events behind this line' : 'Events behind this line'}
      </Anchor>
      {isOpen && (
        <Events
          line={line}
          isFrozen={invoice.status !== 'draft'}
          filter={{
            customerId: invoice.customerId,
            agentId: line.agentId,
            signalId: line.signalId,
            startDate: line.periodStart,
            endDate: lastInstantOf(line.periodEnd),
          }}
        />
      )}
    </Stack>
  )
}

/** The API includes the end of the range; a period excludes it. */
function lastInstantOf(end: string): string {
  return new Date(new Date(end).getTime() - 1).toISOString()
}

type EventsProps = { line: InvoiceLine; isFrozen: boolean; filter: EventFilter }

function Events({ line, isFrozen, filter }: EventsProps) {
  const { slug } = useOrganization()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...eventsQuery(slug, { ...filter, page, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.totalResults
  return (
    <Stack gap={8}>
      {total !== undefined && total > 0 && (
        <Text size="sm" c="dimmed">
          {explained(line, total, isFrozen)}
        </Text>
      )}
      <DataTable
        name={`Events behind ${line.description}`}
        columns={[
          {
            header: 'Usage date',
            isTime: true,
            cell: (event) => <InvoiceEventLink event={event} />,
          },
          ...EVENT_COLUMNS.filter(({ header }) => COLUMNS.has(header)),
        ]}
        rowKey={({ id }) => id}
        query={query}
        pages={
          total !== undefined &&
          total > SHOWN && (
            <PageButtons
              previous={page > 1 ? () => setPage(page - 1) : undefined}
              next={page * SHOWN < total ? () => setPage(page + 1) : undefined}
            />
          )
        }
        empty={
          <Text size="sm" c="dimmed">
            No usage in this period.
          </Text>
        }
      />
    </Stack>
  )
}

/** Explains whether the listed events equal those on the line, and where the rest is billed. */
function explained({ type, eventCount, billed }: InvoiceLine, total: number, isFrozen: boolean) {
  const all = `${counted(total)} in this period`
  if (type === 'late_usage') {
    return `${all}, of which this line bills those recorded after an earlier invoice was finalized (${counted(eventCount)}). The others were billed before.`
  }
  if (total === eventCount) return `${all}, all of them on this line.`
  if (billed !== null)
    return `${all}. This line bills a part of its period: ${counted(eventCount)}.`
  return isFrozen
    ? `${all}, and ${counted(eventCount)} on this line. Events recorded after the invoice was finalized are billed as late usage on a later invoice.`
    : `${all}, and ${counted(eventCount)} on this line. Recalculate the draft to bill the events recorded since.`
}

const counted = (count: number) => `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`

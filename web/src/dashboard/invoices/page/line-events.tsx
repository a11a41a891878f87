import { Anchor, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvoiceLine } from '../../../api/api-types.ts'
import { lineEventsCsv, lineEventsQuery } from '../../../api/invoices.ts'
import { PageButtons } from '../../../ui/layout/page-buttons.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ExportButton } from '../../../ui/table/export-button.tsx'
import { Evidence } from '../../../ui/values/evidence.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { EVENT_COLUMNS } from '../../links/event-columns.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { InvoiceEventLink } from './invoice-event-link.tsx'

const SHOWN = 10
const COLUMNS = new Set(['Quantity', 'Models', 'Cost', 'Status'])

type Props = { invoiceId: string; line: InvoiceLine }

/** Events behind a line, shown on request, because most readers only check the amounts. */
export function LineEvents(props: Props) {
  const [isOpen, setOpen] = useState(false)
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
      {isOpen && <Events {...props} />}
    </Stack>
  )
}

function Events({ invoiceId, line }: Props) {
  const { slug } = useOrganization()
  /** Cursors of the pages before this one, and of this one. */
  const [trail, setTrail] = useState<readonly string[]>([])
  const path = { invoiceId, lineId: line.id }
  const after = trail.at(-1)
  const query = useQuery({
    ...lineEventsQuery(slug, path, { limit: SHOWN, ...(after !== undefined && { after }) }),
    placeholderData: keepPreviousData,
  })
  const first = useQuery(lineEventsQuery(slug, path, { limit: SHOWN }))
  const next = query.data?.nextAfter
  const total = first.data?.totalResults ?? 0
  return (
    <Stack gap={8}>
      {total > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {formatCount(total)} {total === 1 ? 'event' : 'events'}, as they are now.
          </Text>
          <ExportButton load={() => lineEventsCsv(slug, path)} />
        </Group>
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
          { header: 'Evidence', cell: (event) => <Evidence {...event} />, isOffPhone: true },
        ]}
        rowKey={({ id }) => id}
        query={query}
        pages={
          total > SHOWN && (
            <PageButtons
              previous={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined}
              next={next === undefined ? undefined : () => setTrail([...trail, next])}
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

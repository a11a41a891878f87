import { Anchor, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalInvoice, PortalLineEvent } from '../../api/api-types.ts'
import { portalLineEvents, portalLineEventsQuery } from '../../api/portal.ts'
import { PageButtons } from '../../ui/layout/page-buttons.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx'
import { Evidence } from '../../ui/values/evidence.tsx'
import { quantityInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { OutcomeButton } from '../outcomes/outcome-button.tsx'

const SHOWN = 10
const HEIGHT = 200

const COLUMNS: readonly SmallColumn<PortalLineEvent>[] = [
  {
    header: 'Date',
    isShort: true,
    cell: ({ id, usageDate }) => (
      <OutcomeButton eventId={id}>
        <Timestamp at={usageDate} />
      </OutcomeButton>
    ),
  },
  {
    header: 'Units',
    isFigure: true,
    cell: (event) => (event.voidedAt === null ? quantityInWords(event) : 'Void'),
  },
  { header: 'Run', isName: true, cell: ({ runId }) => runId ?? '–' },
  { header: 'Evidence', isName: true, cell: (event) => <Evidence {...event} /> },
]

type Props = { invoiceId: string; line: PortalInvoice['lineItems'][number] }

/** The work behind a line with its evidence, shown on request, because most readers only check amounts. */
export function LineEvents({ invoiceId, line }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={8} align="stretch">
      <Group justify="space-between" gap="sm">
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the work behind this line' : 'Work behind this line'}
        </Anchor>
        <ExportButton load={() => portalLineEvents(invoiceId, line.id)} />
      </Group>
      {isOpen && <Events invoiceId={invoiceId} line={line} />}
    </Stack>
  )
}

function Events({ invoiceId, line }: Props) {
  /** Cursors of the pages before this one, and of this one. */
  const [trail, setTrail] = useState<readonly string[]>([])
  const after = trail.at(-1)
  const query = useQuery({
    ...portalLineEventsQuery(invoiceId, line.id, {
      limit: SHOWN,
      ...(after !== undefined && { after }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} height={HEIGHT}>
      {({ results, nextAfter }) => (
        <Stack gap={8}>
          {results.length === 0 ? (
            <Text size="sm" c="dimmed">
              No usage in this period.
            </Text>
          ) : (
            <SmallTable
              name={`Work behind ${line.description}`}
              columns={COLUMNS}
              rows={results}
              rowKey={({ id }) => id}
            />
          )}
          {(trail.length > 0 || nextAfter !== undefined) && (
            <PageButtons
              previous={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined}
              next={nextAfter === undefined ? undefined : () => setTrail([...trail, nextAfter])}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

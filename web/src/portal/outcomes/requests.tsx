import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortalRejectionRequest } from '../../api/api-types.ts'
import { portalRequestsQuery } from '../../api/portal.ts'
import { PageButtons } from '../../ui/layout/page-buttons.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { OutcomeButton } from './outcome-button.tsx'
import { stateOf } from './request-words.ts'

const SHOWN = 10

const COLUMNS: readonly SmallColumn<PortalRejectionRequest>[] = [
  {
    header: 'Outcome',
    isName: true,
    cell: ({ eventId, signalName }) => (
      <OutcomeButton eventId={eventId}>{signalName}</OutcomeButton>
    ),
  },
  // Before the date, so that a phone shows it without a scroll.
  { header: 'Status', isShort: true, cell: (request) => <StateBadge {...stateOf(request)} /> },
  { header: 'Date', isShort: true, cell: ({ usageDate }) => <Timestamp at={usageDate} /> },
  { header: 'Units', isFigure: true, cell: ({ quantity }) => formatCount(quantity) },
]

/** What the customer asked not to be billed for. Without any request, it shows nothing. */
export default function Requests() {
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    ...portalRequestsQuery({ page, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined || data.totalResults === 0) return null
  const pages = Math.ceil(data.totalResults / SHOWN)
  return (
    <Section title="Your requests" about="Outcomes that you asked not to be billed for.">
      <Stack gap={8}>
        <SmallTable
          name="Your requests"
          columns={COLUMNS}
          rows={data.results}
          rowKey={({ id }) => id}
        />
        {pages > 1 && (
          <PageButtons
            previous={page > 1 ? () => setPage(page - 1) : undefined}
            next={page < pages ? () => setPage(page + 1) : undefined}
          />
        )}
      </Stack>
    </Section>
  )
}

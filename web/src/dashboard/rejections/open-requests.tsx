import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RejectionRequest } from '../../api/api-types.ts'
import { rejectionRequestsQuery } from '../../api/rejection-requests.ts'
import { PageButtons } from '../../ui/layout/page-buttons.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { OUTCOME_COLUMNS } from './outcome-columns.tsx'
import { RejectedEventLink } from './rejected-event-link.tsx'
import { RequestMenu } from './request-menu.tsx'

const SHOWN = 10

const COLUMNS: readonly Column<RejectionRequest>[] = [
  {
    header: 'Requested',
    isKey: true,
    isTime: true,
    cell: ({ eventId, requestedAt }) => (
      <RejectedEventLink eventId={eventId}>
        <Timestamp at={requestedAt} as="bare" />
      </RejectedEventLink>
    ),
  },
  ...OUTCOME_COLUMNS,
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (request) => <RequestMenu request={request} />,
    width: 48,
  },
]

/** Requests of customers that wait for a decision. Without any, it shows nothing. */
export function OpenRequests() {
  const { slug } = useOrganization()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...rejectionRequestsQuery(slug, { state: 'requested', page, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.totalResults ?? 0
  if (total === 0) return null
  const pages = Math.ceil(total / SHOWN)
  return (
    <Section
      title="Open requests"
      about="Customers ask not to be billed for these outcomes. They are billed until you accept."
    >
      <DataTable
        name="Open requests"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={
          pages > 1 && (
            <PageButtons
              previous={page > 1 ? () => setPage(Math.min(page - 1, pages)) : undefined}
              next={page < pages ? () => setPage(page + 1) : undefined}
            />
          )
        }
        empty={null}
      />
    </Section>
  )
}

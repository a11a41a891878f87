import { Group, NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { portalInvoicesQuery } from '../../api/portal.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { PortalAnchor, usePortalNavigate } from '../shell/portal-link.tsx'
import { PortalPage } from '../shell/portal-page.tsx'
import { Archives } from './archives.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import type { InvoicesSearch } from './invoices-search.ts'

const SHOWN = 20
const HEIGHT = 400
const STATUSES = { open: ['issued', 'overdue'], paid: ['paid'] } as const

export function InvoicesPage({ search }: { search: InvoicesSearch }) {
  const { page = 1, status } = search
  const navigate = usePortalNavigate()
  const query = useQuery({
    ...portalInvoicesQuery({
      page,
      limit: SHOWN,
      ...(status === undefined ? {} : { status: [...STATUSES[status]] }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <PortalPage title="Invoices">
      <Stack gap="sm">
        <NativeSelect
          aria-label="Filter by status"
          maw={200}
          value={status ?? ''}
          data={[
            { value: '', label: 'All invoices' },
            { value: 'open', label: 'To pay' },
            { value: 'paid', label: 'Paid' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            navigate({ to: '/portal/invoices', search: { status: value || undefined } })
          }
        />
        <Loaded query={query} height={HEIGHT}>
          {({ results, totalResults }) =>
            results.length === 0 ? (
              <NoInvoices isFiltered={status !== undefined || page > 1} />
            ) : (
              <>
                <InvoiceRows invoices={results} label="Invoices" />
                <Pages search={search} hasMore={page * SHOWN < totalResults} />
              </>
            )
          }
        </Loaded>
        <Archives />
      </Stack>
    </PortalPage>
  )
}

function Pages({ search, hasMore }: { search: InvoicesSearch; hasMore: boolean }) {
  const { page = 1 } = search
  const at = (other: number) => ({ ...search, page: other === 1 ? undefined : other })
  return (
    <Group justify="space-between" pt="sm" component="nav" aria-label="Pages">
      {page > 1 ? (
        <PortalAnchor to="/portal/invoices" search={at(page - 1)}>
          Newer invoices
        </PortalAnchor>
      ) : (
        <span />
      )}
      {hasMore && (
        <PortalAnchor to="/portal/invoices" search={at(page + 1)}>
          Older invoices
        </PortalAnchor>
      )}
    </Group>
  )
}

function NoInvoices({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <Empty title="No invoices yet">Your invoices will appear here.</Empty>
  }
  return (
    <Empty
      title="No matching invoices"
      action={<PortalAnchor to="/portal/invoices">All invoices</PortalAnchor>}
    >
      No invoice has this status.
    </Empty>
  )
}

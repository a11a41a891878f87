import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { endpointsQuery } from '../../api/webhook-endpoints.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { useList } from '../../ui/table/use-list.tsx'
import { orderOf } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { ENDPOINT_COLUMNS } from './endpoint-columns.tsx'
import type { WebhooksSearch } from './webhooks-search.ts'

const ORDER = '-createdAt'
const STATUSES = { enabled: 'Enabled', disabled: 'Disabled' } as const

const AddEndpointDialog = lazy(() => import('./dialogs/add-endpoint-dialog.tsx'))

type Props = { search: WebhooksSearch; onSearch: (search: WebhooksSearch) => void }

/** The endpoints that receive announcements. */
export function WebhooksPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isAdding, setAdding] = useState(false)
  const { status } = search
  const query = useQuery({
    ...endpointsQuery(slug, {
      page: list.page,
      limit: list.limit,
      sortOrder: orderOf<'createdAt'>(search.sort, ORDER).sortOrder,
      ...given({ status }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick } = list
  const clear = () => pick({ status: undefined })
  const chips = chipsOf({ status: status && `Status: ${STATUSES[status]}` }, pick)
  const isEmpty = isFirstUse(query, chips.length > 0)
  const add = (
    <AllowedButton permission="webhooks" onClick={() => setAdding(true)}>
      Add endpoint
    </AllowedButton>
  )
  return (
    <Page
      title="Webhooks"
      about="Endpoints of your own systems, which receive a signed request for each announcement."
      action={isEmpty ? undefined : add}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="Any status"
              value={status}
              options={STATUSES}
              onChange={(chosen) => pick({ status: chosen })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Webhook endpoints"
          columns={ENDPOINT_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No webhook endpoints" action={add}>
                Your systems learn of paid invoices, failed payments and other changes as they
                happen: add the URL that receives them.
              </Empty>
            ) : (
              <NoMatch what="endpoints" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>{isAdding && <AddEndpointDialog onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  )
}

import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { customerFiguresQuery, customersQuery } from '../../api/customers.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { ColumnMenu } from '../../ui/table/columns/column-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../ui/table/filters/search-field.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { orderOf } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useColumnChoice } from '../session/use-column-choice.ts'
import { useOrganization } from '../session/use-organization.ts'
import { customerColumns } from './customer-columns.tsx'
import { STATUS_LABELS } from './customer-texts.ts'
import type { CustomerSort, CustomersSearch } from './customers-search.ts'
import type { Figures } from './figure-cells.tsx'

/** Only an organization without customers needs it. */
const NoCustomers = lazy(() => import('./no-customers.tsx'))

const ORDER = '-createdAt'

type Props = {
  search: CustomersSearch
  onSearch: OnSearch<CustomersSearch>
}

export function CustomersPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const list = useList(search, onSearch)
  const { status, search: text } = search
  const query = useQuery({
    ...customersQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<CustomerSort>(search.sort, ORDER),
      ...given({ search: text, status }),
    }),
    placeholderData: keepPreviousData,
  })
  const figures = useFigures(query.data?.results.map(({ id }) => id) ?? [])
  const { pick, type } = list
  const columns = customerColumns(figures.of)
  const choice = useColumnChoice('customers')
  const clear = () => pick({ search: undefined, status: undefined })
  const chips = chipsOf(
    { search: text && `Search: ${text}`, status: status && `Status: ${STATUS_LABELS[status]}` },
    pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  const create = (
    <AllowedButton
      permission="write"
      // The command below has the filled button.
      {...(isEmpty && { variant: 'default' })}
      onClick={() => void navigate({ to: '/o/$slug/customers/new', params: { slug } })}
    >
      New customer
    </AllowedButton>
  )
  return (
    <Page
      title="Customers"
      about="The customers that you bill for the work of your agents."
      action={
        <Group gap="sm">
          {!isEmpty && <ColumnMenu columns={columns} choice={choice} />}
          {create}
        </Group>
      }
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <SearchField
              label="Search customers"
              value={text}
              onChange={(typed) => type({ search: typed || undefined })}
            />
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="Any status"
              value={status}
              options={STATUS_LABELS}
              onChange={(chosen) => pick({ status: chosen })}
            />
          </FilterBar>
        )}
        {figures.error && <Problem error={figures.error} onRetry={figures.retry} />}
        <DataTable
          name="Customers"
          columns={columns}
          hidden={choice.hidden}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Suspense fallback={<div aria-busy />}>
                <NoCustomers />
              </Suspense>
            ) : (
              <NoMatch what="customers" onClear={clear} />
            )
          }
        />
      </Stack>
    </Page>
  )
}

/** Loads the figures of the visible rows after the rows. */
function useFigures(customerIds: readonly string[]) {
  const { slug } = useOrganization()
  const { data, error, isFetching, refetch } = useQuery(customerFiguresQuery(slug, customerIds))
  const known = new Map(data?.results.map((one) => [one.customerId, one]))
  return {
    error,
    retry: () => void refetch(),
    of: (customerId: string): Figures =>
      known.get(customerId) ?? (error !== null && !isFetching ? 'failed' : 'loading'),
  }
}

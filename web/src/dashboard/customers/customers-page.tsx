import { NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { customerFiguresQuery, customersQuery } from '../../api/customers.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Chip, FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { changedSearch, orderOf } from '../../ui/url/list-search.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { customerColumns } from './customer-columns.tsx'
import { STATUS_NAMES, STATUSES } from './customer-texts.ts'
import type { CustomerSort, CustomersSearch } from './customers-search.ts'
import type { Figures } from './figure-cells.tsx'
import { NoCustomers } from './no-customers.tsx'

const ORDER = '-createdAt'

type Props = {
  search: CustomersSearch
  onSearch: (search: CustomersSearch, how: 'typed' | 'picked') => void
}

export function CustomersPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const pageSize = usePreference('pageSize')
  const { status, search: text } = search
  const query = useQuery({
    ...customersQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...orderOf<CustomerSort>(search.sort, ORDER),
      ...(text === undefined ? {} : { search: text }),
      ...(status === undefined ? {} : { status }),
    }),
    placeholderData: keepPreviousData,
  })
  const figures = useFigures(query.data?.results.map(({ id }) => id) ?? [])
  const pick = (change: CustomersSearch) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick({ search: undefined, status: undefined })
  const create = (
    <AllowedButton
      permission="write"
      onClick={() => void navigate({ to: '/o/$slug/customers/new', params: { slug } })}
    >
      New customer
    </AllowedButton>
  )
  const chips: Chip[] = [
    ...(text === undefined
      ? []
      : [{ label: `Search: ${text}`, onRemove: () => pick({ search: undefined }) }]),
    ...(status === undefined
      ? []
      : [
          {
            label: `Status: ${STATUSES[status].label}`,
            onRemove: () => pick({ status: undefined }),
          },
        ]),
  ]
  return (
    <Page title="Customers" about="Whom you bill for the work of your agents." action={create}>
      <Stack gap="sm">
        <FilterBar chips={chips} onClear={clear}>
          <SearchField
            label="Search customers"
            value={text}
            onChange={(typed) =>
              onSearch(changedSearch(search, { search: typed || undefined }), 'typed')
            }
          />
          <NativeSelect
            aria-label="Status"
            value={status ?? ''}
            data={[
              { value: '', label: 'Any status' },
              ...STATUS_NAMES.map((value) => ({ value, label: STATUSES[value].label })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              pick({ status: STATUS_NAMES.find((name) => name === value) })
            }
          />
        </FilterBar>
        {figures.error && <Problem error={figures.error} onRetry={figures.retry} />}
        <DataTable
          name="Customers"
          columns={customerColumns(figures.of)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={
            query.data && (
              <Pages
                list={query.data}
                page={search.page ?? 1}
                limit={search.limit ?? pageSize}
                onPage={(page) => onSearch({ ...search, page }, 'picked')}
                onLimit={(limit) => pick({ limit })}
              />
            )
          }
          empty={chips.length > 0 ? <NoMatch what="customers" onClear={clear} /> : <NoCustomers />}
        />
      </Stack>
    </Page>
  )
}

/** The figures of the rows that are shown, which are read after the rows. */
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

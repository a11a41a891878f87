import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { taxRatesQuery } from '../../api/tax-rates.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../ui/table/filters/search-field.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { orderOf } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { TAX_RATE_COLUMNS } from './tax-rate-columns.tsx'
import type { TaxRatesSearch } from './tax-rates-search.ts'

const ORDER = 'name'
const CreateTaxRateDialog = lazy(() => import('./create-tax-rate-dialog.tsx'))

type Props = {
  search: TaxRatesSearch
  onSearch: OnSearch<TaxRatesSearch>
}

/** Tax rates, added to prices or included in them. */
export function TaxRatesPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isCreating, setCreating] = useState(false)
  const { search: text } = search
  const query = useQuery({
    ...taxRatesQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<'name' | 'createdAt'>(search.sort, ORDER),
      ...given({ search: text }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const clear = () => pick({ search: undefined })
  const isEmpty = isFirstUse(query, text !== undefined)
  const create = (
    <AllowedButton permission="taxes" onClick={() => setCreating(true)}>
      New tax rate
    </AllowedButton>
  )
  return (
    <Page
      title="Taxes"
      about="Default rates apply to every customer without its own tax rates. The percentage of a rate cannot be changed; create another rate instead."
      action={isEmpty ? undefined : create}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chipsOf({ search: text && `Name: ${text}` }, pick)} onClear={clear}>
            <SearchField
              label="Search tax rates"
              value={text}
              onChange={(typed) => type({ search: typed || undefined })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Tax rates"
          columns={TAX_RATE_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No tax rates" action={create}>
                Invoices are sent without tax until you create a tax rate.
              </Empty>
            ) : (
              <NoMatch what="taxes" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>
        {isCreating && <CreateTaxRateDialog onClose={() => setCreating(false)} />}
      </Suspense>
    </Page>
  )
}

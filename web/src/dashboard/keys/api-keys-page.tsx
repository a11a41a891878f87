import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { apiKeysQuery } from '../../api/api-keys.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../ui/table/filters/search-field.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { orderOf } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { API_KEY_COLUMNS } from './api-key-columns.tsx'
import type { ApiKeysSearch } from './api-keys-search.ts'

const ORDER = '-createdAt'
const STATES = { false: 'Active', true: 'Revoked' } as const

const CreateKeyDialog = lazy(() => import('./create-key-dialog.tsx'))

type Props = {
  search: ApiKeysSearch
  onSearch: OnSearch<ApiKeysSearch>
}

export function ApiKeysPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isCreating, setCreating] = useState(false)
  const { isRevoked, search: text } = search
  const query = useQuery({
    ...apiKeysQuery(slug, {
      page: list.page,
      limit: list.limit,
      sortOrder: orderOf<'createdAt'>(search.sort, ORDER).sortOrder,
      ...given({ search: text, isRevoked: isRevoked && isRevoked === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const clear = () => pick({ search: undefined, isRevoked: undefined })
  const create = (
    <AllowedButton permission="keys" onClick={() => setCreating(true)}>
      Create key
    </AllowedButton>
  )
  const chips = chipsOf(
    {
      search: text && `Name or hint: ${text}`,
      isRevoked: isRevoked && `Status: ${STATES[isRevoked]}`,
    },
    pick,
  )
  return (
    <Page
      title="API keys"
      about="API keys authenticate the requests of your software. A key acts for this organization."
      action={create}
    >
      <Stack gap="sm">
        <FilterBar chips={chips} onClear={clear}>
          <SearchField
            label="Search keys"
            value={text}
            onChange={(typed) => type({ search: typed || undefined })}
          />
          <ChoiceSelect
            label="Status"
            isLabelHidden
            any="Any status"
            value={isRevoked}
            options={STATES}
            onChange={(chosen) => pick({ isRevoked: chosen })}
          />
        </FilterBar>
        <DataTable
          name="API keys"
          columns={API_KEY_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            chips.length > 0 ? (
              <NoMatch what="keys" onClear={clear} />
            ) : (
              <Empty title="No API keys" action={create}>
                Create a key for each program that records usage or reads invoices.
              </Empty>
            )
          }
        />
      </Stack>
      <Suspense>{isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

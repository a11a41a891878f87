import { NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { apiKeysQuery } from '../../api/api-keys.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { changedSearch, orderOf } from '../../ui/url/list-search.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { API_KEY_COLUMNS } from './api-key-columns.tsx'
import type { ApiKeysSearch } from './api-keys-search.ts'

const ORDER = '-createdAt'
const STATES = { false: 'In use', true: 'Revoked' } as const

const CreateKeyDialog = lazy(() => import('./create-key-dialog.tsx'))

type Props = {
  search: ApiKeysSearch
  onSearch: (search: ApiKeysSearch, how: 'typed' | 'picked') => void
}

export function ApiKeysPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [isCreating, setCreating] = useState(false)
  const { isRevoked, search: text } = search
  const query = useQuery({
    ...apiKeysQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      sortOrder: orderOf<'createdAt'>(search.sort, ORDER).sortOrder,
      ...(text === undefined ? {} : { search: text }),
      ...(isRevoked === undefined ? {} : { isRevoked: isRevoked === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const pick = (change: ApiKeysSearch) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick({ search: undefined, isRevoked: undefined })
  const create = (
    <AllowedButton permission="keys" onClick={() => setCreating(true)}>
      Create key
    </AllowedButton>
  )
  const isFiltered = text !== undefined || isRevoked !== undefined
  return (
    <Page
      title="API keys"
      about="What your software signs its requests with. A key acts for this organization."
      action={create}
    >
      <Stack gap="sm">
        <FilterBar
          chips={[
            ...(text === undefined
              ? []
              : [{ label: `Name or hint: ${text}`, onRemove: () => pick({ search: undefined }) }]),
            ...(isRevoked === undefined
              ? []
              : [
                  {
                    label: `State: ${STATES[isRevoked]}`,
                    onRemove: () => pick({ isRevoked: undefined }),
                  },
                ]),
          ]}
          onClear={clear}
        >
          <SearchField
            label="Search keys"
            value={text}
            onChange={(typed) =>
              onSearch(changedSearch(search, { search: typed || undefined }), 'typed')
            }
          />
          <NativeSelect
            aria-label="State"
            value={isRevoked ?? ''}
            data={[
              { value: '', label: 'Any state' },
              ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget
              pick({ isRevoked: value === 'true' || value === 'false' ? value : undefined })
            }}
          />
        </FilterBar>
        <DataTable
          name="API keys"
          columns={API_KEY_COLUMNS}
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
          empty={
            isFiltered ? (
              <NoMatch what="keys" onClear={clear} />
            ) : (
              <Empty title="No API keys" action={create}>
                Make one for each program that records usage or reads invoices.
              </Empty>
            )
          }
        />
      </Stack>
      <Suspense>{isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

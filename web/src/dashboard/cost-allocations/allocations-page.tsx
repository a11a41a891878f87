import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { costAllocationsQuery } from '../../api/cost-allocations.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { given } from '../../ui/url/search-readers.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { allocationColumns } from './allocation-columns.tsx'
import type { AllocationsSearch } from './allocations-search.ts'

const STATES = { open: 'Open', settled: 'All months settled' } as const

const AddAllocationDialog = lazy(() => import('./add-allocation-dialog.tsx'))
const AllocationPanel = lazy(() => import('./allocation-panel.tsx'))

type Props = { search: AllocationsSearch; onSearch: OnSearch<AllocationsSearch> }

/** Monthly amounts that are spread over the usage of models, the latest first. */
export function AllocationsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isAdding, setAdding] = useState(false)
  const { status, allocation: openId } = search
  const query = useQuery({
    ...costAllocationsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...given({ isOpen: status && status === 'open' }),
    }),
    placeholderData: keepPreviousData,
  })
  const clear = () => list.pick({ status: undefined })
  const chips = chipsOf({ status: status && `Status: ${STATES[status]}` }, list.pick)
  const isEmpty = isFirstUse(query, chips.length > 0)
  const add = (
    <AllowedButton permission="cost_rates" onClick={() => setAdding(true)}>
      Add an allocation
    </AllowedButton>
  )
  return (
    <Page
      title="Cost allocations"
      about="Monthly amounts that are spread over what ran, for models without a rate such as those on your own machines."
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
              options={STATES}
              onChange={(chosen) => list.pick({ status: chosen })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Cost allocations"
          columns={allocationColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          openRow={openId}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No cost allocations yet" action={add}>
                A machine that you rent costs the same each month. Spread the amount over the usage
                of the model that runs on it, so that each event has its share.
              </Empty>
            ) : (
              <NoMatch what="cost allocations" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>
        {openId !== undefined && (
          <AllocationPanel
            key={openId}
            allocationId={openId}
            onClose={() => onSearch({ ...search, allocation: undefined }, 'picked')}
          />
        )}
        {isAdding && <AddAllocationDialog onClose={() => setAdding(false)} />}
      </Suspense>
    </Page>
  )
}

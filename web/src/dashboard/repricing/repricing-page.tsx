import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { repricingRunsQuery } from '../../api/repricing-runs.ts'
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
import type { RepricingSearch } from './repricing-search.ts'
import { runColumns } from './run-columns.tsx'
import { RUN_STATES } from './run-in-words.ts'

const StartRunDialog = lazy(() => import('./start-run-dialog.tsx'))
const RunPanel = lazy(() => import('./run-panel.tsx'))

type Props = { search: RepricingSearch; onSearch: OnSearch<RepricingSearch> }

/** Runs that price stored usage again, the latest first. */
export function RepricingPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isStarting, setStarting] = useState(false)
  const { state, run: openId } = search
  const query = useQuery({
    ...repricingRunsQuery(slug, { page: list.page, limit: list.limit, ...given({ state }) }),
    placeholderData: keepPreviousData,
  })
  const clear = () => list.pick({ state: undefined })
  const chips = chipsOf({ state: state && `Status: ${RUN_STATES[state]}` }, list.pick)
  const isEmpty = isFirstUse(query, chips.length > 0)
  const start = (
    <AllowedButton permission="cost_rates" onClick={() => setStarting(true)}>
      Reprice usage
    </AllowedButton>
  )
  return (
    <Page
      title="Repricing"
      about="A run prices stored usage again by the rates that are in force now on its usage date."
      action={isEmpty ? undefined : start}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="Any status"
              value={state}
              options={RUN_STATES}
              onChange={(chosen) => list.pick({ state: chosen })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Repricing runs"
          columns={runColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          openRow={openId}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No repricing runs yet" action={start}>
                After you set a cost rate for earlier dates, or after a price of the catalog was
                corrected, reprice the usage of these dates. You see first what would change.
              </Empty>
            ) : (
              <NoMatch what="repricing runs" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>
        {openId !== undefined && (
          <RunPanel
            key={openId}
            runId={openId}
            onClose={() => onSearch({ ...search, run: undefined }, 'picked')}
          />
        )}
        {isStarting && <StartRunDialog onClose={() => setStarting(false)} />}
      </Suspense>
    </Page>
  )
}

import { NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { agentsQuery } from '../../api/agents.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Chip, FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { changedSearch, orderOf } from '../../ui/url/list-search.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { agentColumns } from './agent-columns.tsx'
import type { AgentSort, AgentsSearch } from './agents-search.ts'
import { useAgentFigures } from './use-agent-figures.ts'

const ORDER = 'name'
const STATES = { true: 'Active', false: 'Retired' } as const

const NewAgentDialog = lazy(() => import('./new-agent-dialog.tsx'))

type Props = {
  search: AgentsSearch
  onSearch: (search: AgentsSearch, how: 'typed' | 'picked') => void
}

export function AgentsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [isCreating, setCreating] = useState(false)
  const { isActive, search: text } = search
  const query = useQuery({
    ...agentsQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...orderOf<AgentSort>(search.sort, ORDER),
      ...(text === undefined ? {} : { search: text }),
      ...(isActive === undefined ? {} : { isActive: isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const figures = useAgentFigures()
  const pick = (change: AgentsSearch) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick({ search: undefined, isActive: undefined })
  const chips: Chip[] = [
    ...(text === undefined
      ? []
      : [{ label: `Search: ${text}`, onRemove: () => pick({ search: undefined }) }]),
    ...(isActive === undefined
      ? []
      : [{ label: `State: ${STATES[isActive]}`, onRemove: () => pick({ isActive: undefined }) }]),
  ]
  return (
    <Page
      title="Agents"
      about="What works for your customers. The margin is what its units earn by their rates, without fees, less what they cost."
      action={
        <AllowedButton permission="write" onClick={() => setCreating(true)}>
          New agent
        </AllowedButton>
      }
    >
      <Stack gap="sm">
        <FilterBar chips={chips} onClear={clear}>
          <SearchField
            label="Search agents"
            value={text}
            onChange={(typed) =>
              onSearch(changedSearch(search, { search: typed || undefined }), 'typed')
            }
          />
          <NativeSelect
            aria-label="State"
            value={isActive ?? ''}
            data={[
              { value: '', label: 'Any state' },
              ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              pick({ isActive: value === 'true' || value === 'false' ? value : undefined })
            }
          />
        </FilterBar>
        {figures.error && <Problem error={figures.error} onRetry={figures.retry} />}
        <DataTable
          name="Agents"
          columns={agentColumns(figures.of)}
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
            chips.length > 0 ? (
              <NoMatch what="agents" onClear={clear} />
            ) : (
              <Empty title="No agents yet">
                An agent is created by the first event that names it. Make one by hand to give it
                signals and a plan before it works.
              </Empty>
            )
          }
        />
      </Stack>
      <Suspense>{isCreating && <NewAgentDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

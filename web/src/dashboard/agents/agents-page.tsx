import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { agentsQuery } from '../../api/agents.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Problem } from '../../ui/states/problem.tsx'
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
import { useOrganization } from '../session/use-organization.ts'
import { agentColumns } from './agent-columns.tsx'
import type { AgentSort, AgentsSearch } from './agents-search.ts'
import { useAgentFigures } from './use-agent-figures.ts'

const ORDER = 'name'
const STATES = { true: 'Active', false: 'Retired' } as const

const NewAgentDialog = lazy(() => import('./new-agent-dialog.tsx'))

type Props = {
  search: AgentsSearch
  onSearch: OnSearch<AgentsSearch>
}

export function AgentsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isCreating, setCreating] = useState(false)
  const { isActive, search: text } = search
  const query = useQuery({
    ...agentsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<AgentSort>(search.sort, ORDER),
      ...given({ search: text, isActive: isActive && isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const figures = useAgentFigures()
  const { pick, type } = list
  const clear = () => pick({ search: undefined, isActive: undefined })
  const chips = chipsOf(
    { search: text && `Search: ${text}`, isActive: isActive && `Status: ${STATES[isActive]}` },
    pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  const create = (
    <AllowedButton permission="write" onClick={() => setCreating(true)}>
      New agent
    </AllowedButton>
  )
  return (
    <Page
      title="Agents"
      about="The agents that work for your customers. Agent margin is agent-earned (units × rates, without fees) minus cost."
      action={isEmpty ? undefined : create}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <SearchField
              label="Search agents"
              value={text}
              onChange={(typed) => type({ search: typed || undefined })}
            />
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="Any status"
              value={isActive}
              options={STATES}
              onChange={(chosen) => pick({ isActive: chosen })}
            />
          </FilterBar>
        )}
        {figures.error && <Problem error={figures.error} onRetry={figures.retry} />}
        <DataTable
          name="Agents"
          columns={agentColumns(figures.of)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No agents yet" action={create}>
                An agent is created automatically by the first event that names it. Create one by
                hand to set up its signals and plan in advance.
              </Empty>
            ) : (
              <NoMatch what="agents" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>{isCreating && <NewAgentDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

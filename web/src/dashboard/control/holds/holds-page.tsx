import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AGENTS, CUSTOMERS } from '../../../api/choices.ts'
import { holdsQuery } from '../../../api/guard.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { chipsOf } from '../../../ui/table/filters/chips.ts'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { isFirstUse } from '../../../ui/table/first-use.ts'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { given } from '../../../ui/url/search-readers.ts'
import { AgentPicker, CustomerPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { HOLD_COLUMNS } from './hold-columns.tsx'
import type { HoldsSearch } from './holds-search.ts'

/** Milliseconds after which runs under way are read again. */
const ASK_AGAIN_MS = 15_000

type Props = { search: HoldsSearch; onSearch: OnSearch<HoldsSearch> }

/** What runs under way hold of budgets. */
export function HoldsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const { customerId, agentId, runId } = search
  const query = useQuery({
    ...holdsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...given({ customerId, agentId, runId }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
  const customer = useChoice(CUSTOMERS, customerId)
  const agent = useChoice(AGENTS, agentId)
  const clear = () => list.pick({ customerId: undefined, agentId: undefined, runId: undefined })
  const chips = chipsOf(
    {
      customerId: customer && `Customer: ${customer.name}`,
      agentId: agent && `Agent: ${agent.name}`,
      runId: runId && `Run: ${runId}`,
    },
    list.pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  return (
    <Page
      title="Open holds"
      about="What runs under way may still cost. It is held of every budget that they count in, until their outcome is recorded."
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <CustomerPicker value={customerId} onChange={(id) => list.pick({ customerId: id })} />
            <AgentPicker value={agentId} onChange={(id) => list.pick({ agentId: id })} />
          </FilterBar>
        )}
        <DataTable
          name="Open holds"
          columns={HOLD_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No run holds anything now">
                A run that asks before it starts is here until it ends. The clients ask with
                guard.run.
              </Empty>
            ) : (
              <NoMatch what="open holds" onClear={clear} />
            )
          }
        />
      </Stack>
    </Page>
  )
}

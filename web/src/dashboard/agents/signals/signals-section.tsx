import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Agent, Signal } from '../../../api/api-types.ts'
import { signalsQuery } from '../../../api/signals.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useList } from '../../../ui/table/use-list.tsx'
import { orderOf } from '../../../ui/url/list-search.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { ActiveBadge } from '../active-badge.tsx'
import type { AgentSearch, SIGNAL_SORTS } from '../agents-search.ts'
import { SignalMenu } from './signal-menu.tsx'

const ORDER = 'name'

const AddSignalsDialog = lazy(() => import('./add-signals-dialog.tsx'))

const cut = (text: string, weight = 400) => (
  <Text size="sm" fw={weight} truncate title={text}>
    {text}
  </Text>
)

const COLUMNS: readonly Column<Signal>[] = [
  { header: 'Name', sort: 'name', share: 36, cell: ({ name }) => cut(name, 500) },
  { header: 'Short name', sort: 'shortName', share: 30, cell: ({ shortName }) => cut(shortName) },
  { header: 'Status', cell: ({ isActive }) => <ActiveBadge isActive={isActive} />, width: 120 },
  {
    header: 'Created',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    width: 130,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (signal) => <SignalMenu signal={signal} />,
    width: 48,
  },
]

type Props = { agent: Agent; search: AgentSearch; onSearch: (search: AgentSearch) => void }

/** Signals of an agent, which its events name and which are billed. */
export function SignalsSection({ agent: { id: agentId }, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isAdding, adding] = useDisclosure()
  const query = useQuery({
    ...signalsQuery(slug, {
      agentId,
      page: list.page,
      limit: list.limit,
      ...orderOf<(typeof SIGNAL_SORTS)[number]>(search.sort, ORDER),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="Signals"
      about="The outcomes of this agent’s work that plans can price."
      action={
        <AllowedButton permission="write" onClick={adding.open}>
          Add signals
        </AllowedButton>
      }
    >
      <DataTable
        name="Signals"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        sort={search.sort ?? ORDER}
        onSort={(sort) => list.pick({ sort })}
        pages={list.pagesOf(query.data)}
        empty={
          <Empty title="No signals yet">
            A signal is created automatically by the first event of this agent that names it.
          </Empty>
        }
      />
      <Suspense>
        {isAdding && <AddSignalsDialog agentId={agentId} onClose={adding.close} />}
      </Suspense>
    </Section>
  )
}

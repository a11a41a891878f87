import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Agent } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { PendingFigure } from '../../ui/states/pending-figure.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'
import { ActiveBadge } from './active-badge.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { AgentCost, AgentMargin } from './figures.tsx'
import type { AgentFigures } from './use-agent-figures.ts'

/** The figures of a row load after the row. */
export const agentColumns = (
  figuresOf: (agentId: string) => AgentFigures,
): readonly Column<Agent>[] => [
  { header: 'Name', share: 40, sort: 'name', cell: (agent) => <Name agent={agent} /> },
  {
    header: 'Status',
    cell: ({ isActive }) => <ActiveBadge isActive={isActive} />,
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Signals',
    cell: ({ signalCount }) => formatCount(signalCount),
    isFigure: true,
    isOffPhone: true,
    width: 90,
  },
  {
    header: 'Events 30 d',
    cell: ({ id }) => (
      <Known figure={figuresOf(id).usage}>{(usage) => formatCount(usage?.totalEvents ?? 0)}</Known>
    ),
    isFigure: true,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Cost 30 d',
    cell: ({ id }) => (
      <Known figure={figuresOf(id).usage}>{(usage) => <AgentCost usage={usage} />}</Known>
    ),
    isFigure: true,
    width: 130,
  },
  {
    header: 'Agent margin 30 d',
    cell: ({ id }) => (
      <Known figure={figuresOf(id).earned}>{(earned) => <AgentMargin earned={earned} />}</Known>
    ),
    isFigure: true,
    width: 130,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (agent) => <AgentMenu agent={agent} />,
    isOffPhone: true,
    width: 48,
  },
]

type KnownProps<T> = {
  figure: T | 'loading' | 'failed'
  children: (known: Exclude<T, string>) => ReactNode
}

function Known<T>({ figure, children }: KnownProps<T>) {
  if (figure === 'loading') return <PendingFigure />
  if (figure === 'failed') return <Text c="dimmed">Not loaded</Text>
  return children(figure as Exclude<T, string>)
}

function Name({ agent: { id, name, agentCode } }: { agent: Agent }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={0}>
      <AnchorLink
        to="/o/$slug/agents/$agentId"
        params={{ slug, agentId: id }}
        size="sm"
        fw={500}
        truncate
        title={name}
      >
        {name}
      </AnchorLink>
      <Text size="xs" c="dimmed" truncate title={agentCode}>
        {agentCode}
      </Text>
    </Stack>
  )
}

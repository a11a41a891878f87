import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { agentQuery } from '../../api/agents.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Agent } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { WhereItGoes } from '../profit/where-it-goes.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { ActiveBadge } from './active-badge.tsx'
import { AgentActions } from './agent-actions.tsx'
import { AgentFiguresSection } from './agent-figures-section.tsx'
import type { AgentSearch } from './agents-search.ts'
import { SignalsSection } from './signals/signals-section.tsx'

type Props = {
  agentId: string
  search: AgentSearch
  onSearch: (search: AgentSearch) => void
}

/** An agent with its figures and its signals. */
export function AgentPage({ agentId, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const { data: agent, error, refetch } = useQuery(agentQuery(slug, agentId))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <AgentNotFound />
  if (agent === undefined) {
    return (
      <Page title="Agent">
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesSkeleton lines={6} />
        )}
      </Page>
    )
  }
  return (
    <Stack gap="md">
      <Head agent={agent} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Stack gap={32}>
        <AgentFiguresSection agentId={agentId} />
        <WhereItGoes of={{ agentId }} />
        <SignalsSection agent={agent} search={search} onSearch={onSearch} />
      </Stack>
    </Stack>
  )
}

function Head({ agent }: { agent: Agent }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/agents" params={{ slug }} size="sm">
        Agents
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" maw="100%">
          <PageTitle>{agent.name}</PageTitle>
          <ActiveBadge isActive={agent.isActive} />
        </Group>
        <AgentActions agent={agent} />
      </Group>
      <CopyText text={agent.agentCode} label="Copy code" />
      {agent.description !== null && (
        <Text c="dimmed" maw={640}>
          {agent.description}
        </Text>
      )}
    </Stack>
  )
}

/** Shown for a deleted agent, one of another organization, and one that never existed. */
function AgentNotFound() {
  const { slug } = useOrganization()
  return (
    <Page title="Agent not found">
      <Empty
        title="It may have been deleted"
        action={
          <AnchorLink to="/o/$slug/agents" params={{ slug }}>
            All agents
          </AnchorLink>
        }
      >
        Deleted agents are removed from the list. Their usage is kept.
      </Empty>
    </Page>
  )
}

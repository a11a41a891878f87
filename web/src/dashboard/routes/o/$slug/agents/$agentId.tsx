import { createFileRoute } from '@tanstack/react-router'
import { AgentPage } from '../../../../agents/agent-page.tsx'
import { agentSearch } from '../../../../agents/agents-search.ts'

export const Route = createFileRoute('/o/$slug/agents/$agentId')({
  validateSearch: agentSearch,
  component: AgentRoute,
})

function AgentRoute() {
  const { agentId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <AgentPage
      key={agentId}
      agentId={agentId}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}

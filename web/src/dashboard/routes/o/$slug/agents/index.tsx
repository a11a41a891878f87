import { createFileRoute } from '@tanstack/react-router'
import { AgentsPage } from '../../../../agents/agents-page.tsx'
import { agentsSearch } from '../../../../agents/agents-search.ts'

export const Route = createFileRoute('/o/$slug/agents/')({
  validateSearch: agentsSearch,
  component: AgentsRoute,
})

function AgentsRoute() {
  const navigate = Route.useNavigate()
  return (
    <AgentsPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}

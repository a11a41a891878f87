import { createFileRoute } from '@tanstack/react-router'
import { membersSearch } from '../../../../people/members-search.ts'
import { TeamPage } from '../../../../people/team-page.tsx'

export const Route = createFileRoute('/o/$slug/settings/team')({
  validateSearch: membersSearch,
  component: TeamRoute,
})

function TeamRoute() {
  const navigate = Route.useNavigate()
  return (
    <TeamPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}

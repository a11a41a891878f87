import { createFileRoute } from '@tanstack/react-router'
import { membersSearch } from '../../../../people/members-search.ts'
import { TeamPage } from '../../../../people/team-page.tsx'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/settings/team')({
  validateSearch: membersSearch,
  component: TeamRoute,
})

function TeamRoute() {
  const navigate = Route.useNavigate()
  return (
    <Allowed title="Team" permission="people">
      <TeamPage
        search={Route.useSearch()}
        onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
      />
    </Allowed>
  )
}

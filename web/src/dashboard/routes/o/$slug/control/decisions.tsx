import { createFileRoute } from '@tanstack/react-router'
import { DecisionsPage } from '../../../../control/decisions/decisions-page.tsx'
import { decisionsSearch } from '../../../../control/decisions/decisions-search.ts'

export const Route = createFileRoute('/o/$slug/control/decisions')({
  validateSearch: decisionsSearch,
  component: DecisionsRoute,
})

function DecisionsRoute() {
  const navigate = Route.useNavigate()
  return (
    <DecisionsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { HoldsPage } from '../../../../control/holds/holds-page.tsx'
import { holdsSearch } from '../../../../control/holds/holds-search.ts'

export const Route = createFileRoute('/o/$slug/control/holds')({
  validateSearch: holdsSearch,
  component: HoldsRoute,
})

function HoldsRoute() {
  const navigate = Route.useNavigate()
  return (
    <HoldsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}

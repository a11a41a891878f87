import { createFileRoute } from '@tanstack/react-router'
import { UnknownCostsPage } from '../../../unknown-costs/unknown-costs-page.tsx'
import { unknownCostsSearch } from '../../../unknown-costs/unknown-costs-search.ts'

export const Route = createFileRoute('/o/$slug/unknown-costs')({
  validateSearch: unknownCostsSearch,
  component: UnknownCostsRoute,
})

function UnknownCostsRoute() {
  const navigate = Route.useNavigate()
  return (
    <UnknownCostsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
